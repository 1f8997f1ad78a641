/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/number_format.h"
#include "exec/memory/page_memory.h"
#include "exec/self_test/test_rows.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace gpufft {

namespace {

constexpr unsigned char SIGN = 0x80; // in the last byte of a number

//! row_layout::is_near() of \p count numbers in a row, \p c or nullptr: written so that
//! compilers take several at once.
template <class T>
bool are_near(const void* a,
              double bound,
              double factor,
              const void* b,
              const void* c,
              std::size_t count)
{
    const auto* left = static_cast<const T*>(a);
    const auto* right = static_cast<const T*>(b);
    const auto* added = static_cast<const T*>(c);
    std::size_t far = 0;
    if (!added)
        for (std::size_t i = 0; i < count; ++i)
            far += !(std::abs(left[i] - factor * right[i]) <= bound);
    else
        for (std::size_t i = 0; i < count; ++i)
            far += !(std::abs(left[i] - factor * (double(right[i]) + added[i])) <= bound);
    return far == 0;
}

} // namespace

bool is_near(std::complex<double> a, std::complex<double> b, double bound)
{
    return std::abs(a.real() - b.real()) <= bound &&
           std::abs(a.imag() - b.imag()) <= bound;
}

row_layout::row_layout(const transform& packed, const side& s)
    : d_axes(view_axes(packed, s)),
      d_rotations(packed.loops.size(), 0),
      d_lengths(packed.loops.size(), 1),
      d_number(packed.number),
      d_is_real(s.is_real(packed)),
      d_planes(packed.*s.layout == complex_layout::planar ? 2 : 1),
      d_element_bytes(gpufft::element_bytes(packed, s))
{
    for (const auto& d : packed.shape) {
        d_rotations.push_back(d.*s.rotation);
        d_lengths.push_back(d.length);
    }
    d_is_dense = std::all_of(
        d_rotations.begin(), d_rotations.end(), [](std::int64_t r) { return r == 0; });
    for (std::size_t a = d_axes.size(); a-- > 0;) {
        d_is_dense &= d_axes[a].count == 1 || d_axes[a].stride == d_size;
        d_size *= d_axes[a].count;
    }
}

std::vector<std::int64_t> row_layout::index_of(std::int64_t i) const
{
    std::vector<std::int64_t> index(d_axes.size());
    for (std::size_t a = d_axes.size(); a-- > 0;) {
        index[a] = i % d_axes[a].count;
        i /= d_axes[a].count;
    }
    return index;
}

std::size_t row_layout::place_of(std::int64_t i) const
{
    if (d_is_dense)
        return static_cast<std::size_t>(i) * d_element_bytes;
    std::int64_t place = 0;
    for (std::size_t a = d_axes.size(); a-- > 0;) {
        const auto count = d_axes[a].count;
        place +=
            rotated_place(i % count, d_rotations[a], d_lengths[a]) * d_axes[a].stride;
        i /= count;
    }
    return static_cast<std::size_t>(place) * d_element_bytes;
}

std::complex<double> row_layout::get(const row_memory& row, std::int64_t i) const
{
    const auto at = place_of(i);
    const auto* first = row[0] + at;
    const auto* second = d_planes > 1 ? row[1] + at : first + number_bytes(d_number);
    return { read_number(d_number, first),
             d_is_real ? 0 : read_number(d_number, second) };
}

void row_layout::set(const row_memory& row,
                     std::int64_t i,
                     std::complex<double> value) const
{
    const auto at = place_of(i);
    auto* first = row[0] + at;
    auto* second = d_planes > 1 ? row[1] + at : first + number_bytes(d_number);
    write_number(d_number, first, value.real());
    if (!d_is_real)
        write_number(d_number, second, value.imag());
}

void row_layout::copy(const row_memory& to, const row_memory& from) const
{
    for (std::size_t plane = 0; plane < d_planes; ++plane) {
        if (d_is_dense) {
            std::memcpy(to[plane], from[plane], place_of(d_size));
            continue;
        }
        for (std::int64_t i = 0; i < d_size; ++i)
            std::memcpy(
                to[plane] + place_of(i), from[plane] + place_of(i), d_element_bytes);
    }
}

bool row_layout::is_same(const row_memory& a, const row_memory& b) const
{
    for (std::size_t plane = 0; plane < d_planes; ++plane) {
        if (d_is_dense && std::memcmp(a[plane], b[plane], place_of(d_size)) != 0)
            return false;
        for (std::int64_t i = 0; !d_is_dense && i < d_size; ++i) {
            const auto at = place_of(i);
            if (std::memcmp(a[plane] + at, b[plane] + at, d_element_bytes) != 0)
                return false;
        }
    }
    return true;
}

std::size_t row_layout::numbers() const
{
    return static_cast<std::size_t>(d_size) * d_element_bytes / number_bytes(d_number);
}

bool row_layout::is_near(const row_memory& a,
                         double bound,
                         double factor,
                         const row_memory& b,
                         const row_memory* c) const
{
    if (d_is_dense && d_number != precision::float16) {
        const auto near =
            d_number == precision::float64 ? are_near<double> : are_near<float>;
        bool all = true;
        for (std::size_t i = 0; i < d_planes; ++i)
            all &= near(a[i], bound, factor, b[i], c ? (*c)[i] : nullptr, numbers());
        return all;
    }
    for (std::int64_t i = 0; i < d_size; ++i) {
        const auto sum = get(b, i) + (c ? get(*c, i) : 0);
        if (!gpufft::is_near(get(a, i), factor * sum, bound))
            return false;
    }
    return true;
}

void row_layout::negate(const row_memory& to, const row_memory& from) const
{
    const auto step = number_bytes(d_number);
    for (std::size_t plane = 0; plane < d_planes; ++plane) {
        if (d_is_dense) {
            std::memcpy(to[plane], from[plane], place_of(d_size));
            for (auto last = step - 1; last < place_of(d_size); last += step)
                to[plane][last] ^= SIGN;
            continue;
        }
        for (std::int64_t i = 0; i < d_size; ++i) {
            const auto at = place_of(i);
            std::memcpy(to[plane] + at, from[plane] + at, d_element_bytes);
            for (auto last = step - 1; last < d_element_bytes; last += step)
                to[plane][at + last] ^= SIGN;
        }
    }
}

test_row::test_row(const row_layout& layout, std::size_t bytes)
    : d_layout(layout), d_bytes(bytes)
{
    for (std::size_t i = 0; i < layout.planes(); ++i) {
        d_arrays[i] = page_memory(bytes);
        d_memory[i] = d_arrays[i].get();
        std::memset(d_memory[i], 0, bytes);
    }
}

test_row::test_row(const test_row& other) : test_row(other.d_layout, other.d_bytes)
{
    d_layout.copy(d_memory, other.d_memory);
}

test_row test_row::scaled(double factor) const
{
    test_row result(d_layout, d_bytes);
    for (std::int64_t i = 0; i < size(); ++i)
        result.set(i, factor * get(i));
    return result;
}

} // namespace gpufft
