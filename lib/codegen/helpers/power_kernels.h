/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_POWER_KERNELS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_POWER_KERNELS_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "plan/ir/power.h"
#include <gpufft/device_limits.h>

// clang-format off
/*!
 * The kernels around a power_plan's front. Each has a work-item for each element.
 * Elements come in rows, and a workgroup takes neighbours of one row:
 * groups_for(elements, rows) says how many workgroups that takes. All reals are float32.
 * Arguments are in the order given; `uint` is 32 bits. No two of a launch share memory.
 *
 * A power_request has P planes of `bins` reals, `values` in all; P is 1 unless several
 * accumulations of the same powers are asked for.
 *
 * The fused front is a pass like any (kernel_source.h) whose rows are runs: row r has the
 * frames runs[r] .. runs[r + 1] - 1, frame f begins at sample f * hop. Its arguments:
 *     in, out (float[rows][values]), twiddles, window, const uint* runs, uint longest (the
 *     most frames of any row), float keep, uint rows
 *
 * convert      in, float* out, uint elements
 *              Whole numbers to floats, an element a real or imaginary part.
 *              Elements: `elements`, in one row.
 * accumulate   const complex* spectra [frames][bins], float* partials [rows][values],
 *              const uint* runs, float keep, uint rows
 *              What the fused front does after its transform. Elements: bins, in `rows`
 *              rows. CPU devices like runs of 8 frames: one run of all would walk down
 *              columns, see measurements.md, "Runs of frames".
 * combine      const float* partials [rows][values], const float* state_in [values],
 *              float* state_out [values], float* averages [outputs][values],
 *              const uint* ends [outputs + 1], const float* weights [rows][2],
 *              uint outputs, uint carries, uint restarts, uint rows
 *              Runs to averages. Average o is of the rows up to ends[o], from ends[o - 1]
 *              where `restarts`, else of all before; rows up to ends[outputs], the number
 *              of rows, that no average has ended are left in state_out, NaN where there
 *              is none of them, for the next launch to go on from if it `carries`.
 *              Elements: values, in outputs + 1 rows where `restarts`, else in one.
 *              The first average has a row at least, or something is carried over.
 *              sum, square: s + partial; `weights` is not read, and may be no buffer.
 *              highest, lowest: NaN counts as nothing; `weights` is not read, either.
 *              weighted sum (its own kernel): s + share (mean - s), with mean = gain
 *              partial, and share and gain from weights[r]; or mean alone where there is
 *              no s, or none that is finite, so that one bad frame is forgotten. With
 *              `keep` in runs of m frames, share = 1 - keep^m, gain = (1 - keep) /
 *              (1 - keep^m).
 *              A share near 1 would drown a small mean in the rounding of a large s:
 *              instead, what is left of s comes negated, mean - share (s - mean).
 * finish       const float* averages [outputs][bins], float* out [outputs][out_bins],
 *              const float* factors [outputs], uint bins, uint out_bins, uint rotation,
 *              uint is_mean, uint decibels, float edge, uint last_edge, uint outputs
 *              Place k holds bin (k + rotation) mod bins; output bin b reduces places
 *              floor(b bins / out_bins) up to those of b + 1, to the highest or
 *              (`is_mean`) the mean, times factors[o], and 10 log10 of that in decibels.
 *              Bins 0 and last_edge count `edge` times: in a real signal's spectrum they
 *              have no conjugate bin.
 *              Elements: out_bins, in `outputs` rows: each plane of an average is one.
 */
// clang-format on
namespace gpufft {

//! Which form a kernel around the front has: a work-item for each element; or, for CPU
//! devices, workgroups of one work-item that share blocks of elements, in vectors. The
//! same arguments and workgroups do for both.
enum class helper_form { items, shares };
//! Shares where the device is a CPU with vectors.
helper_form helper_form_for(const device_limits& on);

//! The kernels of p.front, in order; the one that is fused included.
std::vector<kernel_source> generate_front(const power_plan& p, const dialect& d);

kernel_source generate_convert(const power_request& request, const dialect& d);
kernel_source generate_accumulate(const power_request& request,
                                  const dialect& d,
                                  helper_form form = helper_form::items);
//! \param weighted  the weighted sum; of accumulation::sum alone
kernel_source generate_combine(const power_request& request,
                               bool weighted,
                               const dialect& d,
                               helper_form form = helper_form::items);
//! \param reduces  out_bins may be fewer than bins, where there are no shares; else they
//! are as many, and it is faster
kernel_source generate_finish(const dialect& d,
                              bool reduces = true,
                              helper_form form = helper_form::items);

//! Workgroups of a helper kernel for \p elements in each of \p rows.
std::uint64_t groups_for(std::uint64_t elements, std::uint64_t rows = 1);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_POWER_KERNELS_H */
