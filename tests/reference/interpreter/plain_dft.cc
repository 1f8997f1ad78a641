/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference/interpreter/plain_dft.h"

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

} // namespace

std::complex<double> plain_root(std::int64_t number, std::int64_t order)
{
    return std::polar(1.0, -TWO_PI * double(number % order) / double(order));
}

complex_points plain_dft(const complex_points& x)
{
    const std::size_t n = x.size();
    if (n <= 1)
        return x;
    const std::size_t radix = smallest_factor(n), m = n / radix;
    complex_points roots;
    for (std::size_t e = 0; e < n; ++e)
        roots.push_back(plain_root(e, n));
    complex_points y(n);
    for (std::size_t r = 0; r < radix; ++r) {
        complex_points part(m);
        for (std::size_t i = 0; i < m; ++i)
            part[i] = x[i * radix + r];
        part = m > 1 ? plain_dft(part) : part;
        for (std::size_t k = 0; k < n; ++k)
            y[k] += roots[r * k % n] * part[k % m];
    }
    return y;
}

complex_points plain_dft(complex_points x, const std::vector<std::int64_t>& shape)
{
    std::size_t stride = x.size();
    for (const auto length : shape) {
        const auto count = static_cast<std::size_t>(length);
        stride /= count;
        complex_points line(count);
        for (std::size_t first = 0; first < x.size(); ++first) {
            if (first / stride % count)
                continue;
            for (std::size_t n = 0; n < count; ++n)
                line[n] = x[first + n * stride];
            const auto y = plain_dft(line);
            for (std::size_t k = 0; k < count; ++k)
                x[first + k * stride] = y[k];
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
