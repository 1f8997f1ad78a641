/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_HOST_BUTTERFLIES_H
#define INCLUDED_GPUFFT_LIB_MATH_HOST_BUTTERFLIES_H

#include "math/lanes.h"
#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <vector>

//! Forward DFTs of few points in place, of doubles or of lanes of them.
namespace gpufft {

template <typename number>
struct butterfly2 {
    static constexpr std::size_t radix = 2;
    using points = std::array<complex_of<number>, radix>;

    void operator()(points& a) const { a = { a[0] + a[1], a[0] - a[1] }; }
};

template <typename number>
struct butterfly4 {
    static constexpr std::size_t radix = 4;
    using points = std::array<complex_of<number>, radix>;

    void operator()(points& a) const
    {
        const auto even = a[0] + a[2], even_less = a[0] - a[2];
        const auto odd = a[1] + a[3], odd_less = a[1] - a[3];
        a[0] = even + odd;
        a[1] = { even_less.re + odd_less.im, even_less.im - odd_less.re };
        a[2] = even - odd;
        a[3] = { even_less.re - odd_less.im, even_less.im + odd_less.re };
    }
};

namespace detail {

//! Points n and p - n are taken together. \p sums and \p differences: room for p / 2.
template <typename number, typename points, typename roots, typename halves>
__attribute__((always_inline)) inline void odd_butterfly(
    std::size_t p, points& a, const roots& root, halves& sums, halves& differences)
{
    const auto first = a[0];
    for (std::size_t n = 1; n <= p / 2; ++n) {
        sums[n - 1] = a[n] + a[p - n];
        differences[n - 1] = a[n] - a[p - n];
        a[0] = a[0] + sums[n - 1];
    }
    for (std::size_t k = 1; k <= p / 2; ++k) {
        auto even = first;
        auto odd = root[k].imag() * differences[0];
        even = even + root[k].real() * sums[0];
        for (std::size_t n = 2, e = 2 * k % p; n <= p / 2; ++n, e = (e + k) % p) {
            even = even + root[e].real() * sums[n - 1];
            odd = odd + root[e].imag() * differences[n - 1];
        }
        // The roots' imaginary parts are of exp(+...): what is added is -i times odd.
        a[k] = { even.re + odd.im, even.im - odd.re };
        a[p - k] = { even.re - odd.im, even.im + odd.re };
    }
}

} // namespace detail

//! An odd prime that compilers know: they unroll all of it.
template <typename number, std::size_t prime>
class prime_butterfly
{
public:
    static constexpr std::size_t radix = prime;
    using points = std::array<complex_of<number>, radix>;

    //! \param roots  exp(+2 pi i e / prime)
    explicit prime_butterfly(const std::complex<double>* roots)
    {
        std::copy_n(roots, radix, d_roots.begin());
    }

    void operator()(points& a) const
    {
        std::array<complex_of<number>, radix / 2> sums, differences;
        detail::odd_butterfly<number>(radix, a, d_roots, sums, differences);
    }

private:
    std::array<std::complex<double>, radix> d_roots;
};

//! Any odd prime; p operations a point.
template <typename number>
class odd_butterfly
{
public:
    using points = std::vector<complex_of<number>>;

    odd_butterfly(std::size_t p, const std::complex<double>* roots)
        : radix(p), d_roots(roots), d_sums(p / 2), d_differences(p / 2)
    {
    }

    const std::size_t radix;

    void operator()(points& a)
    {
        detail::odd_butterfly<number>(radix, a, d_roots, d_sums, d_differences);
    }

private:
    const std::complex<double>* d_roots;
    points d_sums;
    points d_differences;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_HOST_BUTTERFLIES_H */
