/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_POWER_SHARES_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_POWER_SHARES_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "plan/ir/power.h"

/*!
 * Kernels of power_kernels.h for CPU devices (helper_form::shares): a workgroup of one
 * work-item goes through its share of all blocks of elements in vectors, which PoCL's
 * compiler makes of work-items only where they do the same in every step. As few parts
 * are enqueued as threads can use; a part of one workgroup costs some 2 us.
 */
namespace gpufft {

kernel_source generate_shared_accumulate(const power_request& request, const dialect& d);
kernel_source
generate_shared_combine(const power_request& request, bool weighted, const dialect& d);
//! With as many outputs as bins.
kernel_source generate_shared_finish(const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_POWER_SHARES_H */
