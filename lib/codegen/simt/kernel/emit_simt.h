/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_SIMT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_SIMT_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <string>

namespace gpufft::simt {

/*!
 * \brief The SIMT form: a workgroup holds its tile in registers, stages exchange through
 * local memory
 *
 * Emits the helper functions and the kernel \p name of pass \p p, without prelude.
 */
void emit_simt(source_writer& w,
               const dialect& d,
               const pass& p,
               const std::string& name);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_KERNEL_EMIT_SIMT_H */
