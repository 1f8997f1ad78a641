/* SPDX-License-Identifier: GPL-3.0-or-later */
// Where a pass of vectors accumulates the powers of frames instead of storing outputs.
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_POWERS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_POWERS_H

#include "codegen/simd/simd_context.h"
#include <string>
#include <vector>

namespace gpufft::simd {

//! Functions that accumulating takes.
void emit_power_vectors(simd_context& c);

/*!
 * \brief The loop over the frames of this workgroup's share of the runs
 *
 * Declares `row`, the frame; `run`, whose partial result it goes into; and `begins`: it
 * is the first of its run, so that what is there before is nothing.
 */
void open_frames_share(simd_context& c);

//! What outputs y{v} become a part of.
struct power_output {
    int v;
    std::string place; //!< in the run's row, of lane 0
};
void emit_power_stores(simd_context& c, const std::vector<power_output>& outputs);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_POWERS_H */
