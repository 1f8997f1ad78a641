/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_PAIR_STORES_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_PAIR_STORES_H

#include "codegen/simt/simt_context.h"

namespace gpufft::simt {

//! The inner DFT's outputs, in local memory, through a store operation that needs pairs.
void emit_pair_stores(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_PAIR_STORES_H */
