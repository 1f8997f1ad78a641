/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_RECEIVER_KERNELS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_RECEIVER_KERNELS_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"

// clang-format off
/*!
 * What receivers of one stream do around the inverse transforms of their channels
 * (exec/receivers/tuned_channel.h has the formulas). All channels of a launch have as
 * many points. Each kernel has a work-item for each element of its output,
 * groups_for(elements) workgroups (power_kernels.h), and arguments in the order given;
 * `uint` is 32 bits, `ulong` 64. The memory of inputs and outputs lies apart.
 *
 * gather_bins   const float2* bins [blocks][length], const float2* weights
 *               [channels][points], const uint* centres [channels],
 *               float2* rows [channels][blocks][points], uint length, uint points,
 *               uint blocks, uint elements
 *               Place k of a row is the bin so far behind the channel's centre, below
 *               `length`, times weight k; places from points - points / 2 on are the
 *               points / 2 bins before it. Bins follow one another around the end.
 *               Elements: channels * blocks * points.
 * turn_outputs  const float2* rows [channels][blocks][points], const float2* begins
 *               [channels][blocks], const float* drifts [channels], float2* out,
 *               ulong out_at, uint points, uint outputs, uint blocks, uint elements
 *               out[out_at + ...] [channels][blocks][outputs]: of each row the last
 *               `outputs` points, point o of these times begins and
 *               exp(-2 pi i o drift). Elements: channels * blocks * outputs.
 */
// clang-format on
namespace gpufft {

kernel_source generate_gather_bins(const dialect& d);
kernel_source generate_turn_outputs(const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_RECEIVER_KERNELS_H */
