/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/kernel/emit_power.h"
#include "codegen/simt/kernel/emit_stage.h"
#include "codegen/simt/simt_io.h"
#include "codegen/simt/simt_rows.h"
#include "codegen/text/index_text.h"
#include "codegen/text/power_text.h"
#include "plan/ir/pass_io_view.h"

namespace gpufft::simt {

namespace {

//! Bins that a frame leaves: of real points those up to the middle.
std::int64_t bins(const simt_context& c) { return io_elements(c.p, PASS_OUTPUT, 0); }

//! The highest bin of register 0 of the last step.
std::int64_t highest_lane(const simt_context& c, std::size_t i)
{
    std::int64_t bin = 0;
    for (const auto& a : c.layout.stages[i].lanes)
        bin += a.dimension < 0 ? 0 : (a.size - 1) * a.output_index;
    return bin;
}

//! Calls body(register, its first bin) for those that have any bin at all.
template <class Body>
void each_accumulating_register(const simt_context& c, std::size_t i, Body body)
{
    each_register(c, i, [&](int q, int r, int f) {
        const auto bin = register_offset(c.layout.stages[i], r, f, &atom::output_index);
        if (bin < bins(c))
            body(q, bin);
    });
}

//! Declares the row of the lane, which may be beyond the last.
void emit_row_of_lane(simt_context& c)
{
    c.w.line("const uint row = {} * group + column;", c.p.columns.size);
}

//! Declares `frames`, those of the row whose powers the work-item accumulates.
void emit_frames_of_item(simt_context& c, std::size_t last)
{
    auto& w = c.w;
    const auto& lanes = c.layout.stages[last].lanes;
    const auto numbers = split_number("item", lanes);
    const int active = c.p.active_items(last);
    w.put("uint frames = 0; // of the row that this work-item gathers");
    if (active < c.p.work_items())
        w.open(fmt::format("if (item < {})", active));
    else
        w.open();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (lanes[i].dimension < 0)
            w.put(numbers[i]);
    }
    emit_row_of_lane(c);
    w.put("if (row < rows)");
    w.put("    frames = runs[row + 1] - runs[row];");
    w.close();
}

void emit_row_stores(simt_context& c, std::size_t i)
{
    auto& w = c.w;
    const auto highest = highest_lane(c, i);
    each_accumulating_register(c, i, [&](int q, std::int64_t bin) {
        const auto last = bins(c) - 1 - bin; // value of first
        const auto names = accumulators(*c.p.store.power, std::to_string(q));
        const bool is_block = names.size() > 1;
        const bool is_partial = highest > last;
        if (is_partial)
            w.line("if (first {} {}){}", last ? "<=" : "==", last, is_block ? " {" : "");
        for (std::size_t i = 0; i < names.size(); ++i)
            w.line("{}to[{}] = {};",
                   is_partial ? "    " : "",
                   static_cast<std::int64_t>(i) * bins(c) + bin,
                   names[i]);
        if (is_partial && is_block)
            w.put("}");
    });
}

} // namespace

void open_frames(simt_context& c)
{
    auto& w = c.w;
    const auto last = c.p.steps() - 1;
    w.put("// Powers of the frames of a run, gathered; the last stage's registers each "
          "have a bin.");
    each_accumulating_register(c, last, [&](int q, std::int64_t) {
        const auto planes = c.p.store.power->planes();
        const auto names = accumulators(*c.p.store.power, std::to_string(q));
        for (std::size_t i = 0; i < planes.size(); ++i)
            w.line("float {} = {};", names[i], nothing_accumulated(planes[i]));
    });
    if (has_one_row(c)) {
        w.put("const uint row = group;");
        w.put("const uint behind = runs[row + 1];");
        w.open("for (uint frame = runs[row]; frame < behind; ++frame)");
    } else {
        emit_frames_of_item(c, last);
        w.open("for (uint f = 0; f < longest; ++f)");
    }
    w.put(has_one_row(c) ? "const uint t = afresh(item);" : "const uint t = item;");
}

void emit_accumulate(simt_context& c, std::size_t i)
{
    auto& w = c.w;
    if (!has_one_row(c))
        w.open("if (f < frames)");
    each_accumulating_register(c, i, [&](int q, std::int64_t) {
        for (const auto& each : accumulate_statements(
                 *c.p.store.power, std::to_string(q), fmt::format("power_of(x{})", q)))
            w.put(each);
    });
    if (!has_one_row(c))
        w.close();
}

void close_frames(simt_context& c)
{
    auto& w = c.w;
    const auto last = c.p.steps() - 1;
    if (c.p.uses_local_memory())
        w.line("{} // the next frame overwrites what others may still read", c.barrier());
    w.close();
    w.blank();
    w.put("const uint t = item;");
    open_step(c, last);
    emit_lanes(c, last);
    if (!has_one_row(c))
        emit_row_of_lane(c);
    emit_output_pointers(c);
    w.line("const uint first = {};", first_text(c, last, pass_io::output));
    w.put("to += first;");
    if (!has_one_row(c))
        w.open("if (row < rows)");
    emit_row_stores(c, last);
    if (!has_one_row(c))
        w.close();
    w.close();
}

} // namespace gpufft::simt
