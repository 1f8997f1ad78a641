/* SPDX-License-Identifier: GPL-3.0-or-later */
// Averages to what the caller wants to see.
#include "codegen/helpers/decibel_text.h"
#include "codegen/helpers/power_kernels.h"
#include "codegen/helpers/power_shares.h"
#include "codegen/text/power_text.h"

namespace gpufft {

namespace {

//! Function bin_power(): an average's bin, weighted where it has no conjugate bin.
void emit_bin_power(source_writer& w, const dialect& d)
{
    w.line("{} float bin_power({}const float* average, uint bin, float edge, uint "
           "last_edge)",
           d.function,
           d.global);
    w.open();
    w.put("return (bin == 0 || bin == last_edge ? edge : 1.0f) * average[bin];");
    w.close();
    w.blank();
}

//! Declares `value`, what output b makes of its places.
void emit_reduced(source_writer& w, const dialect& d)
{
    w.line("const uint first = (uint)(({})b * bins / out_bins);", d.wide_unsigned);
    w.line("const uint behind = (uint)(({})(b + 1) * bins / out_bins);", d.wide_unsigned);
    w.put("float value = 0.0f;");
    w.open("for (uint k = first; k < behind; ++k)");
    w.put("const float power =");
    w.put("    bin_power(average, k < turn ? k + rotation : k - turn, edge, last_edge);");
    w.put("value = k == first ? power : is_mean ? value + power : fmax(value, power);");
    w.close();
    w.put("if (is_mean)");
    w.put("    value = value / (float)(behind - first);");
}

} // namespace

kernel_source generate_finish(const dialect& d, bool reduces, helper_form form)
{
    if (form == helper_form::shares && !reduces)
        return generate_shared_finish(d);
    helper_text k(d,
                  reduces ? helper_kernel::finish : helper_kernel::finish_whole,
                  reduces ? "finish" : "finish_whole");
    auto& w = k.w;
    if (reduces)
        k.describe(
            { "Averages to what is shown: place k holds bin (k + rotation) mod bins, "
              "output b is",
              "the highest or the mean of its places, scaled, in decibels where "
              "wanted." });
    else
        k.describe(
            { "Averages to what is shown: place b holds bin (b + rotation) mod bins, "
              "scaled, in",
              "decibels where wanted. There are as many outputs as bins." });
    emit_decibels(w, d);
    emit_bin_power(w, d);
    k.open_together({ reads(d, "float", "averages"),
                      writes(d, "float", "out"),
                      reads(d, "float", "factors"),
                      takes("uint", "bins"),
                      takes("uint", "out_bins"),
                      takes("uint", "rotation"),
                      takes("uint", "is_mean"),
                      takes("uint", "decibels"),
                      takes("float", "edge"),
                      takes("uint", "last_edge"),
                      takes("uint", "outputs") },
                    "b",
                    "out_bins");
    k.leave_out("b", "out_bins");
    w.line(
        "{}const float* average = averages + ({})row * bins;", d.global, d.wide_unsigned);
    w.put("const uint turn = bins - rotation; // the place of bin 0");
    if (reduces)
        emit_reduced(w, d);
    else
        w.put(
            "float value = bin_power(average, b < turn ? b + rotation : b - turn, edge, "
            "last_edge);");
    w.put("value = factors[row] * value;");
    w.line("out[({})row * out_bins + b] = decibels ? decibels_of(value) : value;",
           d.wide_unsigned);
    return k.close(power_request());
}

} // namespace gpufft
