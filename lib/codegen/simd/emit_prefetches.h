/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_PREFETCHES_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_PREFETCHES_H

#include "codegen/simd/simd_context.h"
#include <cstddef>

/*!
 * In the SIMD form, the prefetches of inputs: plan/simd/prefetching.h. Butterflies
 * prefetch either the lines of a tile to come, a share each, or what lies the prefetch
 * distance behind the vectors that they have loaded.
 */
namespace gpufft::simd {

//! The macro that prefetches, before the kernel.
void emit_prefetch(source_writer& w, bool is_for_first_level);

//! Declares whether this call prefetches its input, which it does not where a cache holds
//! it, and where the input that comes next is.
void emit_prefetch(simd_context& c);

//! Prefetches the lines that are a butterfly's share in stage \p i.
void emit_scheduled_prefetches(simd_context& c, std::size_t i);

//! Prefetches what comes behind the vectors that were loaded since the last time.
void emit_prefetches(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_PREFETCHES_H */
