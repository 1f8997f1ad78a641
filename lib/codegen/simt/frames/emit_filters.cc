/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io.h"
#include "codegen/simt/barrier_text.h"
#include "codegen/simt/frames/emit_filters.h"
#include "codegen/simt/frames/point_loop.h"
#include "codegen/simt/simt_io.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/filter_items.h"
#include <gpufft/error.h>
#include <vector>

namespace gpufft::simt {

namespace {

const char HEADING[] = R"(
// Barriers in local memory, by which work-items that filter and others that transform
// wait for each other, and copies that go on meanwhile.
)";

const char ARRIVE[] = R"(
__device__ __forceinline__ void barrier_arrive(uint barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(barrier) : "memory");
}

)";

// Each work-item waits for its own copies alone.
const char COPIES[] = R"(
template <class element>
__device__ __forceinline__ void copy_begin(uint to, const element* from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
                 :
                 : "r"(to), "l"(from), "n"(sizeof(element))
                 : "memory");
}

__device__ __forceinline__ void copies_end_frame()
{
    asm volatile("cp.async.commit_group;" : : : "memory");
}

// Until no copies are on their way but those of so many frames.
template <int frames>
__device__ __forceinline__ void copies_wait()
{
    asm volatile("cp.async.wait_group %0;" : : "n"(frames) : "memory");
}
)";

//! "a * factor + more", without what adds nothing.
std::string linear(const std::string& a, std::int64_t factor, std::int64_t more)
{
    auto text = factor == 1 ? a : fmt::format("{} * {}", a, factor);
    return more ? fmt::format("{} + {}", text, more) : text;
}

//! A point of each frame that a filter item sums: number \p later of those of a residue.
struct filtered_point {
    std::int64_t residue; //!< of those of the filter item
    std::int64_t later;
    std::int64_t offset; //!< in points, from the filter item's first residue
};

std::vector<filtered_point> filtered_points(const pass& p)
{
    const auto shape = filter_shape_of(p);
    std::vector<filtered_point> all;
    for (std::int64_t j = 0; j < shape.of_item; ++j) {
        for (std::int64_t h = 0; h < shape.period; ++h)
            all.push_back({ j, h, j * p.workgroup().filter_items + h * shape.residues });
    }
    return all;
}

//! Elements of local memory from the start of a row to its point \p n.
std::int64_t place_in_row(const simt_context& c, std::int64_t n)
{
    std::int64_t place = 0;
    for (const auto& a : c.layout.input_order) {
        if (!a.digit)
            continue;
        place += n % a.size * a.local_weight;
        n /= a.size;
    }
    return place;
}

//! The points \p offset beyond those of all filter items lie as far from these in local
//! memory: how far. \throws plan_error  they do not
std::int64_t constant_step(const simt_context& c, std::int64_t offset)
{
    const auto step = place_in_row(c, offset);
    for (std::int64_t n = 0; n < c.p.workgroup().filter_items; ++n) {
        if (place_in_row(c, n + offset) != place_in_row(c, n) + step)
            throw plan_error(fmt::format("filter-items={}: points {} apart of a row lie "
                                         "at places that no constant is between",
                                         c.p.workgroup().filter_items,
                                         offset));
    }
    return step;
}

//! Calls body(residue, sample, offset) for each new sample of a frame: which of its
//! residue's, and where it lies behind the frame before.
template <class Body>
void each_new_sample(const pass& p, Body body)
{
    const auto shape = filter_shape_of(p);
    for (std::int64_t b = 0; b < shape.news; ++b) {
        for (std::int64_t j = 0; j < shape.of_item; ++j)
            body(j, b, b * shape.residues + j * p.workgroup().filter_items);
    }
}

//! Begins to copy the new samples of frame \p frame, where there is one, to place
//! \p slot of those in flight.
void emit_copies(simt_context& c, const std::string& frame, const std::string& slot)
{
    auto& w = c.w;
    const auto shape = filter_shape_of(c.p);
    const auto bytes = 2 * input_number_bytes(c.p);
    w.open(fmt::format("if ({} < left)", frame));
    each_new_sample(c.p, [&](std::int64_t, std::int64_t, std::int64_t offset) {
        w.line("copy_begin({}, ahead + {});",
               "mine_at + " +
                   linear(slot, shape.news * shape.residues * bytes, offset * bytes),
               offset);
    });
    w.close();
    w.line("ahead += {};", shape.news * shape.residues);
    w.put("copies_end_frame();");
}

//! Declares where a filter item loads from and copies to, and begins to copy.
void emit_filter_start(simt_context& c)
{
    auto& w = c.w;
    const auto shape = filter_shape_of(c.p);
    w.line("const uint n = item - {};", c.p.work_items());
    w.line("const uint row = {} * begin;", c.p.columns.size);
    w.line("const uint frames = {} * (end - begin);", c.p.columns.size);
    w.put("const uint left = rows - row; // the last tile may have more");
    emit_input_pointers(c);
    emit_advance(c, pass_io::input, "n");
    w.line("const {0}* ahead = from + {1}; // samples that frames before do not need",
           input_type(c.p),
           (shape.samples - shape.news) * shape.residues);
    w.line("{0}* const mine = ({0}*)(exchange + {1}) + n; // samples on their way",
           input_type(c.p),
           c.layout.exchange_points);
    w.put("const uint mine_at = local_address(mine);");
    w.put("#pragma unroll");
    w.open(fmt::format("for (uint f = 0; f < {}; ++f)", shape.in_flight));
    emit_copies(c, "f", "f");
    w.close();
}

//! Declares the taps and samples that a filter item has in registers.
void emit_filter_registers(simt_context& c)
{
    auto& w = c.w;
    const auto shape = filter_shape_of(c.p);
    const auto taps = c.p.load.taps_per_branch;
    const auto points = filtered_points(c.p);
    for (std::size_t i = 0; i < points.size(); ++i)
        w.line("{} tap{}[{}];", c.real(), i, taps);
    w.put("#pragma unroll");
    w.open(fmt::format("for (uint b = 0; b < {}; ++b)", taps));
    for (std::size_t i = 0; i < points.size(); ++i)
        w.line(
            "tap{}[b] = window[n + {}];", i, linear("b", c.p.points(), points[i].offset));
    w.close();
    w.put("// What a frame needs, in rings.");
    for (std::int64_t j = 0; j < shape.of_item; ++j)
        w.line("{} samples{}[{}];", c.complex(), j, shape.samples);
    w.put("#pragma unroll");
    w.open(fmt::format("for (uint s = 0; s < {}; ++s)", shape.samples - shape.news));
    for (std::int64_t j = 0; j < shape.of_item; ++j)
        w.line("samples{}[s] = sample_at(from, {});",
               j,
               linear("s", shape.residues, j * c.p.workgroup().filter_items));
    w.close();
}

//! The sample of the ring that branch \p branch of \p point takes in frame `u`.
std::string
ring_sample(const pass& p, const filtered_point& point, const std::string& branch)
{
    const auto shape = filter_shape_of(p);
    return fmt::format("samples{}[({}{}) % {}]",
                       point.residue,
                       linear("u", shape.news, point.later),
                       branch.empty() ? "" : " + " + linear(branch, shape.period, 0),
                       shape.samples);
}

//! Sums of the points of frame `u` of a turn.
void emit_filter_sums(simt_context& c)
{
    auto& w = c.w;
    const auto points = filtered_points(c.p);
    for (std::size_t i = 0; i < points.size(); ++i)
        w.line("{} sum{} = tap{}[0] * {};",
               c.complex(),
               i,
               i,
               ring_sample(c.p, points[i], ""));
    w.put("#pragma unroll");
    w.open(fmt::format("for (uint b = 1; b < {}; ++b)", c.p.load.taps_per_branch));
    for (std::size_t i = 0; i < points.size(); ++i)
        w.line("sum{0} = sum{0} + tap{0}[b] * {1};", i, ring_sample(c.p, points[i], "b"));
    w.close();
}

//! One of a subgroup's work-items signals for all, once these are as far.
void emit_subgroup_signal(simt_context& c, const std::string& barrier)
{
    auto& w = c.w;
    w.put("__syncwarp();");
    w.line("if (item % {} == 0)", CLUSTER_SUBGROUP);
    w.line("    barrier_arrive({});", barrier);
}

//! Leaves the sums in the row `column` once that is empty.
void emit_filtered_row(simt_context& c, std::int64_t row_elements)
{
    auto& w = c.w;
    const auto points = filtered_points(c.p);
    const auto rows = rows_of_subgroup(c.p);
    const auto barrier =
        fmt::format("8 * {}", rows > 1 ? fmt::format("(column / {})", rows) : "column");
    w.line("barrier_wait(empty + {}, parity ^ 1);", barrier);
    w.line("{}{}* const to = place + {} * column;", c.d.local, c.complex(), row_elements);
    for (std::size_t i = 0; i < points.size(); ++i)
        w.line(c.p.load.swap_parts ? "to[{}] = exchanged(sum{});" : "to[{}] = sum{};",
               constant_step(c, points[i].offset),
               i);
    emit_subgroup_signal(c, "full + " + barrier);
    w.open(fmt::format("if (++column == {})", c.p.columns.size));
    w.put("column = 0;");
    w.put("parity ^= 1;");
    w.close();
}

void emit_filter_frames(simt_context& c)
{
    auto& w = c.w;
    const auto shape = filter_shape_of(c.p);
    const auto row = emit_place_of_point(c, c.layout.input_order, "");
    w.put("uint column = 0, parity = 0;");
    w.open(fmt::format("for (uint k = 0; k < frames; k += {})", shape.turn));
    w.put("#pragma unroll");
    w.open(fmt::format("for (uint u = 0; u < {}; ++u)", shape.turn));
    w.put("if (k + u >= frames)");
    w.put("    break;");
    w.line("copies_wait<{}>();", shape.in_flight - 1);
    const auto slot = fmt::format("u % {}", shape.in_flight);
    each_new_sample(c.p, [&](std::int64_t j, std::int64_t b, std::int64_t offset) {
        w.line("samples{}[({}) % {}] = sample_at(mine, {});",
               j,
               linear("u", shape.news, shape.samples - shape.news + b),
               shape.samples,
               linear(slot, shape.news * shape.residues, offset));
    });
    emit_filter_sums(c);
    emit_copies(c, fmt::format("k + u + {}", shape.in_flight), slot);
    emit_filtered_row(c, row);
    w.close();
    w.close();
}

void emit_barriers(simt_context& c)
{
    auto& w = c.w;
    const auto shape = filter_shape_of(c.p);
    const auto behind =
        shape.in_flight * shape.news * shape.residues * 2 * input_number_bytes(c.p);
    const auto subgroups = row_subgroups(c.p);
    w.line("const uint full = local_address(exchange + {}) + {}; // a barrier each of {} "
           "subgroups",
           c.layout.exchange_points,
           behind,
           subgroups);
    w.line("const uint empty = full + {};", 8 * subgroups);
    w.open(fmt::format("if (item < {})", subgroups));
    w.line("barrier_init(full + 8 * item, {});",
           c.p.workgroup().filter_items / CLUSTER_SUBGROUP * rows_of_subgroup(c.p));
    w.put("barrier_init(empty + 8 * item, 1);");
    w.close();
    w.put(c.d.barrier);
}

} // namespace

std::string filter_helpers()
{
    return std::string(HEADING) + LOCAL_ADDRESS + "\n" + BARRIER_INIT + ARRIVE +
           BARRIER_WAIT + COPIES;
}

void open_filtered_tiles(simt_context& c)
{
    auto& w = c.w;
    emit_barriers(c);
    w.put("// The workgroup's tiles.");
    w.line(
        "const uint tiles = (rows + {}) / {};", c.p.columns.size - 1, c.p.columns.size);
    w.put(
        "const uint begin = (uint)((unsigned long long)tiles * blockIdx.x / gridDim.x);");
    w.put("const uint end = (uint)((unsigned long long)tiles * (blockIdx.x + 1) / "
          "gridDim.x);");
    w.blank();
    w.line("// Work-items from {} on filter: each sums its points of one frame after the "
           "other.",
           c.p.work_items());
    w.open(fmt::format("if (item >= {})", c.p.work_items()));
    emit_filter_start(c);
    emit_filter_registers(c);
    emit_filter_frames(c);
    w.put("return;");
    w.close();
    w.blank();
    w.put("// The others transform them.");
    w.open("for (uint group = begin; group < end; ++group)");
    w.put("const uint t = afresh(item);");
    w.line("barrier_wait(full + 8 * (item / {}), (group - begin) & 1);",
           CLUSTER_SUBGROUP);
}

void emit_rows_taken(simt_context& c)
{
    emit_subgroup_signal(c, fmt::format("empty + 8 * (item / {})", CLUSTER_SUBGROUP));
}

} // namespace gpufft::simt
