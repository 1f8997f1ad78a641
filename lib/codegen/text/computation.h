/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_COMPUTATION_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_COMPUTATION_H

#include "plan/ir/histogram.h"
#include "plan/ir/pass.h"
#include "plan/ir/power.h"
#include "plan/request/item_expression.h"
#include <string>

namespace gpufft {

//! The kernels beside passes: power_kernels.h, item_kernels.h, branch_kernels.h,
//! reorder_kernel.h and receiver_kernels.h
enum class helper_kernel {
    none,
    convert,
    accumulate,
    combine,
    combine_weighted,
    finish,
    finish_whole,
    histogram_columns, //!< the histogram_ ones: histogram_kernels.h
    histogram_frames,
    histogram_sum,
    histogram_count,
    histogram_fade,
    expression,
    keep,
    branch_sums, //!< branch_kernels.h
    reorder,     //!< the reorder ones: reorder_kernel.h
    reorder_to_rings,
    reorder_from_rings,
    gather_bins, //!< receiver_kernels.h
    turn_outputs
};

//! What a kernel computes, for tests that compute the same without a compiler.
struct computation {
    pass computed_pass;
    helper_kernel helper = helper_kernel::none; //!< the kernel is this, and no pass
    power_request power;       //!< what a helper, or a pass that accumulates, is for
    histogram_shape histogram; //!< what a histogram_ helper is for
    int histogram_lanes = 1;
    item_expression_pointer items; //!< what the expression helper computes
    int points_a_branch = 1;       //!< what the branch_sums helper is for
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_COMPUTATION_H */
