/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/reorder_kernel.h"
#include "codegen/text/power_text.h"
#include <fmt/format.h>
#include <string>

namespace gpufft {

namespace {

constexpr int PADDED = REORDER_TILE + 1; // columns of the tile are in all banks then
constexpr std::int64_t TILE_BYTES = REORDER_TILE * PADDED * 2 * sizeof(float);

//! Begins a loop over the work-item's places of the tile: declares `r` and `v`, of which
//! the one that lies side by side by \p stride is the same in neighbouring work-items
//! plus 1.
void open_places(source_writer& w, const char* stride)
{
    w.open(fmt::format(
        "for (uint k = 0; k < {}; k += {})", REORDER_TILE, HELPER_ITEMS / REORDER_TILE));
    w.line("const uint r = {} == 1 ? along + k : beside;", stride);
    w.line("const uint v = {} == 1 ? beside : along + k;", stride);
    w.put("if (row + r >= rows || value + v >= values)");
    w.put("    continue;");
}

} // namespace

kernel_source generate_reorder(const dialect& d)
{
    helper_text k(d, helper_kernel::reorder, "reorder");
    k.describe(
        { "Brings the values of rows into the order of a map, 0 where it names none; "
          "rows and",
          "values lie as the strides say. A workgroup has a tile of both." });
    auto& w = k.w;
    k.open_group({ reads(d, "float2", "in"),
                   reads(d, "int", "map"),
                   writes(d, "float2", "out"),
                   takes(d.wide_unsigned, "in_at"),
                   takes(d.wide_unsigned, "in_row"),
                   takes(d.wide_unsigned, "in_value"),
                   takes(d.wide_unsigned, "out_at"),
                   takes(d.wide_unsigned, "out_row"),
                   takes(d.wide_unsigned, "out_value"),
                   takes("uint", "rows"),
                   takes("uint", "values") },
                 TILE_BYTES);
    w.put(fmt::format(
        fmt::runtime(d.local_array), "float2", "tile", REORDER_TILE * PADDED));
    w.line("const uint across = (values + {}) / {}; // tiles",
           REORDER_TILE - 1,
           REORDER_TILE);
    w.line("const uint row = group / across * {0}, value = group % across * {0};",
           REORDER_TILE);
    w.line("const uint beside = t % {0}, along = t / {0};", REORDER_TILE);
    open_places(w, "in_value");
    w.put("const int from = map[value + v];");
    w.put("float2 x;");
    w.put("x.x = x.y = 0;");
    w.put("if (from >= 0)");
    w.line("    x = in[in_at + (row + r) * in_row + ({})from * in_value];",
           d.wide_unsigned);
    w.line("tile[r * {} + v] = x;", PADDED);
    w.close();
    w.put(d.barrier);
    open_places(w, "out_value");
    w.line(
        "out[out_at + (row + r) * out_row + (value + v) * out_value] = tile[r * {} + v];",
        PADDED);
    w.close();
    return k.close(power_request());
}

std::uint64_t reorder_groups(std::uint64_t rows, std::uint64_t values)
{
    constexpr auto TILE = static_cast<std::uint64_t>(REORDER_TILE);
    return ((rows + TILE - 1) / TILE) * ((values + TILE - 1) / TILE);
}

} // namespace gpufft
