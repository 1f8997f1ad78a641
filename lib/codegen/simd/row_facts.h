/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_ROW_FACTS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_ROW_FACTS_H

#include "plan/ir/pass.h"
#include <cstdint>

//! What several rooms of vector kernels ask of a pass.
namespace gpufft::simd {

//! A row is written out: the only stage has all its points in registers.
bool is_written_out(const pass& p);

//! Points of the N-d row that lie between neighbours of the first dimension.
std::int64_t points_in_turn(const pass& p);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_ROW_FACTS_H */
