/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_chirp.h"
#include "codegen/simd/emit_prefetches.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/row_facts.h"
#include "codegen/simd/stages/emit_points.h"
#include "codegen/simd/vector_codelet.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/index_text.h"
#include "codegen/text/literal.h"
#include "codelet/codelet.h"
#include "plan/simd/vector_stages.h"

namespace gpufft::simd {

namespace {

const char* what_a_lane_is(const pass& p)
{
    if (p.lanes_are_rows())
        return "a row";
    return p.is_across() ? "a column" : "an output k1";
}

//! Stages before \p i of the same dimension begin here.
std::size_t first_of_its_dimension(const simd_context& c, std::size_t i)
{
    return first_of_dimension(c.p, c.twiddles.first_stage, i);
}

//! `((k1) * 8 + k2) * 4 + k3`, outputs of the stages from \p first up to \p end.
std::string group_text(const simd_context& c, std::size_t first, std::size_t end)
{
    std::string group = "0";
    for (auto j = first; j < end; ++j) {
        const auto k = fmt::format("k{}", j + 1);
        group =
            j == first ? k : fmt::format("({}) * {} + {}", group, c.p.stages[j].radix, k);
    }
    return group;
}

//! Outputs of the stages over the stack buffer before \p i.
std::int64_t groups_before(const simd_context& c, std::size_t i)
{
    std::int64_t groups = 1;
    for (auto j = c.twiddles.first_stage; j < i; ++j)
        groups *= c.p.stages[j].radix;
    return groups;
}

} // namespace

void emit_group(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    index_sum number;
    std::int64_t weight = 1;
    for (auto j = c.twiddles.first_stage; j < i; ++j) {
        number.add(fmt::format("k{}", j + 1), weight);
        weight *= c.p.stages[j].radix;
    }
    w.line("const uint butterflies = {};", group_text(c, c.twiddles.first_stage, i));
    if (c.is_last(i) && !c.p.convolves && !c.works_in_buffer())
        w.line("const uint first_k = {};", number.str());
}

namespace {

//! The loop over the outputs of stage \p j.
void open_outputs(simd_context& c, std::size_t j)
{
    c.w.open(fmt::format(
        "for (uint k{0} = 0; k{0} < {1}; ++k{0})", j + 1, c.p.stages[j].radix));
}

} // namespace

void open_group_loops(simd_context& c, std::size_t i)
{
    const auto first = c.twiddles.first_stage;
    const bool is_reversed = c.is_last(i) && c.last_stage == loop_order::outputs;
    for (std::size_t n = first; n < i; ++n)
        open_outputs(c, is_reversed ? i - 1 - (n - first) : n);
    emit_group(c, i);
}

void close_group_loops(simd_context& c, std::size_t i)
{
    for (std::size_t j = c.twiddles.first_stage; j < i; ++j)
        c.w.close();
}

void emit_group_twiddles(simd_context& c, std::size_t i)
{
    const auto first = first_of_its_dimension(c, i);
    if (i == first)
        return;
    const auto group = first == c.twiddles.first_stage
                           ? std::string("butterflies")
                           : fmt::format("({})", group_text(c, first, i));
    c.w.line("{}const {}* w = twiddles + {};",
             c.d.global,
             c.complex(),
             offset_from(fmt::format("{} * {}", group, c.p.stages[i].radix - 1),
                         c.twiddles.offsets[i]));
}

void emit_pass_twiddle(
    simd_context& c, int v, const std::string& j, const char* from, const char* to)
{
    auto& w = c.w;
    w.line("const {} root{} = pass_root(twiddles, tile_k * ({}));", c.complex(), v, j);
    if (!c.twiddles.has_lane_roots) {
        w.line("const vec {1}{0}_re = {2}{0}_re * root{0}.x - {2}{0}_im * root{0}.y;",
               v,
               to,
               from);
        w.line("const vec {1}{0}_im = {2}{0}_re * root{0}.y + {2}{0}_im * root{0}.x;",
               v,
               to,
               from);
        return;
    }
    const int lanes = c.p.lanes();
    w.line("const vec lane{}_re = LOAD(lane_roots + {} * ({}));", v, 2 * lanes, j);
    w.line("const vec lane{}_im = LOAD(lane_roots + {} * ({}) + {});",
           v,
           2 * lanes,
           j,
           lanes);
    w.line("const vec w{0}_re = lane{0}_re * root{0}.x - lane{0}_im * root{0}.y;", v);
    w.line("const vec w{0}_im = lane{0}_re * root{0}.y + lane{0}_im * root{0}.x;", v);
    w.line(
        "const vec {1}{0}_re = {2}{0}_re * w{0}_re - {2}{0}_im * w{0}_im;", v, to, from);
    w.line(
        "const vec {1}{0}_im = {2}{0}_re * w{0}_im + {2}{0}_im * w{0}_re;", v, to, from);
}

namespace {

//! Number along the first dimension of the point in place \p j, which is \p further than
//! the butterfly's first.
std::string
twiddled_point(const simd_context& c, const std::string& j, std::int64_t further)
{
    if (!c.p.lanes_are(lane_kind::columns_nd))
        return j;
    const auto between = points_in_turn(c.p);
    return offset_from(
        fmt::format("{} / {}", c.padding.block ? "point" : "base", between),
        further / between);
}

} // namespace

void emit_point(simd_context& c, std::size_t i, int v, std::int64_t rest)
{
    auto& w = c.w;
    const bool is_first = i == c.twiddles.first_stage;
    const auto j = offset_from("base", c.padding.place(v * rest));
    const auto n = offset_from(c.padding.block ? "point" : "base", v * rest);
    if (is_first && c.p.load.by == convolution::bluestein && !c.works_in_buffer()) {
        emit_chirp_load(c, v, n);
        return;
    }
    if (is_first && c.loads_columns() && c.p.twiddle_order == 1) {
        const bool is_turned = c.rotates_columns(&axis::input_step);
        const auto point =
            is_turned ? emit_place(c, v, n, c.p.dimensions[0].input_rotation, "input_")
                      : n;
        emit_vector_load(
            c, v, fmt::format("tile_in + {} * ({})", c.input_stride(), point));
        return;
    }
    const bool has_twiddle =
        is_first ? c.p.twiddle_order > 1 : v > 0 && i != first_of_its_dimension(c, i);
    const char name = has_twiddle ? 'p' : 'x';
    if (is_first && c.loads_columns()) {
        const auto at = fmt::format("2 * (tile_in + {} * ({}))", c.input_stride(), n);
        const auto first = "from + " + at;
        const auto second = fmt::format("{} + {}", first, c.p.lanes());
        w.line("const vec a{} = {};", v, input_vector(c.p, first));
        w.line("const vec b{} = {};", v, input_vector(c.p, second));
        c.loaded.push_back(first);
        c.loaded.push_back(second);
        w.line("const vec {1}{0}_re = EVEN(a{0}, b{0});", v, name);
        w.line("const vec {1}{0}_im = ODD(a{0}, b{0});", v, name);
    } else {
        w.line("const vec {}{}_re = re[{}];", name, v, j);
        w.line("const vec {}{}_im = im[{}];", name, v, j);
    }
    if (!has_twiddle)
        return;
    if (is_first) {
        emit_pass_twiddle(c, v, twiddled_point(c, n, v * rest), "p", "x");
        return;
    }
    w.line("const vec x{0}_re = p{0}_re * w[{1}].x - p{0}_im * w[{1}].y;", v, v - 1);
    w.line("const vec x{0}_im = p{0}_re * w[{1}].y + p{0}_im * w[{1}].x;", v, v - 1);
}

void emit_padded_place(simd_context& c, const char* place, const char* of)
{
    c.w.line("const uint {0} = {1} + {1} / {2} * {3};",
             place,
             of,
             c.padding.block,
             c.padding.spare);
}

void emit_stage_title(simd_context& c, std::size_t i)
{
    c.w.line("// Stage {} of {}: radix {}, a lane {}.",
             i + 1,
             c.p.stages.size(),
             c.p.stages[i].radix,
             what_a_lane_is(c.p));
}

void emit_butterflies(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    const int radix = c.p.stages[i].radix;
    const auto points = c.twiddles.points;
    const auto rest = points / groups_before(c, i) / radix;
    emit_group_twiddles(c, i);
    if (rest > 1)
        w.open(fmt::format("for (uint rest = 0; rest < {}; ++rest)", rest));
    const char* first = c.padding.block ? "point" : "base";
    w.line("const uint {} = butterflies * {}{};",
           first,
           radix * rest,
           rest > 1 ? " + rest" : "");
    if (c.padding.block)
        emit_padded_place(c, "base", "point");
    for (int v = 0; v < radix; ++v)
        emit_point(c, i, v, rest);
    emit_prefetches(c);
    emit_scheduled_prefetches(c, i);
    emit_vector_codelet(c, radix);
    const bool stays = !c.is_last(i) || c.works_in_buffer() || stores_bins(c.p);
    for (int v = 0; v < radix && stays; ++v) {
        const auto at = offset_from("base", c.padding.place(v * rest));
        w.line("re[{}] = y{}_re;", at, v);
        w.line("im[{}] = y{}_im;", at, v);
    }
    if (!stays && c.p.store.by == convolution::bluestein) {
        for (int v = 0; v < radix; ++v)
            emit_chirp_store(c, v, offset_from("first_k", v * (points / radix)));
    } else if (!stays) {
        emit_output_points(c, "first_k", radix, points / radix);
    }
    if (rest > 1)
        w.close();
}

void emit_point_stage(simd_context& c, std::size_t i)
{
    emit_stage_title(c, i);
    open_group_loops(c, i);
    emit_butterflies(c, i);
    close_group_loops(c, i);
}

namespace {

//! Stages up to \p end, one after the other.
void emit_stages_alone(simd_context& c, std::size_t end)
{
    for (auto i = c.twiddles.first_stage; i < end; ++i) {
        c.w.open();
        emit_point_stage(c, i);
        c.w.close();
    }
}

} // namespace

void emit_middle_stages(simd_context& c) { emit_stages_alone(c, c.p.stages.size() - 1); }

void emit_point_stages(simd_context& c)
{
    const auto stages = c.p.stages.size();
    const bool nests = c.last_stage == loop_order::nested;
    const auto alone = nests ? stages - 2 : stages;
    emit_stages_alone(c, alone);
    if (!nests)
        return;
    const auto last = stages - 1;
    c.w.open();
    emit_stage_title(c, last - 1);
    open_group_loops(c, last - 1);
    emit_butterflies(c, last - 1);
    emit_stage_title(c, last);
    open_outputs(c, last - 1);
    emit_group(c, last);
    emit_butterflies(c, last);
    c.w.close();
    close_group_loops(c, last - 1);
    c.w.close();
}

} // namespace gpufft::simd
