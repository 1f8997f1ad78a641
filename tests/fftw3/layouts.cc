/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/layouts.h"
#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace gpufft::testing {

namespace {

using fftw3::iodim;
using fftw3::iodim64;

int among(std::mt19937& random, int least, int most)
{
    return std::uniform_int_distribution<int>(least, most)(random);
}

const int LENGTHS[] = { 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 16, 20, 37 };

bool is_halved(data_kind k) { return k == data_kind::r2c || k == data_kind::c2r; }

//! Elements along each axis of a side, dimensions before loops.
std::vector<std::ptrdiff_t> counts_of(const random_layout& l, bool is_complex)
{
    std::vector<std::ptrdiff_t> counts;
    for (const auto& d : l.dims)
        counts.push_back(d.n);
    if (is_halved(l.kind) && is_complex)
        counts.back() = counts.back() / 2 + 1;
    for (const auto& d : l.loops)
        counts.push_back(d.n);
    return counts;
}

//! Strides of axes that lie inside each other in \p order, the first one innermost, with
//! gaps here and there. \return elements from the first to behind the last
std::ptrdiff_t nest(std::mt19937& random,
                    const std::vector<std::ptrdiff_t>& counts,
                    const std::vector<std::size_t>& order,
                    bool has_gaps,
                    std::vector<std::ptrdiff_t>& strides)
{
    std::ptrdiff_t next = 1, extent = 1;
    strides.assign(counts.size(), 0);
    for (const auto a : order) {
        if (has_gaps && among(random, 0, 2) == 0)
            next += among(random, 1, 3);
        strides[a] = next;
        extent += (counts[a] - 1) * next;
        next = extent;
    }
    return extent;
}

template <class get>
void set(random_layout& l, const std::vector<std::ptrdiff_t>& strides, const get& stride)
{
    for (std::size_t a = 0; a < strides.size(); ++a) {
        auto& axis = a < l.dims.size() ? l.dims[a] : l.loops[a - l.dims.size()];
        axis.*stride = strides[a];
    }
}

std::vector<std::size_t>
random_order(std::mt19937& random, std::size_t axes, std::ptrdiff_t innermost)
{
    std::vector<std::size_t> order(axes);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    if (innermost >= 0) {
        const auto at = std::find(order.begin(), order.end(), innermost);
        std::rotate(order.begin(), at, at + 1);
    }
    return order;
}

void lay_out_real_in_place(std::mt19937& random, random_layout& l)
{
    const auto last = l.dims.size() - 1;
    const auto order = random_order(
        random, l.dims.size() + l.loops.size(), static_cast<std::ptrdiff_t>(last));
    std::vector<std::ptrdiff_t> bins;
    const auto extent = nest(random, counts_of(l, true), order, false, bins);
    auto reals = bins;
    for (std::size_t a = 0; a < reals.size(); ++a)
        reals[a] *= a == last ? 1 : 2;
    const bool real_in = l.kind == data_kind::r2c;
    set(l, reals, real_in ? &iodim64::is : &iodim64::os);
    set(l, bins, real_in ? &iodim64::os : &iodim64::is);
    l.input_extent = real_in ? 2 * extent : extent;
    l.output_extent = real_in ? extent : 2 * extent;
}

void lay_out(std::mt19937& random, random_layout& l)
{
    if (l.in_place && is_halved(l.kind))
        return lay_out_real_in_place(random, l);
    const auto axes = l.dims.size() + l.loops.size();
    std::vector<std::ptrdiff_t> strides;
    const bool in_complex = l.kind == data_kind::dft || l.kind == data_kind::c2r;
    const bool out_complex = l.kind == data_kind::dft || l.kind == data_kind::r2c;
    l.input_extent = nest(
        random, counts_of(l, in_complex), random_order(random, axes, -1), true, strides);
    set(l, strides, &iodim64::is);
    l.output_extent = l.input_extent;
    if (!l.in_place)
        l.output_extent = nest(random,
                               counts_of(l, out_complex),
                               random_order(random, axes, -1),
                               true,
                               strides);
    set(l, strides, &iodim64::os);
}

void reverse_some(std::mt19937& random, random_layout& l)
{
    for (auto& loop : l.loops) {
        if (among(random, 0, 1))
            continue;
        l.input_before += (loop.n - 1) * loop.is;
        l.output_before += (loop.n - 1) * loop.os;
        loop.is = -loop.is;
        loop.os = -loop.os;
    }
}

std::vector<iodim> narrow(const std::vector<iodim64>& wide)
{
    std::vector<iodim> made;
    for (const auto& d : wide)
        made.push_back(
            { static_cast<int>(d.n), static_cast<int>(d.is), static_cast<int>(d.os) });
    return made;
}

std::string text_of(const std::vector<iodim64>& axes)
{
    std::string text;
    for (const auto& a : axes)
        text += fmt::format(" {}:{}:{}", a.n, a.is, a.os);
    return text;
}

} // namespace

std::set<std::ptrdiff_t> random_layout::output_places() const
{
    std::set<std::ptrdiff_t> places = { output_before };
    for (const auto* axes : { &dims, &loops }) {
        for (const auto& a : *axes) {
            const auto before = places;
            for (std::ptrdiff_t n = 1; n < a.n; ++n)
                for (const auto place : before)
                    places.insert(place + n * a.os);
        }
    }
    return places;
}

std::string random_layout::text() const
{
    const char* const names[] = { "dft", "r2c", "c2r", "r2r" };
    return fmt::format("{}{} dims{} loops{}",
                       names[static_cast<int>(kind)],
                       in_place ? " in place" : "",
                       text_of(dims),
                       text_of(loops));
}

std::vector<iodim> random_layout::narrow_dims() const { return narrow(dims); }
std::vector<iodim> random_layout::narrow_loops() const { return narrow(loops); }

random_layout make_layout(std::mt19937& random, const layout_wishes& wishes)
{
    random_layout l;
    l.kind = wishes.kind;
    l.in_place = wishes.in_place;
    const int rank = among(random, 1, wishes.most_rank);
    for (int d = 0; d < rank; ++d)
        l.dims.push_back({ LENGTHS[among(random, 0, 12 - 3 * (rank - 1))], 0, 0 });
    for (auto more = among(random, 0, wishes.most_loops); more > 0; --more)
        l.loops.push_back({ among(random, 1, 5), 0, 0 });
    lay_out(random, l);
    if (wishes.has_reversed_loops)
        reverse_some(random, l);
    return l;
}

} // namespace gpufft::testing
