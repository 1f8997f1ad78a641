/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_ROW_PIPELINE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_ROW_PIPELINE_H

#include "codegen/simd/simd_context.h"

//! A pass of which pipelines_rows(), plan/simd/row_pipeline.h, holds.
namespace gpufft::simd {

//! The loop over a workgroup's tiles, and once more: what is stored is of the row before.
void open_overlapping_rows(simd_context& c);

//! All that is done in that loop.
void emit_overlapping_rows(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_ROW_PIPELINE_H */
