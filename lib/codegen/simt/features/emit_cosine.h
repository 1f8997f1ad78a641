/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_COSINE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_COSINE_H

#include "codegen/simt/simt_context.h"

namespace gpufft::simt {

//! Butterfly \p f of step \p i of a pass of reals: the DCT or DST of its registers, with
//! the weight that the orthogonal matrix gives one of them.
void emit_cosine(simt_context& c, std::size_t i, int f);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_COSINE_H */
