/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_PIPELINE_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_PIPELINE_H

#include "plan/ir/pass.h"

/*!
 * The last stage of a row and the first one of the next, by turns, where lanes are points
 * of a row. What is stored past the caches then leaves while the next row is worked on,
 * and the processor does not wait for memory at the end of each row: see
 * measurements.md, "Rows by turns".
 *
 * Both stages are in one scratch: a group of butterflies of the last one leaves
 * neighbouring vectors free, which a tile of columns of the first one fills again. Where
 * outputs stay in the caches, the first stage begins only after the last one has ended.
 */
namespace gpufft {

//! \p p does so: outputs may stream, and both stages have more than one turn to take.
bool pipelines_rows(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_PIPELINE_H */
