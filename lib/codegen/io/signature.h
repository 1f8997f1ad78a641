/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_IO_SIGNATURE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_IO_SIGNATURE_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <string>

namespace gpufft {

//! Attributes and name of the kernel of \p p, its arguments in the order of
//! kernel_source, and the opening brace of its body.
void open_pass_kernel(source_writer& w,
                      const dialect& d,
                      const pass& p,
                      const std::string& name);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_IO_SIGNATURE_H */
