/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_PASS_ROOT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_PASS_ROOT_H

#include "codegen/dialect.h"
#include "codegen/source_writer.h"
#include "plan/twiddle_layout.h"
#include <cstdint>

namespace gpufft {

//! The function pass_root(twiddles, e) of a pass that begins with twiddles of \p order;
//! nothing where it does not.
void emit_pass_root(source_writer& w,
                    const dialect& d,
                    std::int64_t order,
                    const root_tables& roots);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_PASS_ROOT_H */
