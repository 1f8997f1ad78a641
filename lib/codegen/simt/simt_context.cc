/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/io_text.h"
#include "codegen/simt/simt_context.h"

namespace gpufft::simt {

void declare_slot(simt_context& c, const char* name, const std::string& at)
{
    c.w.line("{}{}* const {} = exchange + {};",
             c.d.local,
             c.is_split() ? c.real() : c.held(),
             name,
             grouped(at));
}

} // namespace gpufft::simt
