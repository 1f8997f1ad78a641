/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_HISTOGRAM_KERNELS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_HISTOGRAM_KERNELS_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "plan/ir/histogram.h"
#include <cstdint>
#include <string>

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
 * count    const float* powers, uint* counts [levels][bins], uint rotation, float slope,
 *          float offset
 *          For GPUs: a work-item for each power, since few lengths have bins enough to
 *          occupy a GPU; additions are atomic. Adds to `counts`. Elements: bins, in
 *          `frames` rows.
 * fade     const float* state_in, uint* counts, float* state_out, float keep
 *          Leaves the counts at 0. Elements: bins * levels, in one row.
 *
 * Workgroups of count and fade: power_kernels.h, groups_for().
 *
 * For CPU devices: a workgroup is one work-item, and the workgroups share the work,
 * blocks of neighbouring bins or levels. Counts lie as histogram_blocks
 * (plan/ir/histogram.h) has them, so that those which a block of bins hits stay in the
 * nearest cache while all its frames are counted.
 *
 * columns  const float* values, uint* counts, uint* done [blocks], uint goes_on,
 *          float slope, float offset, uint frames
 *          Adds to `counts`, or to 0 where it does not go on. `done` becomes 1 for each
 *          block that has been counted. Values are powers p or, where the kernel is of
 *          decibels, 10 log10(p), which then stand in place of log2(p).
 *          Workgroups: blocks / histogram_blocks_together().
 * frames   const float* values, uint* counts, uint* done [workgroups], uint histogram,
 *          float slope, float offset, uint frames
 *          As columns, where each thread counts the frames that it has transformed: a
 *          workgroup has its share of the frames, and the counts are thread_counts
 *          (plan/ir/histogram.h). `histogram` is another number for each histogram, and
 *          not 0. A workgroup counts where queue::launch_rows() says that its thread
 *          does. Workgroups: any number.
 * sum      const float* state_in, const uint* counts, float* state_out, uint rotation,
 *          where threads have counted each for itself uint histogram, float keep
 *          The formula above. Workgroups: levels.
 */
// clang-format on
namespace gpufft {

//! What the values of the columns kernel are.
enum class histogram_values { powers, decibels };

//! Name of a kernel for \p s, e.g. "histogram_count_256x1024".
std::string histogram_name(const char* subject, const histogram_shape& s);

//! Blocks that a workgroup counts at once, which divides their number.
int histogram_blocks_together(const histogram_blocks& b);

//! \param lanes  histogram_lanes()
kernel_source generate_histogram_columns(const histogram_shape& s,
                                         int lanes,
                                         histogram_values of,
                                         const dialect& d);
kernel_source generate_histogram_frames(const histogram_shape& s,
                                        int lanes,
                                        histogram_values of,
                                        const dialect& d);
//! \param threads  that have counted each for itself; 0: all counted into the same
kernel_source generate_histogram_sum(const histogram_shape& s,
                                     int lanes,
                                     std::int64_t threads,
                                     const dialect& d);
kernel_source generate_histogram_count(const histogram_shape& s, const dialect& d);
kernel_source generate_histogram_fade(const histogram_shape& s, const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_HISTOGRAM_KERNELS_H */
