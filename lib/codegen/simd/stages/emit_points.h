/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_STAGES_EMIT_POINTS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_STAGES_EMIT_POINTS_H

#include "codegen/simd/simd_context.h"
#include <cstddef>
#include <cstdint>
#include <string>

/*!
 * The stages of the SIMD form over vectors of points in the stack buffer, re[] and im[],
 * which stay where they are: a stage takes a butterfly's points from there and leaves its
 * outputs in their places. The first stage may load its points as they are wanted, the
 * last one store its outputs.
 */
namespace gpufft::simd {

//! Declares which group of butterflies of stage \p i it is, from the outputs k{j} of the
//! stages before, and which its first output is.
void emit_group(simd_context& c, std::size_t i);

//! Opens the loops over the outputs of the earlier stages of stage \p i, and says which
//! group of butterflies and which output they come to.
void open_group_loops(simd_context& c, std::size_t i);

//! Closes the loops of open_group_loops().
void close_group_loops(simd_context& c, std::size_t i);

//! Declares w, the twiddles of the group that emit_group() declared; the first stage has
//! none.
void emit_group_twiddles(simd_context& c, std::size_t i);

//! Declares x{v}: point \p v of a butterfly of stage \p i, with its twiddle. Points of a
//! butterfly stand \p rest apart, from base on.
void emit_point(simd_context& c, std::size_t i, int v, std::int64_t rest);

//! Declares \p to{v}, which is \p from{v} times the twiddle before the pass of point \p
//! j.
void emit_pass_twiddle(
    simd_context& c, int v, const std::string& j, const char* from, const char* to);

//! Declares \p place, where vector \p of is in the padded stack buffer.
void emit_padded_place(simd_context& c, const char* place, const char* of);

void emit_stage_title(simd_context& c, std::size_t i);

//! The butterflies of stage \p i of a group.
void emit_butterflies(simd_context& c, std::size_t i);

//! Stage \p i over the stack buffer, in place; the first may load columns, the last
//! stores.
void emit_point_stage(simd_context& c, std::size_t i);

//! The stages over the stack buffer but for the last one.
void emit_middle_stages(simd_context& c);

//! All stages over the stack buffer, whose data the caches hold for as long as may be.
void emit_point_stages(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_STAGES_EMIT_POINTS_H */
