/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_BRANCH_SUMS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_BRANCH_SUMS_H

#include "codegen/simt/simt_context.h"

/*!
 * The samples of a synthesizer, out of the rows that its pass has left in local memory
 * (plan/ir/forms/branch_rows.h).
 */
namespace gpufft::simt {

//! All samples of a workgroup that the batch has rows for. Behind a barrier.
void emit_branch_sums(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_BRANCH_SUMS_H */
