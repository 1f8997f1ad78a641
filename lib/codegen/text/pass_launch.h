/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_PASS_LAUNCH_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_PASS_LAUNCH_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "plan/ir/pass.h"

namespace gpufft {

//! How the kernel of \p p is launched.
launch_facts launch_of(const pass& p, const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_PASS_LAUNCH_H */
