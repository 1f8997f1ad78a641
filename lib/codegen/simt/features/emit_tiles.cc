/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/emit_tiles.h"
#include "codegen/simt/simt_io.h"

namespace gpufft::simt {

namespace {

//! The last workgroup has the rows that are left.
std::string counted(const simt_context& c, std::int64_t of_row)
{
    if (c.p.columns.size == 1)
        return fmt::format("{}", of_row);
    return fmt::format("{} * min(rows - row, {}u)", of_row, c.p.columns.size);
}

} // namespace

void emit_bulk_tile(simt_context& c)
{
    auto& w = c.w;
    w.put("// The tile comes as it lies; stage 1 takes its points from local memory.");
    w.open();
    if (c.p.columns.size > 1)
        w.line("const uint row = {} * group;", c.p.columns.size);
    else
        w.put("const uint row = group;");
    emit_input_pointers(c);
    w.open("if (is_aligned(from))");
    w.line("const uint barrier = local_address(exchange + {});",
           c.layout.exchange_points + c.layout.row_points);
    w.put("if (t == 0)");
    w.line("    bulk_load(exchange, from, {}, barrier);",
           counted(c, bulk_tile_bytes(c.p) / c.p.columns.size));
    w.put(c.barrier());
    w.put("barrier_wait(barrier);");
    w.close();
    w.open("else");
    w.line("{0}* const to = ({0}*)exchange;", input_type(c.p));
    w.line("for (uint i = t; i < {}; i += {})",
           counted(c, c.p.input_distance),
           c.p.work_items());
    w.put("    to[i] = from[i];");
    w.put(c.barrier());
    w.close();
    w.close();
    w.blank();
}

void emit_idle_in_tile(simt_context& c, std::size_t i)
{
    if (!c.is_guarded(i) || !c.is_first(i) || !has_bulk_tiles(c.p))
        return;
    c.w.put("else");
    c.w.line("    {}", c.barrier());
}

} // namespace gpufft::simt
