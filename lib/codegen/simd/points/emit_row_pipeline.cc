/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/points/emit_column_stage.h"
#include "codegen/simd/points/emit_row_pipeline.h"
#include "codegen/simd/stages/emit_points.h"
#include <fmt/format.h>

namespace gpufft::simd {

namespace {

//! Digit of \p n, of digits of which a first one is below \p below. The remainder of the
//! highest one, too: so the compiler knows that no index wraps.
std::string digit(const std::string& n, std::int64_t below, std::int64_t radix)
{
    return below > 1 ? fmt::format("{} / {} % {}", n, below, radix)
                     : fmt::format("{} % {}", n, radix);
}

//! Declares the outputs k{j} of the earlier stages that `butterfly` stands for: in the
//! order of the stack buffer, or in that of the outputs where nothing is filled again
//! meanwhile.
void emit_digits(simd_context& c, std::size_t last)
{
    const auto first = c.twiddles.first_stage;
    std::int64_t above = 1, below = 1; // groups of outputs before stage j, and after
    for (auto j = first; j < last; ++j)
        below *= c.p.stages[j].radix;
    for (auto j = first; j < last; ++j) {
        const int radix = c.p.stages[j].radix;
        below /= radix;
        const auto near = digit("butterfly", below, radix);
        const auto in_runs = digit("butterfly", above, radix);
        if (near == in_runs || c.last_stage != loop_order::outputs)
            c.w.line("const uint k{} = {};", j + 1, near);
        else
            c.w.line("const uint k{} = streams ? {} : {};", j + 1, near, in_runs);
        above *= radix;
    }
}

//! The groups of the last stage whose vectors tile `turn` fills.
void emit_groups_of_turn(simd_context& c)
{
    auto& w = c.w;
    const auto last = c.p.stages.size() - 1;
    const int radix = c.p.stages[last].radix;
    const auto groups = c.twiddles.points / radix;
    const int lanes = c.p.lanes();
    emit_stage_title(c, last);
    const auto filled = fmt::format("(turn + 1) * {}", lanes);
    const auto rounded = lanes % radix
                             ? fmt::format("({} + {}) / {}", filled, radix - 1, radix)
                             : fmt::format("(turn + 1) * {}", lanes / radix);
    const bool is_whole = lanes % radix == 0 && c.twiddles.points % lanes == 0;
    w.line("const uint end = {};",
           is_whole ? rounded : fmt::format("min({}, (uint){})", rounded, groups));
    w.open("for (; butterfly < end; ++butterfly)");
    emit_digits(c, last);
    emit_group(c, last);
    emit_butterflies(c, last);
    w.close();
}

} // namespace

void open_overlapping_rows(simd_context& c)
{
    auto& w = c.w;
    w.put("// The last stage of a row and the first one of the next, by turns.");
    w.open("for (uint number = first_tile; number <= end_tile; ++number)");
    w.put("const bool has_row = number < end_tile, has_outputs = number > first_tile;");
    w.put("const uint stored_row = number - has_outputs;");
    c.stored_row = "stored_row";
}

void emit_overlapping_rows(simd_context& c)
{
    auto& w = c.w;
    const auto turns = c.twiddles.tiles;
    w.put("uint butterfly = 0;");
    w.line("const uint delay = streams ? 0 : {};", turns);
    w.open(fmt::format("for (uint turn = 0; turn < {} + delay; ++turn)", turns));
    w.open(fmt::format("if (has_outputs && turn < {})", turns));
    emit_groups_of_turn(c);
    w.close();
    w.open("if (has_row && turn >= delay)");
    emit_column_title(c);
    w.put("const uint tile = turn - delay;");
    emit_column_tile(c);
    w.close();
    w.close();
    w.open("if (has_row)");
    emit_middle_stages(c);
    w.close();
}

} // namespace gpufft::simd
