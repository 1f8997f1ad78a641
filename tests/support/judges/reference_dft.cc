/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/judges/reference_dft.h"
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace gpufft::testing {

namespace {

template <class real>
using points = std::vector<std::complex<real>>;

// std::complex looks for NaNs after each product, which takes most of the time.
template <class real>
std::complex<real> product(std::complex<real> a, std::complex<real> b)
{
    return { a.real() * b.real() - a.imag() * b.imag(),
             a.real() * b.imag() + a.imag() * b.real() };
}

// Larger prime factors are worth a convolution.
constexpr std::int64_t LARGEST_DIRECT_FACTOR = 61;

std::int64_t smallest_factor(std::int64_t n)
{
    for (std::int64_t p = 2; p * p <= n; ++p)
        if (n % p == 0)
            return p;
    return n;
}

std::int64_t largest_factor(std::int64_t n)
{
    while (smallest_factor(n) < n)
        n /= smallest_factor(n);
    return n;
}

// Longer tables are not worth their memory.
constexpr std::int64_t LONGEST_KEPT = 1 << 18;

// Roots of the whole turn in n steps. Each thread keeps the last ones, which many rows
// need.
template <class real>
std::shared_ptr<const points<real>> roots(std::int64_t n, int sign)
{
    thread_local std::shared_ptr<const points<real>> of_sign[2];
    auto& kept = of_sign[sign < 0];
    if (kept && static_cast<std::int64_t>(kept->size()) == n)
        return kept;
    points<real> w(n);
    for (std::int64_t k = 0; k < n; ++k)
        w[k] = root_of<real>(k, n, sign);
    const auto made = std::make_shared<const points<real>>(std::move(w));
    if (n <= LONGEST_KEPT)
        kept = made;
    return made;
}

// Transforms x[0], x[step], ... of n points into y. w holds the roots of the whole, part
// has room for the largest factor of n.
template <class real>
void transform_part(const std::complex<real>* x,
                    std::int64_t step,
                    std::int64_t n,
                    const points<real>& w,
                    std::complex<real>* part,
                    std::complex<real>* y)
{
    if (n == 1) {
        y[0] = x[0];
        return;
    }
    const auto p = smallest_factor(n);
    const auto m = n / p;
    const auto unit = static_cast<std::int64_t>(w.size()) / n;
    for (std::int64_t r = 0; r < p; ++r)
        transform_part(x + r * step, step * p, m, w, part, y + r * m);
    for (std::int64_t k = 0; k < m; ++k) {
        for (std::int64_t r = 0; r < p; ++r)
            part[r] = y[r * m + k];
        for (std::int64_t q = 0; q < p; ++q) {
            std::complex<real> sum = part[0];
            for (std::int64_t r = 1; r < p; ++r)
                sum += product(part[r], w[r * (k + q * m) % n * unit]);
            y[q * m + k] = sum;
        }
    }
}

template <class real>
points<real> mixed_radix(const points<real>& x, int sign)
{
    const auto n = static_cast<std::int64_t>(x.size());
    points<real> y(n), part(largest_factor(n));
    transform_part(x.data(), 1, n, *roots<real>(n, sign), part.data(), y.data());
    return y;
}

// n k = (n^2 + k^2 - (k - n)^2) / 2 makes the DFT a convolution with a chirp.
template <class real>
points<real> bluestein(const points<real>& x, int sign)
{
    const auto n = static_cast<std::int64_t>(x.size());
    std::int64_t padded = 1;
    while (padded < 2 * n - 1)
        padded *= 2;
    points<real> chirp(n), a(padded), b(padded);
    for (std::int64_t i = 0; i < n; ++i) {
        chirp[i] = root_of<real>(i * i % (2 * n), 2 * n, sign);
        a[i] = product(x[i], chirp[i]);
        b[i] = b[(padded - i) % padded] = std::conj(chirp[i]);
    }
    a = mixed_radix(a, -1);
    b = mixed_radix(b, -1);
    for (std::int64_t i = 0; i < padded; ++i)
        a[i] = product(a[i], b[i]) / static_cast<real>(padded);
    a = mixed_radix(a, 1);
    points<real> y(n);
    for (std::int64_t k = 0; k < n; ++k)
        y[k] = product(a[k], chirp[k]);
    return y;
}

} // namespace

template <class real>
std::complex<real> root_of(std::int64_t k, std::int64_t n, int sign)
{
    k = (k % n + n) % n;
    // 8 k / n eighths of a turn: to the nearest quarter turn, and a rest within one.
    const auto quarters = (8 * k + n) / (2 * n);
    const real rest = static_cast<real>(4 * k - quarters * n);
    const real angle = rest * std::acos(real(-1)) / (2 * static_cast<real>(n));
    const real c = std::cos(angle), s = std::sin(angle);
    const std::complex<real> turned[] = { { c, s }, { -s, c }, { -c, -s }, { s, -c } };
    const auto root = turned[quarters % 4];
    return sign < 0 ? std::conj(root) : root;
}

template <class real>
points<real> direct_dft(const points<real>& x, int sign)
{
    const auto n = static_cast<std::int64_t>(x.size());
    const auto kept = roots<real>(n, sign);
    const auto& w = *kept;
    points<real> y(n);
    for (std::int64_t k = 0; k < n; ++k)
        for (std::int64_t i = 0; i < n; ++i)
            y[k] += product(x[i], w[i * k % n]);
    return y;
}

template <class real>
points<real> fast_dft(const points<real>& x, int sign)
{
    const auto n = static_cast<std::int64_t>(x.size());
    return largest_factor(n) > LARGEST_DIRECT_FACTOR ? bluestein(x, sign)
                                                     : mixed_radix(x, sign);
}

template std::complex<double> root_of(std::int64_t, std::int64_t, int);
template std::complex<long double> root_of(std::int64_t, std::int64_t, int);
template points<double> direct_dft(const points<double>&, int);
template points<long double> direct_dft(const points<long double>&, int);
template points<double> fast_dft(const points<double>&, int);
template points<long double> fast_dft(const points<long double>&, int);

} // namespace gpufft::testing
