/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_PASSES_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_PASSES_H

#include "plan/ir/dft_problem.h"
#include "plan/strategies/convolutions/padded_split.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

/*!
 * \brief Pass \p i of those below, of the 2 p - 1: everything but stages and form
 *
 * \param columns  neighbouring columns within the dimension, or values of one of the
 *                 outer loops where the choice says so
 */
pass shape_padded_pass(const dft_problem& r,
                       std::int64_t length,
                       const length_split& factors,
                       std::size_t i,
                       column_choice columns);

/*!
 * \brief A convolution in several passes, input and output in the order of the points
 *
 * The passes there are those of length_split.h, but the last one does not reorder. This
 * one convolves, so it has its twiddles before and after:
 *
 *     pass 1, pass 2    n = (j_1, j_2, j_3) to (k_1, k_2, j_3), the input to workspace
 *     pass 3            k_3 and back to j_3, in the workspace
 *     pass 2, pass 1    k_2, then k_1, back to j_2 and j_1, workspace to the output
 *
 * On the way back twiddles follow the sum that they came before on the way there. Pass 3
 * multiplies by its own at its end, so pass 2 begins without any. The twiddles of pass 2,
 * w(P_1 P_2)^(j_2 k_1), come before pass 1, whose points are k_1 now. With two factors
 * there is no pass 2, and pass 1 begins without any.
 *
 * The way back is an inverse DFT, on exchanged parts: pass 3 leaves them so, and the last
 * pass exchanges them again before its chirp (io_operations.h).
 *
 * \param r       the inner DFT over split.points(), with the chirp in its load and store
 *                operations
 * \param length  points of the DFT itself
 * \return none where the passes do not fit the device
 */
std::vector<pass> make_padded_passes(const dft_problem& r,
                                     std::int64_t length,
                                     const padded_split& split,
                                     const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_PASSES_H */
