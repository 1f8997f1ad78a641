/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_MATH_ROOTS_H
#define INCLUDED_GPUFFT_LIB_MATH_ROOTS_H

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief exp(+2 pi i k / n), to the last bit of double; any k, n from 1 to 2^60
 *
 * The angle is reduced to one octant in integers first. So conjugate roots, and roots
 * mirrored at an axis or a diagonal, have parts that are equal to the bit; and 0, 1, 1/2
 * and equal parts at 45 degrees are exact. Forward twiddles are root_of_unity(-k, n).
 */
std::complex<double> root_of_unity(std::int64_t k, std::int64_t n);

//! exp(+2 pi i k / n), to the last bit of long double, for constants that are computed
//! with.
std::complex<long double> wide_root_of_unity(std::int64_t k, std::int64_t n);

/*!
 * \brief Many roots of one order, each the product of two table entries
 *
 * Some fifteen times faster than root_of_unity() and at most one unit in the last place
 * from it: the product is made in long double and rounded once. The tables have about
 * the square root of the order.
 */
class roots_of_order
{
public:
    explicit roots_of_order(std::int64_t n);

    //! exp(-2 pi i e / n); 0 <= e < n
    std::complex<double> operator()(std::int64_t e) const
    {
        const wide& a = d_coarse[static_cast<std::size_t>(e >> d_shift)];
        const wide& b =
            d_fine[static_cast<std::size_t>(e & ((std::int64_t(1) << d_shift) - 1))];
        // By hand: the operator of std::complex looks for infinities first.
        return { static_cast<double>(a.real() * b.real() - a.imag() * b.imag()),
                 static_cast<double>(a.real() * b.imag() + a.imag() * b.real()) };
    }

private:
    using wide = std::complex<long double>;
    int d_shift = 0;            // log2 of the entries of d_fine
    std::vector<wide> d_fine;   // of exponents 0, 1, 2, ...
    std::vector<wide> d_coarse; // of multiples of d_fine.size()
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_MATH_ROOTS_H */
