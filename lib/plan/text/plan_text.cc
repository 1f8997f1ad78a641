/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/check/check_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/request/refuse.h"
#include "plan/request/text_parts.h"
#include "plan/simd/lane_kinds.h"
#include "plan/text/default_fields.h"
#include "plan/text/pass_fields.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

const char POINTWISE[] = "pointwise";

//! A field of each dimension as one list.
template <class fields>
void each_dimension(fields& f,
                    const char* name,
                    pass& p,
                    std::int64_t pass_dimension::*which,
                    const std::vector<std::int64_t>& by_default)
{
    std::vector<std::int64_t> all;
    for (const auto& d : p.dimensions)
        all.push_back(d.*which);
    f.value(name, all, by_default);
    if (all.size() != p.dimensions.size())
        throw plan_error(fmt::format("\"{}={}\": {} numbers are needed, a dimension of "
                                     "the pass each",
                                     name,
                                     join_counts(all, ","),
                                     p.dimensions.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
        p.dimensions[i].*which = all[i];
}

template <class fields>
void describe_dimensions(fields& f, pass& p, const pass_context& c)
{
    int count = static_cast<int>(p.dimensions.size());
    int default_count = 1;
    for (const auto& s : p.stages)
        default_count = std::max(default_count, s.dimension + 1);
    f.value("dimensions", count, default_count);
    if (count < default_count || count > static_cast<int>(MAX_RANK))
        throw plan_error(fmt::format(
            "a pass has 1 .. {} dimensions, and at least as many as its stages "
            "name ({}); got {}",
            MAX_RANK,
            default_count,
            count));
    p.dimensions.resize(static_cast<std::size_t>(count));

    const bool reads_callers = p.from == buffer_role::input;
    const bool writes_callers = p.to == buffer_role::output && c.is_last;
    using d = pass_dimension;
    const std::vector<std::int64_t> ones(p.dimensions.size(), 1);
    each_dimension(f, "length", p, &d::length, default_lengths(p, c));
    each_dimension(f, "caller-length", p, &d::caller_length, default_caller_lengths(p));
    each_dimension(f, "input-step", p, &d::input_step, ones);
    each_dimension(f, "output-step", p, &d::output_step, ones);
    const std::vector<std::int64_t> none(p.dimensions.size(), 0);
    each_dimension(f, "input-tile", p, &d::input_tile, none);
    each_dimension(f, "input-tile-step", p, &d::input_tile_step, none);
    each_dimension(f,
                   "input-stride",
                   p,
                   &d::input_stride,
                   default_strides(p, c, reads_callers, &dimension::input_stride));
    each_dimension(f,
                   "output-stride",
                   p,
                   &d::output_stride,
                   default_strides(p, c, writes_callers, &dimension::output_stride));
    each_dimension(f,
                   "input-rotation",
                   p,
                   &d::input_rotation,
                   default_rotations(p, c, reads_callers, &dimension::input_rotation));
    each_dimension(f,
                   "output-rotation",
                   p,
                   &d::output_rotation,
                   default_rotations(p, c, writes_callers, &dimension::output_rotation));
}

//! Where rows of the pass begin on either side.
template <class fields>
void describe_rows(fields& f, pass& p, const pass_context& c)
{
    f.value("row-factor", p.row_factor, std::int64_t(1));
    const auto rows = std::max<std::int64_t>(p.row_factor, 1);
    std::int64_t points = p.vector().inner_batch;
    for (const auto& d : p.dimensions)
        points = saturated_product(points, d.length);
    const auto between = c.before && c.before->to == buffer_role::workspace
                             ? c.before->output_distance
                             : points;
    f.value("input-distance",
            p.input_distance,
            p.from == buffer_role::input ? c.request.input_distance / rows : between);
    f.value("output-distance",
            p.output_distance,
            p.to == buffer_role::output ? c.request.output_distance / rows : between);
    f.value("input-offset",
            p.input_offset,
            c.before && p.from == c.before->to ? c.before->output_offset : 0);
    f.value("output-offset", p.output_offset, std::int64_t(0));
}

//! The axes that are not transformed: columns and grid.
template <class fields>
void describe_axes(fields& f, pass& p)
{
    const auto& along = p.dimensions.front();
    placed_axes grid = { p.grid, along };
    f.value("grid", grid, placed_axes{ {}, along });
    p.grid = grid.all;
    placed_axis columns = { p.columns, along };
    if (p.grid.empty()) {
        columns.input_distance = p.input_distance;
        columns.output_distance = p.output_distance;
    }
    auto by_default = columns;
    by_default.value = axis();
    by_default.value.name = p.grid.empty() ? "row" : "column";
    by_default.value.input_weight = columns.input_distance;
    by_default.value.output_weight = columns.output_distance;
    f.value("columns", columns, by_default);
    p.columns = columns.value;
    if (auto* workgroup = std::get_if<workgroup_kernel>(&p.kernel))
        f.flag("paired-columns", workgroup->paired_columns, false);
    f.value("column-extent", p.columns.extent, std::int64_t(0));
    f.value("twiddle-order", p.twiddle_order, std::int64_t(1));
}

template <class fields>
void describe_vectors(fields& f, vector_kernel& k)
{
    f.value("lanes", k.lanes, 1);
    bool is_across = !is_within_row(k.lanes_are);
    f.flag("lane-columns", is_across, false);
    // complete_lane_kind() tells them apart once the rest of the pass is known.
    if (is_across == is_within_row(k.lanes_are))
        k.lanes_are = is_across ? lane_kind::columns : lane_kind::row_points;
    f.value("workgroups", k.workgroups, 1);
    f.value("nt-store-rows", k.nt_store_rows, std::int64_t(0));
    f.value("prefetch", k.prefetch_distance, AUTO_PREFETCH);
    f.value("l1-bytes", k.l1_bytes, DEFAULT_L1_BYTES);
    f.value("l2-bytes", k.l2_bytes, DEFAULT_L2_BYTES);
    f.value("buffer-padding", k.padding, {});
    f.value("last-stage", k.last_stage, {});
}

template <class fields>
void describe_workgroup(fields& f, workgroup_kernel& k)
{
    bool is_split = k.parts == exchange::split;
    f.flag("split", is_split, false);
    k.parts = is_split ? exchange::split : exchange::whole;
    f.flag("staged-input", k.staged_input, false);
    f.flag("staged-output", k.staged_output, false);
    f.flag("evict-first-input", k.evict_first_input, false);
    f.flag("evict-first-output", k.evict_first_output, false);
    f.flag("bulk-input", k.bulk_input, false);
    f.flag("bulk-output", k.bulk_output, false);
    f.value("loads-in-flight", k.loads_in_flight, DEFAULT_LOADS_IN_FLIGHT);
    f.value("sliding-frames", k.sliding_frames, 0);
    f.value("filter-items", k.filter_items, 0);
    f.value("branch-rows", k.branch_rows, 0);
}

//! The rest of a workgroup's kernel, after the words that give the order of points.
template <class fields>
void describe_tile(fields& f, workgroup_kernel& k)
{
    f.flag("constant-geometry", k.has_constant_geometry, false);
    f.flag("columns-fastest", k.columns_fastest, false);
    f.flag("paired-input", k.paired_input, false);
    f.flag("paired-output", k.paired_output, false);
    f.value("exchange-order", k.exchange_order, {});
    f.value("padding", k.padding, {});
    f.value("min-blocks", k.min_blocks, 0);
    f.value("cluster", k.cluster.size, 1);
    f.value("cluster-after", k.cluster.after, 1);
    f.flag("cluster-async", k.cluster.is_async, false);
    f.flag("cluster-balanced", k.cluster.is_balanced, false);
}

template <class fields>
void describe_kernel(fields& f, pass& p)
{
    bool is_vector = p.is_vector(); // as parse_kernel() has seen
    f.flag("simd", is_vector, false);
    auto* workgroup = std::get_if<workgroup_kernel>(&p.kernel);
    if (auto* pointwise = std::get_if<pointwise_kernel>(&p.kernel))
        f.value("lanes", pointwise->lanes, 1);
    else if (is_vector)
        describe_vectors(f, p.change_vector());
    else
        describe_workgroup(f, *workgroup);
    f.flag("prime-factor", p.order.has_prime_factors, false);
    if (workgroup)
        describe_tile(f, *workgroup);
}

template <class fields>
void describe(fields& f, pass& p, const pass_context& c)
{
    const auto& t = c.request;
    f.value("number", p.number, t.number);
    f.flag("convolves", p.convolves, false);
    f.flag("callers-spectrum", p.callers_spectrum, false);
    f.value("generator", p.order.generator, 0);
    f.value("codelets", p.codelets, transform_kind::c2c);
    f.value("from", p.from, c.before ? buffer_role::workspace : buffer_role::input);
    f.value("to", p.to, c.is_last ? buffer_role::output : buffer_role::workspace);
    const bool is_callers =
        p.from != buffer_role::workspace && p.to != buffer_role::workspace;
    f.flag("in-place", p.in_place, p.from == p.to || (t.in_place && is_callers));
    f.value("load", p.load, c.before ? load_operation() : default_load(t, p.codelets));
    f.value(
        "store", p.store, c.is_last ? default_store(t, p.codelets) : store_operation());
    // Expressions are the transform's, and in no word.
    p.load.expression = c.before ? nullptr : fused_load(t);
    p.store.expression = c.is_last ? fused_store(t) : nullptr;
    if (p.is_vector())
        f.value("inner-batch", p.change_vector().inner_batch, std::int64_t(1));
    describe_dimensions(f, p, c);
    describe_rows(f, p, c);
    describe_axes(f, p);
    describe_kernel(f, p);
}

//! The settings of the whole plan, after the strategy.
template <class fields>
void describe_slices(fields& f, plan& p)
{
    std::int64_t rows = p.slice_rows;
    f.value("slice-rows", rows, std::int64_t(0));
    if (rows > std::numeric_limits<std::uint32_t>::max())
        throw plan_error(fmt::format("slice-rows={} is more than a call has", rows));
    p.slice_rows = static_cast<std::uint32_t>(rows);
    f.value("concurrent-slices", p.concurrent_slices, 1);
}

std::string pass_text(pass p, const pass_context& c)
{
    field_printer f(p.is_pointwise() ? POINTWISE : to_word(p.stages));
    describe(f, p, c);
    return f.text();
}

//! Gives \p p the kernel that \p words ask for; the first word stands for the stages.
void parse_kernel(const std::vector<std::string>& words, pass& p)
{
    const bool is_vector = std::find(words.begin(), words.end(), "simd") != words.end();
    const bool is_pointwise = words.front() == POINTWISE;
    if (is_vector && is_pointwise)
        refuse("\"simd\": vectors have stages, and a pointwise pass has none");
    if (is_vector)
        p.kernel = vector_kernel();
    else if (is_pointwise)
        p.kernel = pointwise_kernel();
}

//! Refuses settings other than the default that are of kernels which \p p does not have.
void refuse_other_kernels(field_parser& f, const pass& p)
{
    field_printer said("");
    const auto describe_both = [&](const auto& describe) {
        describe(f);
        describe(said);
    };
    workgroup_kernel group;
    vector_kernel vectors;
    if (!p.is_workgroup())
        describe_both([&](auto& g) {
            g.flag("paired-columns", group.paired_columns, false);
            describe_workgroup(g, group);
            describe_tile(g, group);
        });
    if (!said.text().empty())
        refuse("\"{}\": for kernels of workgroups, and this pass has {}",
               said.text().substr(1),
               p.is_vector() ? "vectors" : "no stages");
    if (!p.is_vector())
        describe_both([&](auto& g) {
            g.value("inner-batch", vectors.inner_batch, std::int64_t(1));
            describe_vectors(g, vectors);
        });
    if (!said.text().empty())
        refuse("\"{}\": for vectors, and this pass has none; the word for these is simd",
               said.text().substr(1));
}

//! Lanes are points, or rows or columns: the rest of \p p tells which kind of these.
void complete_lane_kind(pass& p)
{
    if (p.is_vector())
        p.change_vector().lanes_are = lane_kind_of(p);
}

pass parse_pass(const std::string& text, const pass_context& c)
{
    auto words = split_text(text, " ");
    pass p;
    parse_kernel(words, p);
    if (!p.is_pointwise())
        from_word(words.front(), &p.stages);
    words.erase(words.begin());
    field_parser f(words);
    describe(f, p, c);
    refuse_other_kernels(f, p);
    f.finish();
    complete_lane_kind(p);
    return p;
}

//! Plan lines go to logs and to comments of kernels, where a line's end would end the
//! comment.
void check_characters(const std::string& line)
{
    for (std::size_t i = 0; i < line.size(); ++i) {
        const auto byte = static_cast<unsigned char>(line[i]);
        if (byte < 0x20 || byte == 0x7f)
            refuse("a plan is one line without control characters; byte {} of this one "
                   "is 0x{:02x}",
                   i,
                   byte);
    }
}

void check_strategy(const std::string& words)
{
    const auto other = words.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+ -");
    if (other != std::string::npos)
        refuse("strategy \"{}\": its words are of the letters a .. z, digits, + and -",
               words);
}

//! Parses the strategy, words for people, and then the fields of the plan.
void parse_strategy(const std::string& text, plan& p)
{
    std::vector<std::string> names, settings;
    for (const auto& word : split_text(text, " "))
        (word.find('=') == std::string::npos ? names : settings).push_back(word);
    for (const auto& name : names)
        p.strategy += (p.strategy.empty() ? "" : " ") + name;
    check_strategy(p.strategy);
    field_parser f(settings);
    describe_slices(f, p);
    f.finish();
}

} // namespace

std::string plan_text(const plan& p)
{
    const auto request = packed(p.request);
    field_printer slices(fmt::format("{}: {}", to_string(p.request), p.strategy));
    auto sliced = p;
    describe_slices(slices, sliced);
    auto text = slices.text();
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        const pass_context c = { request,
                                 i == 0 ? nullptr : &p.passes[i - 1],
                                 i + 1 == p.passes.size() };
        text += " | " + pass_text(p.passes[i], c);
    }
    return text;
}

plan parse_plan(const std::string& line)
{
    check_characters(line);
    const auto colon = line.find(": ");
    if (colon == std::string::npos)
        throw plan_error(
            fmt::format("\"{}\" is no plan: after the transform come a colon, "
                        "the strategy and the passes, e.g. \"c2c forward 64: "
                        "stockham | 8.8\"",
                        line));
    plan p;
    p.request = parse_transform(line.substr(0, colon));
    const auto pieces = split_text(line.substr(colon + 2), " | ");
    parse_strategy(pieces.front(), p);
    p.passes.reserve(pieces.size());
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        const pass_context c = { p.request,
                                 i == 1 ? nullptr : &p.passes.back(),
                                 i + 1 == pieces.size() };
        try {
            p.passes.push_back(parse_pass(pieces[i], c));
        } catch (const plan_error& e) {
            throw plan_error(fmt::format("pass {} of the plan: {}", i, e.what()));
        }
    }
    check_plan(p);
    return p;
}

} // namespace gpufft
