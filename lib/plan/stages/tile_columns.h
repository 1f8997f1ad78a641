/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_TILE_COLUMNS_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_TILE_COLUMNS_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>

namespace gpufft {

/*!
 * \brief Columns and stages of a pass that does all of a core, whose dimensions and ends
 * are set
 *
 * Where the core's own points are neighbours in memory, a workgroup takes several
 * transforms just to have enough work-items; where values of one of the others are, it
 * takes a run of those.
 * \return false where not even one transform fits a workgroup
 */
bool fit_columns(pass& p, const dft_problem& r, const device_limits& limits);

//! Sets what fit_columns() does, with \p count of the nearest columns.
//! \return false where there are not as many, or they do not fit a workgroup
bool fit_column_count(pass& p,
                      const dft_problem& r,
                      std::int64_t count,
                      const device_limits& limits);

//! Number of the other whose values are nearer than the core's points, at one side at
//! least; -1: there is none.
int strided_other(const dft_problem& r);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_TILE_COLUMNS_H */
