/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/decibel_text.h"
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/simd/emit_prefetches.h"
#include "codegen/text/kernel_head.h"
#include "codegen/text/power_text.h"
#include <fmt/ranges.h>
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

//! "float16"; "float" of one lane.
std::string vector_of(const char* type, int lanes)
{
    return lanes > 1 ? type + std::to_string(lanes) : type;
}

//! Where a vector of \p lanes begins at \p pointer, as what is read or written there.
std::string at(int lanes, const char* qualifiers, const char* type, const char* pointer)
{
    return fmt::format("*({} {}*)({})", qualifiers, vector_of(type, lanes), pointer);
}

launch_facts shared_launch()
{
    launch_facts launch;
    launch.shares_work = true;
    return launch;
}

void begin_text(source_writer& w,
                const std::string& name,
                const std::vector<const char*>& says)
{
    w.line("// gr-gpufft {}, {}", GPUFFT_VERSION, name);
    w.put("//");
    for (const auto* line : says)
        w.line("// {}", line);
    w.blank();
}

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

//! Declares first and count of the units that this workgroup has of \p units.
void open_shares(source_writer& w, const dialect& d, const char* unit, std::int64_t units)
{
    w.line("const {} group = {}, groups = {};", d.wide_unsigned, d.group, d.group_count);
    w.line("const uint end = (uint)({} * (group + 1) / groups);", units);
    w.open(fmt::format(
        "for (uint {0} = (uint)({1} * group / groups); {0} < end; ++{0})", unit, units));
}

//! Declares `first`, the block's first bin, and `shared`, lanes that the block before
//! has.
void emit_first_bin(source_writer& w, const histogram_blocks& b)
{
    if (b.shape.bins % b.lanes == 0) {
        w.line("const uint first = block * {};", b.lanes);
        return;
    }
    w.line("const uint first = min(block * {}, {}u);", b.lanes, b.shape.bins - b.lanes);
    w.line("const uint shared = block * {} - first; // that the block before has",
           b.lanes);
}

void emit_clearing(source_writer& w, const histogram_blocks& b, int together)
{
    w.put("if (!goes_on)");
    w.line("    for (uint row = 0; row < {}; ++row)", together * (b.shape.levels + 1));
    w.line("        {} = 0;",
           at(static_cast<int>(b.lanes),
              "__global",
              "uint",
              fmt::format("counted + row * {}", b.lanes).c_str()));
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
               at(lanes, "__global const", "float", "row + first"));
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
           at(lanes,
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

kernel_source source_of(const std::string& name,
                        const source_writer& w,
                        helper_kernel which,
                        const histogram_blocks& b,
                        const dialect& d)
{
    computation computes;
    computes.helper = which;
    computes.histogram = b.shape;
    computes.histogram_lanes = static_cast<int>(b.lanes);
    return { name,
             w.str(),
             d.suffix,
             shared_launch(),
             std::make_shared<const computation>(std::move(computes)) };
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
    const bool of_powers = of == histogram_values::powers;
    const auto name = fmt::format(
        "{}_lanes{}", histogram_name(of_powers ? "columns" : "decibels", s), lanes);
    source_writer w;
    begin_text(
        w,
        name,
        { "Counts how often each bin's power was at each level: a workgroup is one",
          "work-item, and goes through all frames with one block of bins after the",
          "other." });
    if (of_powers)
        emit_log2(w, lanes);
    emit_between(w, lanes);
    simd::emit_prefetch(w, true);
    open_kernel(w,
                d,
                { name,
                  { reads(d, "float", "values"),
                    writes(d, "uint", "counts"),
                    writes(d, "uint", "done"),
                    takes("uint", "goes_on"),
                    takes("float", "slope"),
                    takes("float", "offset"),
                    takes("uint", "frames") },
                  shared_launch() });
    w.line("const uint bins = {}, levels = {};", s.bins, s.levels);
    w.put("const float highest = levels - 1;");
    w.line("__local uint places[{}] __attribute__((aligned(64)));",
           VECTORS_TOGETHER * lanes);
    std::vector<int> numbers(static_cast<std::size_t>(lanes));
    std::iota(numbers.begin(), numbers.end(), 0);
    w.line("const {0} lane_numbers = ({0})({1});",
           vector_of("uint", lanes),
           fmt::format("{}", fmt::join(numbers, ", ")));
    const auto together = histogram_blocks_together(b);
    open_shares(w, d, "unit", b.blocks() / together);
    w.line("__global uint* counted = counts + (ulong)unit * {};",
           together * (s.levels + 1) * lanes);
    emit_clearing(w, b, together);
    w.blank();
    const auto frames = VECTORS_TOGETHER / together;
    w.open(fmt::format("for (uint begin = 0; begin < frames; begin += {})", frames));
    w.line("const uint count = min(frames - begin, {}u);", frames);
    emit_places(w, b, of, together);
    emit_counting(w, lanes, together);
    w.close();
    w.line("for (uint j = 0; j < {}; ++j)", together);
    w.line("    done[unit * {} + j] = 1;", together);
    w.close();
    w.close();
    return source_of(name, w, helper_kernel::histogram_columns, b, d);
}

kernel_source
generate_histogram_sum(const histogram_shape& s, int lanes, const dialect& d)
{
    const histogram_blocks b = { s, lanes };
    const auto name = fmt::format("{}_lanes{}", histogram_name("sum", s), lanes);
    source_writer w;
    begin_text(
        w,
        name,
        { "Adds counts to a histogram that fades: a workgroup is one work-item, and",
          "goes through some of the levels." });
    open_kernel(w,
                d,
                { name,
                  { reads(d, "float", "state_in"),
                    reads(d, "uint", "counts"),
                    writes(d, "float", "state_out"),
                    takes("uint", "rotation"),
                    takes("float", "keep") },
                  shared_launch() });
    w.line("const uint bins = {};", s.bins);
    open_shares(w, d, "level", s.levels);
    w.open(fmt::format("for (uint block = 0; block < {}; ++block)", b.blocks()));
    emit_first_bin(w, b);
    w.line("__global const uint* counted = counts + ((ulong)block * {} + level) * {};",
           s.levels + 1,
           lanes);
    // A centred histogram begins in the middle of the bins.
    const bool is_whole = s.bins % (2 * lanes) == 0;
    if (!is_whole) {
        w.open(fmt::format("for (uint lane = {}; lane < {}; ++lane)",
                           s.bins % lanes ? "shared" : "0",
                           lanes));
        w.put("const uint bin = first + lane;");
    } else {
        w.put("const uint bin = first;");
    }
    const int wide = is_whole ? lanes : 1;
    w.put("const uint place = bin < rotation ? bin + bins - rotation : bin - rotation;");
    w.put("const ulong at = (ulong)level * bins + place;");
    const auto floats = vector_of("float", wide);
    w.line("{} sum = convert_{}({});",
           floats,
           floats,
           is_whole ? at(wide, "__global const", "uint", "counted") : "counted[lane]");
    w.put("if (keep > 0)");
    w.line("    sum += keep * {};", at(wide, "__global const", "float", "state_in + at"));
    w.line("{} = sum;", at(wide, "__global", "float", "state_out + at"));
    if (!is_whole)
        w.close();
    w.close();
    w.close();
    w.close();
    return source_of(name, w, helper_kernel::histogram_sum, b, d);
}

} // namespace gpufft
