/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/product.h"
#include "reference/interpreter/plain_dft.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr double TWO_PI = 6.283185307179586;

std::size_t smallest_factor(std::size_t n)
{
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

//! y[k] = the sum over j < n of x[j * stride] w^(j k), by the smallest factor of n, then
//! by those of the parts. \p parts is room for 2 n numbers.
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
    const std::size_t radix = smallest_factor(n), m = n / radix;
    for (std::size_t r = 0; r < radix; ++r)
        transform_by_factors(x + r * stride,
                             stride * radix,
                             m,
                             { w.roots, w.step * radix },
                             parts + n,
                             parts + r * m);
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
