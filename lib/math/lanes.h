/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_LANES_H
#define INCLUDED_GPUFFT_LIB_MATH_LANES_H

#include <complex>
#include <cstddef>

namespace gpufft {

/*!
 * \brief Some doubles that are computed with alike
 *
 * Plain loops, which compilers turn into the processor's vectors. GCC 12 makes slower
 * code of its own vector types where they are longer than the processor's: see
 * measurements.md, "Vector types of GCC 12".
 */
struct lanes {
    static constexpr std::size_t count = 4;
    double of[count];
};

inline lanes operator+(const lanes& a, const lanes& b)
{
    lanes sum;
    for (std::size_t i = 0; i < lanes::count; ++i)
        sum.of[i] = a.of[i] + b.of[i];
    return sum;
}

inline lanes operator-(const lanes& a, const lanes& b)
{
    lanes difference;
    for (std::size_t i = 0; i < lanes::count; ++i)
        difference.of[i] = a.of[i] - b.of[i];
    return difference;
}

inline lanes operator*(double a, const lanes& b)
{
    lanes product;
    for (std::size_t i = 0; i < lanes::count; ++i)
        product.of[i] = a * b.of[i];
    return product;
}

//! Complex numbers, one a lane; of double just one.
template <typename number>
struct complex_of {
    number re, im;
};

template <typename number>
inline complex_of<number> operator+(const complex_of<number>& a,
                                    const complex_of<number>& b)
{
    return { a.re + b.re, a.im + b.im };
}

template <typename number>
inline complex_of<number> operator-(const complex_of<number>& a,
                                    const complex_of<number>& b)
{
    return { a.re - b.re, a.im - b.im };
}

template <typename number>
inline complex_of<number> operator*(double a, const complex_of<number>& b)
{
    return { a * b.re, a * b.im };
}

template <typename number>
inline complex_of<number> operator*(const std::complex<double>& a,
                                    const complex_of<number>& b)
{
    return { a.real() * b.re - a.imag() * b.im, a.real() * b.im + a.imag() * b.re };
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_LANES_H */
