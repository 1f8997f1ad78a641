/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_ends.h"
#include "codegen/signature.h"

namespace gpufft {

void emit_signature(source_writer& w,
                    const dialect& d,
                    const pass& p,
                    const std::string& name)
{
    // Pointers into one buffer must not promise to be the only ones.
    const std::string star = p.in_place ? "* " : d.restricted;
    w.put(fmt::format(fmt::runtime(d.kernel), p.work_items()));
    w.line("void {}({}const {}{}in,", name, d.global, input_type(p), star);
    const std::string align(std::string("void ").size() + name.size() + 1, ' ');
    w.line("{}{}float2{}out,", align, d.global, star);
    w.line("{}{}const float2{}twiddles,", align, d.global, d.restricted);
    if (p.load.windowed)
        w.line("{}{}const float{}window,", align, d.global, d.restricted);
    w.line("{}const uint rows)", align);
}

} // namespace gpufft
