/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_EMIT_ROOT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_EMIT_ROOT_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/roots/root_tables.h"
#include <string>

namespace gpufft {

//! The function \p name(twiddles, e) that gives root e of the series; nothing where the
//! series is empty.
void emit_root(source_writer& w,
               const dialect& d,
               const pass& p,
               const std::string& name,
               const root_tables& roots);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_EMIT_ROOT_H */
