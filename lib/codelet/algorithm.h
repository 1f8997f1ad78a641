/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_ALGORITHM_H
#define INCLUDED_GPUFFT_LIB_CODELET_ALGORITHM_H

#include "codelet/network.h"
#include <string>
#include <vector>

namespace gpufft {

enum class method { direct, mixed_radix, split_radix, prime_factor, rader };

//! A way to build a DFT; the sub-transforms choose their own.
struct algorithm {
    method how = method::direct;
    int factor = 1; //!< radix of mixed_radix, first length of prime_factor
};

std::string to_string(const algorithm& a); //!< e.g. "mixed radix 3"

//! Every algorithm that applies to \p length; where costs tie, the first is chosen.
std::vector<algorithm> candidate_algorithms(int length);

/*!
 * \brief The candidate whose network costs least
 *
 * Found by building all of them, once a length; thread safe.
 */
algorithm choose_algorithm(int length);

//! The forward DFT of \p length points, simplified
network build_network(int length, const algorithm& a);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_ALGORITHM_H */
