/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_DFT_PROBLEM_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_DFT_PROBLEM_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace gpufft {

class convolution_costs;

/*!
 * \brief Where one side of a pass, or of a chain of them, finds its elements
 *
 * Weights are elements of that side: one weight for each transformed dimension, and one
 * for each of the outer loops, over which the passes merely repeat.
 */
struct dft_view {
    buffer_role at = buffer_role::input;
    std::int64_t offset = 0;
    std::int64_t distance = 1; //!< between rows; in the workspace: set when it is known
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> outer_weights;
};

/*!
 * \brief An inner DFT to be turned into passes, with its load and store operations
 *
 * The DFT runs along one dimension, or along several that one workgroup takes together.
 * Strategies return passes from `in` to `out`; what lies between uses the workspace from
 * `workspace_offset` on.
 */
struct dft_problem {
    //! Lengths and rotations; strategies fill in the steps and strides.
    std::vector<pass_dimension> dimensions;
    std::vector<std::int64_t> outer_loops; //!< sizes, slowest first
    dft_view in;
    dft_view out;
    std::int64_t row_factor = 1;
    std::int64_t workspace_offset = 0;
    load_operation load;
    store_operation store;
    precision number = precision::float32;
    bool in_place = false; //!< both sides are one memory with one layout
    //! What follows the DFT is the caller's spectrum and the way back, in the same
    //! passes: a convolution of as many points.
    bool is_convolved = false;
    //! Outer loops may be counted as rows in the workspace, with_rows_in_workspace().
    bool may_join_rows = false;
    //! Points of each pass, or factors of a convolution's length, where they must be so
    //! (plan_shape.h); empty: as the strategies like.
    std::vector<std::int64_t> split;
    //! Passes that cost as much are of no use. The unit is a memory pass over the data.
    double most_cost = std::numeric_limits<double>::infinity();
    //! Counted so far for the same plan; null: none are kept.
    std::shared_ptr<convolution_costs> costs;

    //! Points of the inner DFT, over all its dimensions.
    std::int64_t points() const;
    //! Times that the inner DFT repeats in a row: the product of the outer loops.
    std::int64_t repeats() const;
};

//! \p r with merged outer loops: a loop of one value is left out, and loops that nest
//! become one. A loop whose values follow one another like rows is counted as rows.
dft_problem merged(dft_problem r);

/*!
 * \p r with its slowest outer loop counted as rows also where a side is the workspace
 *
 * Such a pass shares the workspace only with passes that count rows alike, so that their
 * rows lie equally far apart: nothing else may lie in it.
 */
dft_problem with_rows_in_workspace(dft_problem r);

//! The workspace from \p offset on: the points of the inner DFT lie next to each other,
//! in the order of the dimensions, with the outer loops around them.
dft_view packed_workspace(const dft_problem& r, std::int64_t offset);

//! Neighbouring columns of a tile: \p count values of outer loop \p other, or rows of the
//! batch where \p other is negative.
struct column_choice {
    int other = -1;
    std::int64_t count = 1;
};

/*!
 * Gives \p p, whose steps and twiddle weights are set, its strides, weights, distances
 * and buffers on both sides, and appends the outer loops to its grid.
 */
void bind_sides(pass& p,
                const dft_problem& r,
                const dft_view& in,
                const dft_view& out,
                column_choice columns);

//! Elements of the workspace that \p passes reach in a row, from its first on; 0: none.
std::int64_t workspace_extent(const std::vector<pass>& passes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_DFT_PROBLEM_H */
