/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/emit_branch_sums.h"
#include "codegen/simt/features/emit_staged.h"
#include "codegen/simt/frames/emit_sliding.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"
#include <algorithm>

namespace gpufft::simt {

namespace {

constexpr std::int64_t MOST_ELEMENTS = 64; // of a work-item, one statement each

//! What is staged of the input, or of the output.
struct staged_io {
    pass_io io;
    const std::vector<atom>& order;
    std::int64_t atom::*weight;

    static staged_io input(const simt_context& c)
    {
        return { pass_io::input, c.layout.input_order, &atom::input_weight };
    }
    static staged_io output(const simt_context& c)
    {
        return { pass_io::output, c.layout.output_order, &atom::output_weight };
    }
};

std::int64_t tile_elements(const simt_context& c)
{
    return c.p.points() * c.p.columns.size;
}

//! The last tile may hold fewer rows.
bool may_end_early(const simt_context& c)
{
    return c.p.columns_are_rows() && c.p.columns.size > 1;
}

//! The tile is one run of global memory.
bool is_one_run(const simt_context& c, const staged_io& e)
{
    return c.p.columns_are_rows() &&
           contiguous_run(e.order, e.weight) == tile_elements(c);
}

//! Element t + u * work-items lies as far from element t for every t.
bool is_regular(const simt_context& c,
                const std::vector<atom>& order,
                std::int64_t atom::*weight)
{
    const auto total = tile_elements(c);
    const std::int64_t items = c.p.work_items();
    for (std::int64_t u = items; u < total; u += items) {
        const auto offset = lane_offset(order, u, weight);
        for (std::int64_t t = 0; t < items && t + u < total; ++t) {
            if (lane_offset(order, t + u, weight) !=
                lane_offset(order, t, weight) + offset)
                return false;
        }
    }
    return true;
}

//! Elements of a row lie together, so that the rows a last tile has are a run, too.
bool rows_are_whole(const staged_io& e)
{
    const auto is_of_column = [](const atom& a) { return a.digit == 0; };
    const auto first = std::find_if(e.order.begin(), e.order.end(), is_of_column);
    return std::all_of(first, e.order.end(), is_of_column);
}

/*!
 * A work-item's elements are a constant apart in global memory, so that each needs no
 * address of its own and all loads can be on their way at once.
 */
bool has_constant_places(const simt_context& c, const staged_io& e)
{
    const bool is_input = e.io == pass_io::input;
    const bool is_indexed = is_input ? c.p.load_is_indexed() : c.p.store_is_indexed();
    // An expression takes places in rows, and not in the tile.
    const bool has_expression =
        (is_input ? c.p.load.expression : c.p.store.expression) != nullptr;
    if (is_indexed || has_expression || c.p.store.power || c.p.columns.extent ||
        c.p.workgroup().paired_columns ||
        tile_elements(c) > MOST_ELEMENTS * c.p.work_items())
        return false;
    if (may_end_early(c))
        return is_one_run(c, e);
    return is_regular(c, e.order, e.weight);
}

//! Opens the loop over the elements of the tile, taken apart into \p order.
void open_tile_loop(simt_context& c,
                    const std::vector<atom>& order,
                    const std::string& count)
{
    c.w.open(fmt::format("for (uint i = t; i < {}; i += {})", count, c.p.work_items()));
    emit_numbers(c, "i", order);
}

std::string exchange_element(const std::vector<atom>& order)
{
    return fmt::format("exchange[{}]", index_sum().add(order, &atom::local_weight).str());
}

/*!
 * Calls body(u, place) for each element of a work-item: `place` is that of element
 * t + u * work-items in local memory. Numbers are declared for all, or for each in turn.
 */
template <typename Body>
void each_element(simt_context& c, const staged_io& e, Body body)
{
    auto& w = c.w;
    const auto total = tile_elements(c);
    const std::int64_t items = c.p.work_items();
    const bool is_plain = contiguous_run(e.order, &atom::local_weight) == total;
    const bool is_constant = is_plain || is_regular(c, e.order, &atom::local_weight);
    if (!is_plain && is_constant) {
        emit_numbers(c, "t", e.order);
        declare_slot(c, "place", index_sum().add(e.order, &atom::local_weight).str());
    }
    for (std::int64_t u = 0; u * items < total; ++u) {
        const bool is_guarded = (u + 1) * items > total;
        const auto number = offset_from("t", u * items);
        if (is_guarded)
            w.open(fmt::format("if (t < {})", total - u * items));
        if (is_constant) {
            const auto offset = lane_offset(e.order, u * items, &atom::local_weight);
            body(u,
                 is_plain ? fmt::format("exchange[{}]", offset_from("t", offset))
                          : fmt::format("place[{}]", offset));
        } else {
            if (!is_guarded)
                w.open();
            w.line("const uint i = {};", number);
            emit_numbers(c, "i", e.order);
            body(u, exchange_element(e.order));
            if (!is_guarded)
                w.close();
        }
        if (is_guarded)
            w.close();
    }
}

//! Moves the pointers of \p e to element t.
void emit_first_element(simt_context& c, const staged_io& e)
{
    if (is_one_run(c, e)) {
        emit_advance(c, e.io, "t");
        return;
    }
    c.w.open();
    emit_numbers(c, "t", e.order);
    emit_advance(c, e.io, point_of(c, e.io, e.order).address);
    c.w.close();
}

point_text element_text(const simt_context& c, const staged_io& e, std::int64_t u)
{
    point_text text;
    text.address =
        fmt::format("{}", lane_offset(e.order, u * c.p.work_items(), e.weight));
    return text;
}

//! Declares `row`, the first one of a tile whose columns are rows.
void emit_first_staged_row(simt_context& c)
{
    if (c.p.columns_are_rows() && may_end_early(c))
        c.w.line("const uint row = {} * group;", c.p.rows_of_group());
    else if (c.p.columns_are_rows())
        c.w.put("const uint row = group;");
}

//! Opens the branch of the tiles that are full.
void open_full_tile(simt_context& c)
{
    if (may_end_early(c))
        c.w.open(fmt::format("if (rows - row >= {})", c.p.columns.size));
}

//! Opens the branch of the last tile, which may have fewer rows.
void open_last_tile(simt_context& c)
{
    c.w.close();
    c.w.open("else");
}

//! Declares `count`, the elements that the last tile has.
void emit_count(simt_context& c)
{
    c.w.line("const uint count = {} * (rows - row);", c.p.points());
}

//! Element by element, each by an address of its own.
void emit_each_input(simt_context& c, const staged_io& e)
{
    open_tile_loop(c, e.order, std::to_string(tile_elements(c)));
    emit_input_row(c);
    c.w.line("{} = {};",
             exchange_element(e.order),
             c.as_held(load_expression(c.p, point_of(c, pass_io::input, e.order))));
    c.w.close();
}

void emit_last_input(simt_context& c, const staged_io& e)
{
    emit_count(c);
    open_tile_loop(c, e.order, std::to_string(tile_elements(c)));
    point_text near;
    near.address = "min(i, count - 1)"; // beyond the last element: that one again
    c.w.line(
        "{} = {};", exchange_element(e.order), c.as_held(load_expression(c.p, near)));
    c.w.close();
}

//! All loads first, then what becomes of them.
void emit_constant_input(simt_context& c, const staged_io& e)
{
    auto& w = c.w;
    const auto total = tile_elements(c);
    const std::int64_t items = c.p.work_items();
    w.open();
    emit_first_staged_row(c);
    emit_input_pointers(c);
    open_full_tile(c);
    emit_first_element(c, e);
    for (std::int64_t u = 0; u * items < total; ++u) {
        const auto value = c.as_held(load_expression(c.p, element_text(c, e, u)));
        if ((u + 1) * items > total) {
            w.line("{} s{} = {};", c.held(), u, c.p.is_real() ? "0" : "complex_of(0, 0)");
            w.line("if (t < {})", total - u * items);
            w.line("    s{} = {};", u, value);
        } else {
            w.line("const {} s{} = {};", c.held(), u, value);
        }
    }
    each_element(c, e, [&](std::int64_t u, const std::string& place) {
        w.line("{} = s{};", place, u);
    });
    if (may_end_early(c)) {
        open_last_tile(c);
        if (rows_are_whole(e))
            emit_last_input(c, e);
        else
            emit_each_input(c, e);
        w.close();
    }
    w.close();
}

//! Frames that overlap; the last workgroup, which may have fewer, takes point by point.
void emit_sliding_input(simt_context& c, const staged_io& e)
{
    auto& w = c.w;
    w.line("// A work-item sums a point of {} rows, whose samples it loads once; stage 1 "
           "takes its points from local memory.",
           c.p.workgroup().sliding_frames);
    w.open(fmt::format("if (rows - {0} * group >= {0})", c.p.columns.size));
    emit_sliding_frames(c);
    open_last_tile(c);
    emit_each_input(c, e);
    w.close();
}

//! What is stored of \p place in local memory.
std::string stored_value(const simt_context& c, const std::string& place)
{
    if (c.p.convolves)
        return fmt::format("complex_of({0}.y, {0}.x)", place);
    return c.as_point(place);
}

//! Element by element, each to an address of its own.
void emit_each_output(simt_context& c, const staged_io& e)
{
    open_tile_loop(c, e.order, std::to_string(tile_elements(c)));
    emit_output_row(c);
    const auto guard = is_within(c);
    if (!guard.empty())
        c.w.line("if ({})", guard);
    c.w.line("{}{}",
             guard.empty() ? "" : "    ",
             store_statement(c.p,
                             point_of(c, pass_io::output, e.order),
                             stored_value(c, exchange_element(e.order))));
    c.w.close();
}

void emit_last_output(simt_context& c, const staged_io& e)
{
    emit_count(c);
    open_tile_loop(c, e.order, "count");
    point_text at;
    at.address = "i";
    c.w.put(store_statement(c.p, at, stored_value(c, exchange_element(e.order))));
    c.w.close();
}

void emit_constant_output(simt_context& c, const staged_io& e)
{
    auto& w = c.w;
    w.open();
    emit_first_staged_row(c);
    emit_output_pointers(c);
    open_full_tile(c);
    emit_first_element(c, e);
    each_element(c, e, [&](std::int64_t u, const std::string& place) {
        w.put(store_statement(c.p, element_text(c, e, u), stored_value(c, place)));
    });
    if (may_end_early(c)) {
        open_last_tile(c);
        if (rows_are_whole(e))
            emit_last_output(c, e);
        else
            emit_each_output(c, e);
        w.close();
    }
    w.close();
}

} // namespace

void emit_staged_input(simt_context& c)
{
    auto& w = c.w;
    const auto e = staged_io::input(c);
    if (c.p.workgroup().sliding_frames) {
        emit_sliding_input(c, e);
    } else {
        w.put("// The tile comes in long runs; stage 1 takes its points from local "
              "memory.");
        if (has_constant_places(c, e))
            emit_constant_input(c, e);
        else
            emit_each_input(c, e);
    }
    w.put(c.barrier());
    w.blank();
}

void emit_staged_output(simt_context& c)
{
    if (c.p.store.branches) {
        emit_branch_sums(c);
        return;
    }
    const auto e = staged_io::output(c);
    c.w.put("// The tile leaves in long runs.");
    if (has_constant_places(c, e))
        emit_constant_output(c, e);
    else
        emit_each_output(c, e);
}

} // namespace gpufft::simt
