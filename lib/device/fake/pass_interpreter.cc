/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/fake/pass_interpreter.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft {

namespace {

using complex = std::complex<double>;
using points = std::vector<complex>;

constexpr double TWO_PI = 6.283185307179586;

//! exp(-2 pi i number / order)
complex root(std::int64_t number, std::int64_t order)
{
    return std::polar(1.0, -TWO_PI * double(number % order) / double(order));
}

std::size_t smallest_factor(std::size_t n)
{
    for (std::size_t factor = 2; factor * factor <= n; ++factor)
        if (n % factor == 0)
            return factor;
    return n;
}

//! One column of a workgroup: where it begins inside its row, and its K.
struct column {
    std::int64_t row = 0;
    std::int64_t input = 0;
    std::int64_t output = 0;
    std::int64_t twiddle = 0;

    void add(const axis& a, std::int64_t index)
    {
        input += index * a.input_weight;
        output += index * a.output_weight;
        twiddle += index * a.twiddle_weight;
    }
};

//! The columns of workgroup \p group; those past the last row are left out.
std::vector<column> columns_of(const pass& p, std::int64_t group, std::int64_t rows)
{
    column origin;
    for (const auto& a : p.grid) {
        origin.add(a, group % a.size);
        group /= a.size;
    }
    std::vector<column> columns;
    for (std::int64_t c = 0; c < p.columns.size; ++c) {
        column one = origin;
        if (p.columns_are_rows()) {
            one.row = group * p.columns.size + c;
        } else {
            one.row = group;
            one.add(p.columns, c);
        }
        if (one.row < rows)
            columns.push_back(one);
    }
    return columns;
}

void check(std::size_t index, std::size_t floats, const char* memory)
{
    if (index >= floats)
        throw device_error(fmt::format(
            "fake kernel: float {} of {}, which has {}", index, memory, floats));
}

complex swapped(complex x) { return { x.imag(), x.real() }; }

//! Point \p n of row \p row as it comes to the first stage.
complex load_point(const pass& p, const pass_memory& m, std::int64_t row, std::int64_t n)
{
    const auto& load = p.load;
    const std::size_t place = row * p.length + (n + load.rotation) % p.length;
    const bool is_real = load.format == input_format::real32;
    check(is_real ? place : 2 * place + 1, m.in_floats, "the input");
    complex x =
        is_real ? complex(m.in[place]) : complex(m.in[2 * place], m.in[2 * place + 1]);
    if (load.windowed) {
        check(n, m.window_floats, "the window");
        x *= m.window[n];
    }
    return load.swap_parts ? swapped(x) : x;
}

void store_point(
    const pass& p, const pass_memory& m, std::int64_t row, std::int64_t k, complex x)
{
    const auto& store = p.store;
    const std::size_t place = row * p.length + (k + store.rotation) % p.length;
    check(2 * place + 1, m.out_floats, "the output");
    x *= store.scale;
    if (store.swap_parts)
        x = swapped(x);
    m.out[2 * place] = static_cast<float>(x.real());
    m.out[2 * place + 1] = static_cast<float>(x.imag());
}

points load_column(const pass& p, const pass_memory& m, const column& c)
{
    points x(p.points());
    for (std::int64_t j = 0; j < p.points(); ++j)
        x[j] = load_point(p, m, c.row, c.input + j * p.input_stride) *
               root(c.twiddle * j, p.twiddle_order);
    return x;
}

} // namespace

std::vector<complex> plain_dft(const points& x)
{
    const std::size_t n = x.size();
    if (n <= 1)
        return x;
    const std::size_t radix = smallest_factor(n), m = n / radix;
    points y(n);
    for (std::size_t r = 0; r < radix; ++r) {
        points part(m);
        for (std::size_t i = 0; i < m; ++i)
            part[i] = x[i * radix + r];
        part = m > 1 ? plain_dft(part) : part;
        for (std::size_t k = 0; k < n; ++k)
            y[k] += root(r * k, n) * part[k % m];
    }
    return y;
}

void interpret_pass(const pass& p, const pass_memory& memory, std::uint64_t rows)
{
    for (std::uint64_t group = 0; group < p.tiles(rows); ++group) {
        const auto columns = columns_of(p, group, rows);
        std::vector<points> loaded;
        for (const auto& c : columns)
            loaded.push_back(load_column(p, memory, c));
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto y = plain_dft(loaded[i]);
            for (std::int64_t k = 0; k < p.points(); ++k)
                store_point(p,
                            memory,
                            columns[i].row,
                            columns[i].output + k * p.output_stride,
                            y[k]);
        }
    }
}

} // namespace gpufft
