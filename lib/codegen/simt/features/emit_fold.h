/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_FOLD_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_FOLD_H

#include "codegen/simt/simt_context.h"

namespace gpufft::simt {

//! The folds of plan/ir/forms/folds.h, between barriers: the points in local memory
//! before the first stage, the outputs after the last one. Nothing where the pass has
//! none.
void emit_input_folds(simt_context& c);
void emit_output_folds(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_FOLD_H */
