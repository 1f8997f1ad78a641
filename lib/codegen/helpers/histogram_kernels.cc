/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/text/kernel_head.h"
#include "codegen/text/power_text.h"

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
    w.put("__local uint* count = (__local uint*)counts;");
    w.open("for (uint frame = 0; frame < frames; ++frame)");
    w.line("const float{0} power = *(__global const float{0}*)(powers + (ulong)frame * "
           "bins + bin);",
           vector);
    w.line("const float{} height = log2(power) * slope + offset;", vector);
    w.line("const uint{0} level = convert_uint{0}(fmin(fmax(height, 0.0f), highest));",
           vector);
    w.put("// Not of NaN or infinity.");
    for (int i = 0; i < lanes; ++i) {
        const auto lane = lane_of(lanes, i);
        w.line("count[level{0} * {1} + {2}] += power{0} <= FLT_MAX;", lane, lanes, i);
    }
    w.close();
}

void emit_columns(source_writer& w, const histogram_shape& s, int lanes, const dialect& d)
{
    const auto vector = lanes > 1 ? std::to_string(lanes) : "";
    w.line("const uint bins = {}, levels = {};", s.bins, s.levels);
    w.put("const float highest = levels - 1;");
    w.line("__local uint{} counts[{}];", vector, s.levels);
    w.line("const uint bin = {} * {};", d.group, lanes);
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
    w.line("// {} neighbouring bins in local memory.", lanes);
    w.blank();
    launch_facts launch;
    launch.groups_in_part = groups_in_part(d, launch);
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
