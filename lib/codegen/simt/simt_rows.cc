/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io.h"
#include "codegen/simt/simt_rows.h"
#include <fmt/format.h>

namespace gpufft::simt {

bool has_one_row(const simt_context& c) { return c.p.columns.size == 1; }

void emit_row_in_tile(simt_context& c)
{
    const auto type = "const " + input_type(c.p) + "*";
    const auto row =
        c.p.columns.size > 1 ? fmt::format(" + {} * column", c.p.input_distance) : "";
    c.w.line("{0} from = ({0})exchange{1};", type, row);
}

// In registers a window's taps leave no room for points: without this, ptxas 13.0 spilled
// 796 bytes of 16384 points, and took 255 registers for 8192; with it, none and 128.
// Short frames, several in a workgroup, have room.
void emit_afresh(simt_context& c)
{
    auto& w = c.w;
    w.put(
        "// x, and the compiler does not know it: so it reads window and twiddles again "
        "for every");
    w.put("// frame, instead of keeping them in registers all the time.");
    w.line("{} uint afresh(uint x)", c.d.function);
    w.open();
    if (c.d.is_cuda())
        w.put("asm volatile(\"\" : \"+r\"(x));");
    w.put("return x;");
    w.close();
    w.blank();
}

void emit_frame(simt_context& c)
{
    if (has_one_row(c))
        return;
    c.w.line("const uint row = min({} * group + column, rows - 1); // beyond the last "
             "row: that one again",
             c.p.columns.size);
    c.w.put("const uint frame = min(runs[row] + f, runs[row + 1] - 1); // and the last "
            "frame");
}

} // namespace gpufft::simt
