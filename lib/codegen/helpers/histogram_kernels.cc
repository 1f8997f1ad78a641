/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/text/power_text.h"

namespace gpufft {

std::string histogram_name(const char* subject, const histogram_shape& s)
{
    return fmt::format("histogram_{}_{}x{}", subject, s.levels, s.bins);
}

kernel_source generate_histogram_count(const histogram_shape& s, const dialect& d)
{
    helper_text k(d, helper_kernel::histogram_count, histogram_name("count", s));
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
    w.put("const uint place = bin < rotation ? bin + bins - rotation : bin - rotation;");
    w.put("const float height = log2(power) * slope + offset;");
    w.put("const uint level = (uint)fmin(fmax(height, 0.0f), levels - 1.0f);");
    w.line(d.is_cuda() ? "atomicAdd(&counts[level * bins + place], 1u);"
                       : "atomic_inc(&counts[level * bins + place]);");
    return k.close(s);
}

kernel_source generate_histogram_fade(const histogram_shape& s, const dialect& d)
{
    helper_text k(d, helper_kernel::histogram_fade, histogram_name("fade", s));
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
