/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/decibel_text.h"
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/helpers/histogram_text.h"
#include "codegen/simd/emit_prefetches.h"
#include "codegen/text/kernel_head.h"
#include "codegen/text/power_text.h"
#include <fmt/ranges.h>
#include <algorithm>
#include <numeric>
#include <vector>

//! Kernels that count powers on CPU devices: histogram_kernels.h.
namespace gpufft {

namespace {

// Vectors whose levels are found before they are counted one by one. What lies between,
// 4 KiB, is little beside the counts in the nearest cache.
constexpr int VECTORS_TOGETHER = 64;
// Frames ahead whose lines are fetched: of lengths that are powers of two they lie in few
// sets of the nearest cache, which holds eight of each or twelve: see measurements.md,
// "Lines that histograms fetch".
constexpr int FETCH_AHEAD = 4;

//! Macro BETWEEN: 0 where \p x is below or no number, \p highest where it is above.
void emit_between(source_writer& w, int lanes)
{
    const auto floats = vector_of("float", lanes);
    w.line("#define ABOVE_0(x) select(({})(0.0f), x, (x) > 0.0f)", floats);
    w.line("#define BETWEEN(x, highest) select(ABOVE_0(x), ({})(highest), (x) > "
           "(highest))",
           floats);
    w.blank();
}

//! Zeros for the counts of \p blocks blocks from \p first on.
void emit_clearing(source_writer& w,
                   const histogram_blocks& b,
                   const std::string& first,
                   std::int64_t blocks)
{
    w.line("    for (uint row = 0; row < {}; ++row)", blocks * (b.shape.levels + 1));
    w.line("        {} = 0;",
           vector_at(static_cast<int>(b.lanes),
                     "__global",
                     "uint",
                     fmt::format("{} + row * {}", first, b.lanes).c_str()));
}

//! The level of each lane of a vector, as a place in the counts of this unit's blocks.
void emit_places(source_writer& w,
                 const histogram_blocks& b,
                 histogram_values of,
                 int together)
{
    const auto lanes = static_cast<int>(b.lanes);
    const auto floats = vector_of("float", lanes), words = vector_of("uint", lanes);
    w.open("for (uint i = 0; i < count; ++i)");
    w.put("__global const float* row = values + (ulong)(begin + i) * bins;");
    w.open(fmt::format("for (uint j = 0; j < {}; ++j)", together));
    w.line("const uint block = unit * {} + j;", together);
    emit_first_bin(w, b);
    w.line("FETCH(row + {}u * bins + first);", FETCH_AHEAD);
    if (lanes > 1 && b.shape.bins % lanes)
        w.line("const {} value = vload{}(0, row + first);", floats, lanes);
    else
        w.line("const {} value = {};",
               floats,
               vector_at(lanes, "__global const", "float", "row + first"));
    // Rounded once, whatever the compiler joins: the host may have to find it again.
    w.line("const {0} height = fma({1}, ({0})(slope), ({0})(offset));",
           floats,
           of == histogram_values::powers ? "log2_of(value)" : "value");
    w.put("// Of NaN or infinity to a level that nobody sees.");
    w.line("{0} level = select(({0})(levels), convert_{0}(BETWEEN(height, highest)), "
           "value <= FLT_MAX);",
           words);
    if (b.shape.bins % lanes)
        w.line("level = select(level, ({})(levels), lane_numbers < shared);", words);
    w.line("{} = (j * (levels + 1) + level) * {} + lane_numbers;",
           vector_at(lanes,
                     "__local",
                     "uint",
                     fmt::format("places + (i * {} + j) * {}", together, lanes).c_str()),
           lanes);
    w.close();
    w.close();
}

void emit_counting(source_writer& w, int lanes, int together)
{
    w.open(fmt::format("for (uint i = 0; i < count * {}; ++i)", together));
    for (int lane = 0; lane < lanes; ++lane)
        w.line("++counted[places[i * {} + {}]];", lanes, lane);
    w.close();
}

//! A kernel that counts, up to its constants.
struct counting_kernel {
    const char* shared_by;         //!< word of its name
    std::vector<const char*> says; //!< how the work is shared
    const char* histogram;         //!< argument that says which histogram it is
    std::vector<kernel_head::workspace_pointer> own = {}; //!< what each thread has
};

std::string
counting_name(const histogram_blocks& b, histogram_values of, const char* shared_by)
{
    const auto subject = fmt::format(
        "{}{}", of == histogram_values::powers ? "columns" : "decibels", shared_by);
    return fmt::format("{}_lanes{}", histogram_name(subject.c_str(), b.shape), b.lanes);
}

void open_counting_kernel(source_writer& w,
                          const counting_kernel& k,
                          const histogram_blocks& b,
                          histogram_values of,
                          const dialect& d)
{
    const auto lanes = static_cast<int>(b.lanes);
    const auto name = counting_name(b, of, k.shared_by);
    begin_histogram_text(w, name, k.says);
    if (of == histogram_values::powers)
        emit_log2(w, lanes);
    emit_between(w, lanes);
    simd::emit_prefetch(w, true);
    open_kernel(w,
                d,
                { name,
                  { reads(d, "float", "values"),
                    writes(d, "uint", "counts"),
                    writes(d, "uint", "done"),
                    takes("uint", k.histogram),
                    takes("float", "slope"),
                    takes("float", "offset"),
                    takes("uint", "frames") },
                  shared_launch(),
                  0,
                  k.own });
    w.line("const uint bins = {}, levels = {};", b.shape.bins, b.shape.levels);
    w.put("const float highest = levels - 1;");
    w.line("__local uint places[{}] __attribute__((aligned(64)));",
           VECTORS_TOGETHER * lanes);
    std::vector<int> numbers(static_cast<std::size_t>(lanes));
    std::iota(numbers.begin(), numbers.end(), 0);
    w.line("const {0} lane_numbers = ({0})({1});",
           vector_of("uint", lanes),
           fmt::format("{}", fmt::join(numbers, ", ")));
}

//! Counts frames \p first up to \p end in the blocks of a unit.
void emit_frames(source_writer& w,
                 const histogram_blocks& b,
                 histogram_values of,
                 const char* first,
                 const char* end)
{
    const auto together = histogram_blocks_together(b);
    const auto frames = VECTORS_TOGETHER / together;
    w.open(fmt::format(
        "for (uint begin = {}; begin < {}; begin += {})", first, end, frames));
    w.line("const uint count = min({} - begin, {}u);", end, frames);
    emit_places(w, b, of, together);
    emit_counting(w, static_cast<int>(b.lanes), together);
    w.close();
}

} // namespace

// A frame's neighbouring lines lie in one page, and one brings the next along; but there
// should be units enough for all threads.
int histogram_blocks_together(const histogram_blocks& b)
{
    int together = 4;
    while (together > 1 && (b.blocks() % together || b.blocks() / together < 16))
        together /= 2;
    return together;
}

kernel_source generate_histogram_columns(const histogram_shape& s,
                                         int lanes,
                                         histogram_values of,
                                         const dialect& d)
{
    const histogram_blocks b = { s, lanes };
    source_writer w;
    open_counting_kernel(
        w,
        { "",
          { "Counts how often each bin's power was at each level: a workgroup is one",
            "work-item, and goes through all frames with one block of bins after the",
            "other." },
          "goes_on" },
        b,
        of,
        d);
    const auto together = histogram_blocks_together(b);
    open_shares(w, d, "unit", b.blocks() / together);
    w.line("__global uint* counted = counts + (ulong)unit * {};",
           together * (s.levels + 1) * lanes);
    w.put("if (!goes_on)");
    emit_clearing(w, b, "counted", together);
    w.blank();
    emit_frames(w, b, of, "0", "frames");
    w.line("for (uint j = 0; j < {}; ++j)", together);
    w.line("    done[unit * {} + j] = 1;", together);
    w.close();
    w.close();
    return histogram_source(
        counting_name(b, of, ""), w, helper_kernel::histogram_columns, b, d);
}

kernel_source generate_histogram_frames(const histogram_shape& s,
                                        int lanes,
                                        histogram_values of,
                                        const dialect& d)
{
    const histogram_blocks b = { s, lanes };
    const thread_counts all = { b };
    source_writer w;
    open_counting_kernel(
        w,
        { "_of_frames",
          { "Counts how often each bin's power was at each level: a workgroup is one",
            "work-item, and counts some of the frames into a histogram of its thread's",
            "own." },
          "histogram",
          { { "counts", all.stride() } } },
        b,
        of,
        d);
    w.line("const {} group = {}, groups = {};", d.wide_unsigned, d.group, d.group_count);
    w.put("const uint first_frame = (uint)(frames * group / groups);");
    w.put("const uint end_frame = (uint)(frames * (group + 1) / groups);");
    w.line("__global uint* own = counts + group * {};", all.stride());
    w.put("// Where the thread's last one was another histogram, an empty one begins.");
    w.put("if (own[0] != histogram)");
    emit_clearing(w, b, fmt::format("own + {}", all.HEAD), b.blocks());
    w.put("own[0] = histogram;");
    w.blank();
    const auto together = histogram_blocks_together(b);
    w.open(fmt::format("for (uint unit = 0; unit < {}; ++unit)", b.blocks() / together));
    w.line("__global uint* counted = own + {} + (ulong)unit * {};",
           all.HEAD,
           together * (s.levels + 1) * lanes);
    emit_frames(w, b, of, "first_frame", "end_frame");
    w.close();
    w.put("done[group] = 1;");
    w.close();
    return histogram_source(
        counting_name(b, of, "_of_frames"), w, helper_kernel::histogram_frames, b, d);
}

} // namespace gpufft
