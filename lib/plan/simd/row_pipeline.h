/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_PIPELINE_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_PIPELINE_H

#include "plan/ir/pass.h"

/*!
 * The last stage of a row and the first stage of the next one are interleaved, where
 * lanes are points of a row. Non-temporal stores then leave while the next row is worked
 * on, and the processor does not wait for memory at the end of each row: see
 * measurements.md, "Pipelined rows".
 *
 * Both stages work in one stack buffer: a group of butterflies of the last stage leaves
 * neighbouring vectors free, which a tile of columns of the first stage fills again.
 * Where outputs stay in the caches, the first stage begins only after the last one has
 * ended.
 */
namespace gpufft {

//! \p p pipelines rows: it may use non-temporal stores, and both stages have more than
//! one step to interleave.
bool pipelines_rows(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_PIPELINE_H */
