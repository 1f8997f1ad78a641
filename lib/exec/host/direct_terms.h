/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_DIRECT_TERMS_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_DIRECT_TERMS_H

#include <gpufft/transform.h>
#include <complex>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Index along each dimension.
using point_index = std::vector<std::int64_t>;

/*!
 * \brief What input n is multiplied by on its way to output k, as transform.h defines it
 *
 * An output is the sum over all n of input times the product of these terms over the
 * dimensions; of c2r its real part. Without window and scale.
 */
class direct_terms
{
public:
    explicit direct_terms(const transform& t) : d_request(t) {}

    //! The term of dimension \p d alone, from its input index \p n to output index \p k.
    std::complex<double> term(std::size_t d, std::int64_t n, std::int64_t k) const;
    //! The product of the terms of all dimensions.
    std::complex<double> term(const point_index& n, const point_index& k) const;

private:
    transform d_request;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_DIRECT_TERMS_H */
