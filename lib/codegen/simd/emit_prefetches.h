/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_PREFETCHES_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_PREFETCHES_H

#include "codegen/simd/simd_context.h"
#include <cstddef>

/*!
 * In the SIMD form, what asks for inputs before they are loaded: plan/simd/prefetching.h.
 * Either butterflies ask for the lines of a tile to come, a share each, or for what lies
 * so far behind the vectors that they have loaded.
 */
namespace gpufft::simd {

//! The macro that asks for what is wanted soon, before the kernel.
void emit_prefetch(source_writer& w, bool is_for_first_level);

//! Declares whether this call asks for its input beforehand, not where it is in a cache,
//! and where what comes next is.
void emit_prefetch(simd_context& c);

//! Asks for the lines that are a butterfly's share in stage \p i.
void emit_scheduled_prefetches(simd_context& c, std::size_t i);

//! Asks for what comes behind the vectors that were loaded since the last time.
void emit_prefetches(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_PREFETCHES_H */
