/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_SIMPLIFY_H
#define INCLUDED_GPUFFT_LIB_CODELET_SIMPLIFY_H

#include "codelet/network.h"

//! The optimizer's second half: what the graph cannot see while it is being built, namely
//! who uses a node, and how often.
namespace gpufft {

/*!
 * \brief Sums of sums taken as one, their terms collected
 *
 * A sum that nothing else needs becomes part of the sum that uses it, constants
 * distributed; then terms in the same value merge, and terms with the same constant
 * share its multiplication.
 */
network collect_terms(const network& n);

/*!
 * \brief Inputs and outputs exchanged: the matrix transposed
 *
 * Additions become copies and copies additions, so repeated work shows in a transposed
 * network that was hidden in the original; transposing again brings the gain home.
 */
network transpose(const network& n);

//! The cheapest of these and the network itself.
network simplify(const network& n);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_SIMPLIFY_H */
