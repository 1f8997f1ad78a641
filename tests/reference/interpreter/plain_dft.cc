/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/product.h"
#include "reference/interpreter/plain_dft.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr double TWO_PI = 6.283185307179586;

//! 4 where \p n has it, which takes fewest operations, or the smallest.
std::size_t first_factor(std::size_t n)
{
    if (n % 4 == 0)
        return 4;
    for (std::size_t factor = 2; factor * factor <= n; ++factor)
        if (n % factor == 0)
            return factor;
    return n;
}

void exchange_parts(complex_points& x)
{
    for (auto& value : x)
        value = { value.imag(), value.real() };
}

//! Roots of the order of a whole DFT, of which a part takes every step-th.
struct root_steps {
    const std::complex<double>* roots;
    std::size_t step;
};

//! Joins the DFTs of four parts of m points: part r has the points 4 i + r. Factors of
//! outputs that lie m apart differ by powers of -i, which need no product.
void join_four(const std::complex<double>* parts,
               std::size_t m,
               const root_steps& w,
               std::complex<double>* y)
{
    for (std::size_t k = 0; k < m; ++k) {
        const auto a = parts[k];
        const auto b = times(w.roots[k * w.step], parts[m + k]);
        const auto c = times(w.roots[2 * k * w.step], parts[2 * m + k]);
        const auto d = times(w.roots[3 * k * w.step], parts[3 * m + k]);
        const std::complex<double> turned(b.imag() - d.imag(), d.real() - b.real());
        y[k] = (a + c) + (b + d);
        y[m + k] = (a - c) + turned;
        y[2 * m + k] = (a + c) - (b + d);
        y[3 * m + k] = (a - c) - turned;
    }
}

//! Joins the DFTs of \p radix parts, whatever their number, by the sum over the parts.
void join(const std::complex<double>* parts,
          std::size_t radix,
          std::size_t m,
          const root_steps& w,
          std::complex<double>* y)
{
    const std::size_t n = radix * m;
    // Divisions would take longer than the sums: turn is r k mod n, of_part is k mod m.
    for (std::size_t k = 0, of_part = 0; k < n; ++k) {
        std::complex<double> sum;
        for (std::size_t r = 0, turn = 0; r < radix; ++r) {
            sum += times(w.roots[turn * w.step], parts[r * m + of_part]);
            turn += k;
            if (turn >= n)
                turn -= n;
        }
        y[k] = sum;
        if (++of_part == m)
            of_part = 0;
    }
}

//! y[k] = the sum over j < n of x[j * stride] w^(j k), by a factor of n, then by those of
//! the parts. \p parts is room for 2 n numbers.
void transform_by_factors(const std::complex<double>* x,
                          std::size_t stride,
                          std::size_t n,
                          const root_steps& w,
                          std::complex<double>* parts,
                          std::complex<double>* y)
{
    if (n <= 1) {
        std::copy(x, x + n, y);
        return;
    }
    const std::size_t radix = first_factor(n), m = n / radix;
    for (std::size_t r = 0; r < radix; ++r)
        transform_by_factors(x + r * stride,
                             stride * radix,
                             m,
                             { w.roots, w.step * radix },
                             parts + n,
                             parts + r * m);
    if (radix == 4)
        join_four(parts, m, w, y);
    else
        join(parts, radix, m, w, y);
}

} // namespace

std::complex<double> plain_root(std::int64_t number, std::int64_t order)
{
    return std::polar(1.0, -TWO_PI * double(number % order) / double(order));
}

const complex_points& plain_roots(std::int64_t order)
{
    thread_local complex_points roots;
    if (static_cast<std::int64_t>(roots.size()) != order) {
        roots.resize(order);
        for (std::int64_t e = 0; e < order; ++e)
            roots[e] = plain_root(e, order);
    }
    return roots;
}

complex_points plain_dft(const complex_points& x)
{
    complex_points y(x.size()), parts(2 * x.size());
    transform_by_factors(x.data(),
                         1,
                         x.size(),
                         { plain_roots(x.size()).data(), 1 },
                         parts.data(),
                         y.data());
    return y;
}

complex_points plain_dft(complex_points x, const std::vector<std::int64_t>& shape)
{
    std::size_t stride = x.size();
    for (const auto length : shape) {
        const auto count = static_cast<std::size_t>(length);
        stride /= count;
        const root_steps roots = { plain_roots(length).data(), 1 };
        complex_points y(count), parts(2 * count);
        for (std::size_t first = 0; first < x.size(); first += stride * count)
            for (std::size_t i = first; i < first + stride; ++i) {
                transform_by_factors(&x[i], stride, count, roots, parts.data(), y.data());
                for (std::size_t k = 0; k < count; ++k)
                    x[i + k * stride] = y[k];
            }
    }
    return x;
}

complex_points plain_inverse_dft(complex_points x)
{
    exchange_parts(x);
    x = plain_dft(x);
    exchange_parts(x);
    return x;
}

} // namespace gpufft
