/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/decibel_text.h"
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/text/kernel_head.h"
#include "codegen/text/power_text.h"
#include <fmt/ranges.h>
#include <numeric>
#include <vector>

namespace gpufft {

namespace {

std::string name_of(const char* subject, const histogram_shape& s)
{
    return fmt::format("histogram_{}_{}x{}", subject, s.levels, s.bins);
}

//! What selects lane \p lane behind a vector's name, ".s0"; "" where vectors have one
//! lane, for these are plain floats.
std::string lane_of(int lanes, int lane)
{
    return lanes > 1 ? fmt::format(".s{:x}", lane) : "";
}

void emit_place(source_writer& w)
{
    w.put("const uint place = bin < rotation ? bin + bins - rotation : bin - rotation;");
}

//! Goes through the frames, counts in local memory.
void emit_column_counts(source_writer& w, int lanes, const std::string& vector)
{
    w.put("for (uint level = 0; level < levels; ++level)");
    w.put("    counts[level] = 0;");
    if (lanes > 1) {
        std::vector<int> numbers(static_cast<std::size_t>(lanes));
        std::iota(numbers.begin(), numbers.end(), 0);
        w.put("__local uint* count = (__local uint*)counts;");
        w.line("const uint{0} numbers = (uint{0})({1});",
               lanes,
               fmt::format("{}", fmt::join(numbers, ", ")));
    }
    w.open("for (uint frame = 0; frame < frames; ++frame)");
    w.line("const float{0} power = *(__global const float{0}*)(powers + (ulong)frame * "
           "bins + bin);",
           vector);
    w.line("const float{} height = log2_of(power) * slope + offset;", vector);
    w.put("// Of NaN or infinity to a level that nobody sees.");
    w.line("const uint{0} level = select((uint{0})(levels), "
           "convert_uint{0}(BETWEEN(height, highest)), power <= FLT_MAX);",
           vector);
    if (lanes == 1) {
        w.put("++counts[level];");
    } else {
        w.line("const uint{0} place_of = level * {0} + numbers;", lanes);
        for (int i = 0; i < lanes; ++i)
            w.line("++count[place_of{}];", lane_of(lanes, i));
    }
    w.close();
}

//! Macro BETWEEN: 0 where \p x is below or no number, \p highest where it is above.
void emit_between(source_writer& w, const std::string& vector)
{
    w.line("#define ABOVE_0(x) select((float{0})(0.0f), x, (x) > 0.0f)", vector);
    w.line("#define BETWEEN(x, highest) select(ABOVE_0(x), (float{0})(highest), (x) > "
           "(highest))",
           vector);
    w.blank();
}

//! A workgroup's share of the columns, one after the other.
void emit_columns(source_writer& w, const histogram_shape& s, int lanes, const dialect& d)
{
    const auto vector = lanes > 1 ? std::to_string(lanes) : "";
    w.line("const uint bins = {}, levels = {};", s.bins, s.levels);
    w.put("const float highest = levels - 1;");
    w.line("__local uint{} counts[{}];", vector, s.levels + 1);
    w.line("const {} group = {}, groups = {};", d.wide_unsigned, d.group, d.group_count);
    w.line("const uint end = (uint)(bins / {} * (group + 1) / groups);", lanes);
    w.open(fmt::format("for (uint column = (uint)(bins / {} * group / groups); column < "
                       "end; ++column)",
                       lanes));
    w.line("const uint bin = column * {};", lanes);
    emit_place(w);
    w.blank();
    emit_column_counts(w, lanes, vector);
    w.blank();
    w.open("for (uint level = 0; level < levels; ++level)");
    w.put("const uint at = level * bins + place;");
    w.line("float{0} sum = convert_float{0}(counts[level]);", vector);
    w.put("if (keep > 0)");
    w.line("    sum += keep * *(__global const float{}*)(state_in + at);", vector);
    w.line("*(__global float{}*)(state_out + at) = sum;", vector);
    w.close();
    w.close();
    w.close();
}

} // namespace

kernel_source
generate_histogram_columns(const histogram_shape& s, int lanes, const dialect& d)
{
    const auto name = fmt::format("{}_lanes{}", name_of("columns", s), lanes);
    source_writer w;
    w.line("// gr-gpufft {}, {}", GPUFFT_VERSION, name);
    w.put("//");
    w.put(
        "// Powers to a histogram that fades: a workgroup is one work-item, and counts");
    w.line("// {} neighbouring bins after the other in local memory.", lanes);
    w.blank();
    emit_log2(w, lanes);
    emit_between(w, lanes > 1 ? std::to_string(lanes) : "");
    launch_facts launch;
    launch.shares_work = true;
    open_kernel(w,
                d,
                { name,
                  { reads(d, "float", "powers"),
                    reads(d, "float", "state_in"),
                    writes(d, "float", "state_out"),
                    takes("uint", "frames"),
                    takes("uint", "rotation"),
                    takes("float", "slope"),
                    takes("float", "offset"),
                    takes("float", "keep") },
                  launch });
    emit_columns(w, s, lanes, d);
    computation computes;
    computes.helper = helper_kernel::histogram_columns;
    computes.histogram = s;
    computes.histogram_lanes = lanes;
    return { name,
             w.str(),
             d.suffix,
             launch,
             std::make_shared<const computation>(std::move(computes)) };
}

kernel_source generate_histogram_count(const histogram_shape& s, const dialect& d)
{
    helper_text k(d, helper_kernel::histogram_count, name_of("count", s));
    auto& w = k.w;
    k.describe(
        { "Counts each power to its level, which others may do at the same time." });
    k.open({ reads(d, "float", "powers"),
             writes(d, "uint", "counts"),
             takes("uint", "rotation"),
             takes("float", "slope"),
             takes("float", "offset") },
           "bin",
           std::to_string(s.bins));
    w.line("const uint bins = {}, levels = {};", s.bins, s.levels);
    w.line("const float power = powers[({})row * bins + bin];", d.wide_unsigned);
    w.put("if (!(power <= 3.402823466e+38f))");
    w.put("    return; // NaN or infinite");
    emit_place(w);
    w.put("const float height = log2(power) * slope + offset;");
    w.put("const uint level = (uint)fmin(fmax(height, 0.0f), levels - 1.0f);");
    w.line(d.is_cuda() ? "atomicAdd(&counts[level * bins + place], 1u);"
                       : "atomic_inc(&counts[level * bins + place]);");
    return k.close(s);
}

kernel_source generate_histogram_fade(const histogram_shape& s, const dialect& d)
{
    helper_text k(d, helper_kernel::histogram_fade, name_of("fade", s));
    auto& w = k.w;
    k.describe({ "Adds counts to a histogram that fades, and clears them." });
    k.open({ reads(d, "float", "state_in"),
             writes(d, "uint", "counts"),
             writes(d, "float", "state_out"),
             takes("float", "keep") },
           "i",
           std::to_string(s.places()),
           false);
    w.put("float sum = counts[i];");
    w.put("if (keep > 0)");
    w.put("    sum += keep * state_in[i];");
    w.put("state_out[i] = sum;");
    w.put("counts[i] = 0;");
    return k.close(s);
}

} // namespace gpufft
