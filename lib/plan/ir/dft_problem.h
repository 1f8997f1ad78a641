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
 * Weights are elements of that side: of each transformed dimension, and of each of the
 * others, over which the passes merely repeat.
 */
struct dft_view {
    buffer_role at = buffer_role::input;
    std::int64_t offset = 0;
    std::int64_t distance = 1; //!< between rows; of the scratch: set when it is known
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> outer_weights;
};

/*!
 * \brief A core DFT to be turned into passes, ends included
 *
 * Along one dimension, or along several that one workgroup takes together. Strategies
 * return passes from `in` to `out`; what lies between uses the scratch from
 * `workspace_offset` on.
 */
struct dft_problem {
    //! Lengths and rotations; steps and strides are the strategies' to fill in.
    std::vector<pass_dimension> dimensions;
    std::vector<std::int64_t> outer_loops; //!< sizes, slowest first
    dft_view in;
    dft_view out;
    std::int64_t row_factor = 1;
    std::int64_t workspace_offset = 0;
    load_operation load;
    store_operation store;
    precision number = precision::float32;
    bool in_place = false; //!< both sides are one memory and agree on every place
    //! What repeats may be counted as rows in the scratch, with_rows_in_workspace().
    bool may_join_rows = false;
    //! Points of each pass, or factors of a convolution's length, where they must be so
    //! (plan_shape.h); empty: as the strategies like.
    std::vector<std::int64_t> split;
    //! Passes that cost as much are of no use, in trips through global memory.
    double most_cost = std::numeric_limits<double>::infinity();
    //! Counted so far for the same plan; null: none are kept.
    std::shared_ptr<convolution_costs> costs;

    //! Points of the core, over all its dimensions.
    std::int64_t points() const;
    //! Times that the core repeats in a row.
    std::int64_t repeats() const;
};

//! \p r with others of one value left out and those that follow one another like the
//! points of a single one made one; those that follow like rows are counted as rows.
dft_problem merged(dft_problem r);

/*!
 * \p r with the slowest of the others counted as rows where a side is the scratch, too
 *
 * Such a pass shares the scratch only with passes whose rows, so many together, lie as
 * far apart: with nothing but this in it.
 */
dft_problem with_rows_in_workspace(dft_problem r);

//! The scratch from \p offset on: the core's points next to each other, in the order of
//! the dimensions, and the others around them.
dft_view packed_workspace(const dft_problem& r, std::int64_t offset);

//! Neighbouring columns of a tile: \p count of the values of others[\p other]; rows of
//! the batch where other is negative.
struct column_choice {
    int other = -1;
    std::int64_t count = 1;
};

/*!
 * Gives \p p, whose steps and twiddle weights are set, its strides, weights, distances
 * and places on both sides, and the others on top of its grid.
 */
void bind_sides(pass& p,
                const dft_problem& r,
                const dft_view& in,
                const dft_view& out,
                column_choice columns);

//! Largest element of the scratch that \p passes reach in a row, and one; 0: none.
std::int64_t workspace_extent(const std::vector<pass>& passes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_DFT_PROBLEM_H */
