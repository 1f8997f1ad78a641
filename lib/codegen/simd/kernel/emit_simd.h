/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_KERNEL_EMIT_SIMD_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_KERNEL_EMIT_SIMD_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <string>

namespace gpufft::simd {

/*!
 * \brief The SIMD form: each workgroup is one work-item that transforms its share of the
 * rows in explicit vectors, without local memory or barriers
 *
 * Emits the vector helpers and the kernel \p name of pass \p p, without prelude.
 * \throws plan_error  the dialect has no vectors (CUDA)
 */
void emit_simd(source_writer& w,
               const dialect& d,
               const pass& p,
               const std::string& name);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_KERNEL_EMIT_SIMD_H */
