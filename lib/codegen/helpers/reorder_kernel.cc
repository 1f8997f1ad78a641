/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/reorder_kernel.h"
#include "codegen/text/power_text.h"
#include <fmt/format.h>
#include <string>
#include <vector>

namespace gpufft {

namespace {

constexpr int PADDED = REORDER_TILE + 1; // columns of the tile are in all banks then
constexpr std::int64_t VALUE_BYTES = 2 * sizeof(float);
constexpr std::int64_t TILE_BYTES = REORDER_TILE * PADDED * VALUE_BYTES;

//! Where rows and values of an end lie.
enum class end { strided, rings };

//! The work-item's places of the tile in a loop, declared as `r` and `v`: the one that
//! lies side by side, which `stride` == 1 says of values, neighbouring work-items take in
//! turn.
void open_places(source_writer& w, end at, const char* stride)
{
    w.open(fmt::format(
        "for (uint k = 0; k < {}; k += {})", REORDER_TILE, HELPER_ITEMS / REORDER_TILE));
    if (at == end::strided) {
        w.line("const uint r = {} == 1 ? along + k : beside;", stride);
        w.line("const uint v = {} == 1 ? beside : along + k;", stride);
    } else {
        w.put("const uint r = beside;");
        w.put("const uint v = along + k;");
    }
    w.put("if (row + r >= rows || value + v >= values)");
    w.put("    continue;");
}

//! Declares `place`, that of row \p row in ring \p number, whose address `ring` is.
void put_place_in_ring(source_writer& w,
                       const dialect& d,
                       const std::string& number,
                       const char* row)
{
    w.line("const {}* ring = rings + ({}){} * {};",
           d.wide_unsigned,
           d.wide_unsigned,
           number,
           RING_WORDS);
    w.line("{0} place = ring[1] + ({0})({1}) * {2};", d.wide_unsigned, row, VALUE_BYTES);
    w.put("place -= place < ring[2] ? 0 : ring[2];");
}

void put_load(source_writer& w, const dialect& d, end from)
{
    w.put("const int from = map[value + v];");
    w.put("float2 x;");
    w.put("x.x = x.y = 0;");
    if (from == end::strided) {
        w.put("if (from >= 0)");
        w.line("    x = in[in_at + (row + r) * in_row + ({})from * in_value];",
               d.wide_unsigned);
    } else {
        w.open("if (from >= 0)");
        put_place_in_ring(w, d, "from", "in_at + row + r");
        w.put("x = *(const float2*)(ring[0] + place);");
        w.close();
    }
    w.line("tile[r * {} + v] = x;", PADDED);
}

void put_store(source_writer& w, const dialect& d, end to)
{
    const auto x = fmt::format("tile[r * {} + v]", PADDED);
    if (to == end::strided) {
        w.line("out[out_at + (row + r) * out_row + (value + v) * out_value] = {};", x);
        return;
    }
    put_place_in_ring(w, d, "(value + v)", "row + r");
    w.put("if (ring[0])");
    w.line("    *(float2*)(ring[0] + place) = {};", x);
}

std::vector<std::string> arguments_of(const dialect& d, end from, end to)
{
    std::vector<std::string> all;
    const auto add_strides = [&](const std::string& of) {
        for (const char* each : { "_at", "_row", "_value" })
            all.push_back(takes(d.wide_unsigned, (of + each).c_str()));
    };
    all.push_back(from == end::strided ? reads(d, "float2", "in")
                                       : reads(d, d.wide_unsigned, "rings"));
    all.push_back(reads(d, "int", "map"));
    all.push_back(to == end::strided ? writes(d, "float2", "out")
                                     : reads(d, d.wide_unsigned, "rings"));
    if (from == end::strided)
        add_strides("in");
    else
        all.push_back(takes(d.wide_unsigned, "in_at"));
    if (to == end::strided)
        add_strides("out");
    all.push_back(takes("uint", "rows"));
    all.push_back(takes("uint", "values"));
    return all;
}

kernel_source generate(const dialect& d, end from, end to)
{
    const bool to_rings = to == end::rings, from_rings = from == end::rings;
    const char* name = to_rings     ? "reorder_to_rings"
                       : from_rings ? "reorder_from_rings"
                                    : "reorder";
    helper_text k(d,
                  to_rings     ? helper_kernel::reorder_to_rings
                  : from_rings ? helper_kernel::reorder_from_rings
                               : helper_kernel::reorder,
                  name);
    k.describe(
        { "Brings the values of rows into the order of a map, 0 where it names none; "
          "rows and",
          "values lie as the strides say, or a ring for each value. A workgroup has a "
          "tile of both." });
    auto& w = k.w;
    k.open_group(arguments_of(d, from, to), TILE_BYTES);
    w.put(fmt::format(
        fmt::runtime(d.local_array), "float2", "tile", REORDER_TILE * PADDED));
    w.line("const uint across = (values + {}) / {}; // tiles",
           REORDER_TILE - 1,
           REORDER_TILE);
    w.line("const uint row = group / across * {0}, value = group % across * {0};",
           REORDER_TILE);
    w.line("const uint beside = t % {0}, along = t / {0};", REORDER_TILE);
    open_places(w, from, "in_value");
    put_load(w, d, from);
    w.close();
    w.put(d.barrier);
    open_places(w, to, "out_value");
    put_store(w, d, to);
    w.close();
    return k.close(power_request());
}

} // namespace

kernel_source generate_reorder(const dialect& d)
{
    return generate(d, end::strided, end::strided);
}

kernel_source generate_reorder_to_rings(const dialect& d)
{
    return generate(d, end::strided, end::rings);
}

kernel_source generate_reorder_from_rings(const dialect& d)
{
    return generate(d, end::rings, end::strided);
}

std::uint64_t reorder_groups(std::uint64_t rows, std::uint64_t values)
{
    constexpr auto TILE = static_cast<std::uint64_t>(REORDER_TILE);
    return ((rows + TILE - 1) / TILE) * ((values + TILE - 1) / TILE);
}

} // namespace gpufft
