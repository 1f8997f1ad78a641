/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_TILE_COLUMNS_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_TILE_COLUMNS_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>

namespace gpufft {

/*!
 * \brief Columns and stages of a pass that does all of an inner DFT, whose dimensions,
 * load and store operations are set
 *
 * Where the DFT's own points are neighbours in memory, a workgroup takes several
 * transforms just to have enough work-items; where values of an outer loop are, it takes
 * a run of those.
 * \return false where not even one transform fits a workgroup
 */
bool fit_columns(pass& p, const dft_problem& r, const device_limits& limits);

//! Sets the columns and stages that fit_columns() sets, with \p count of the nearest
//! columns.
//! \return false where there are not as many, or they do not fit a workgroup
bool fit_column_count(pass& p,
                      const dft_problem& r,
                      std::int64_t count,
                      const device_limits& limits);

//! Number of the outer loop whose values are nearer than the DFT's points, in the input
//! or the output at least; -1: there is none.
int strided_other(const dft_problem& r);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_TILE_COLUMNS_H */
