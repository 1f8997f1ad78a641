/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_BRANCH_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_BRANCH_PLAN_H

#include "plan/ir/plan.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <optional>

namespace gpufft {

/*!
 * The plan that makes the samples of a synthesizer out of its rows of \p points points in
 * one kernel, by \p how (plan/ir/forms/branch_rows.h). None: the device is a CPU, or the
 * rows before those of a workgroup are too many beside them, so that transforming rows
 * and then adding them up is faster.
 */
std::optional<plan> choose_branch_plan(std::int64_t points,
                                       const summed_branches& how,
                                       const device_limits& limits);

//! Rows with samples of a workgroup, and of a work-item.
struct branch_tile {
    std::int64_t rows = 1;
    int of_item = 1;
};

//! \p rows, a plan of inverse rows in one pass, as one that adds up branches with such
//! workgroups. None: it has another form, or does not fit the device so.
std::optional<plan> with_branch_sums(plan rows,
                                     const summed_branches& how,
                                     const branch_tile& t,
                                     const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_BRANCH_PLAN_H */
