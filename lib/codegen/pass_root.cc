/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/index_text.h"
#include "codegen/pass_root.h"

namespace gpufft {

void emit_pass_root(source_writer& w,
                    const dialect& d,
                    std::int64_t order,
                    const root_tables& roots)
{
    if (order == 1)
        return;
    w.line("// w({})^e, e below {}, as the product of a fine and a coarse root.",
           order,
           order);
    w.line("{} float2 pass_root({}const float2* twiddles, uint e)", d.function, d.global);
    w.open();
    w.line("const float2 fine = twiddles[{}];",
           offset_from(fmt::format("e % {}", roots.fine), roots.fine_offset));
    w.line("const float2 coarse = twiddles[{}];",
           offset_from(fmt::format("e / {}", roots.fine), roots.coarse_offset));
    w.put("return cmul(fine, coarse);");
    w.close();
    w.blank();
}

} // namespace gpufft
