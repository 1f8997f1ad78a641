/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_HISTOGRAM_KERNELS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_HISTOGRAM_KERNELS_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "plan/ir/histogram.h"
#include <cstdint>

// clang-format off
/*!
 * From powers [frames][bins] to a histogram [levels][bins]: how often each bin's power
 * was at each level, in frames that fade with time.
 *
 *     state_out = keep * state_in + what the frames count
 *
 * state_in is not read where keep is 0. A power p counts to level log2(p) * slope +
 * offset, rounded down; to the lowest or highest where that is outside; nowhere where p
 * is NaN or infinite. Place i of a level belongs to bin (i + rotation) mod bins, where
 * rotation is 0 or (bins + 1) / 2. All reals are float32, `uint` is 32 bits. Arguments in
 * order:
 *
 * columns  const float* powers, const float* state_in, float* state_out,
 *          uint frames, uint rotation, float slope, float offset, float keep
 *          For CPU devices: a workgroup is one work-item, and counts `lanes` neighbouring
 *          bins after the other in local memory; no atomics, whole vectors. Workgroups:
 *          bins / lanes at most, which share them.
 * count    const float* powers, uint* counts [levels][bins], uint rotation, float slope,
 *          float offset
 *          For GPUs: a work-item for each power, since few lengths have bins enough to
 *          occupy a GPU; additions are atomic. Adds to `counts`. Elements: bins, in
 *          `frames` rows.
 * fade     const float* state_in, uint* counts, float* state_out, float keep
 *          Leaves the counts at 0. Elements: bins * levels, in one row.
 *
 * Workgroups of count and fade: power_kernels.h, groups_for().
 */
// clang-format on
namespace gpufft {

//! \param lanes  histogram_lanes()
kernel_source
generate_histogram_columns(const histogram_shape& s, int lanes, const dialect& d);
kernel_source generate_histogram_count(const histogram_shape& s, const dialect& d);
kernel_source generate_histogram_fade(const histogram_shape& s, const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_HISTOGRAM_KERNELS_H */
