/* SPDX-License-Identifier: GPL-3.0-or-later */
// Averages to what the caller wants to see.
#include "codegen/helpers/decibel_text.h"
#include "codegen/helpers/power_kernels.h"
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

// On these processors vectors pay: one work-item takes all outputs of its workgroup in
// vectors, since the compiler would leave them to the work-items one by one.
const char IN_VECTORS[] = "#if defined(__x86_64__) || defined(__aarch64__)";
constexpr int LANES = 16;

//! A workgroup's outputs where they follow one another in the average, too, and none is
//! weighted: in vectors, which is faster, see measurements.md, "Outputs in vectors".
void emit_finished_vectors(source_writer& w)
{
    w.put(IN_VECTORS);
    w.line("const uint b0 = group % groups * {};", HELPER_ITEMS);
    w.put("const uint from = b0 < turn ? b0 + rotation : b0 - turn;");
    w.line(
        "const bool follow = b0 + {0} <= out_bins && (b0 >= turn || b0 + {0} <= turn);",
        HELPER_ITEMS);
    w.line(
        "const bool are_weighted = edge != 1.0f && (from == 0 || last_edge - from < {});",
        HELPER_ITEMS);
    w.open("if (follow && !are_weighted)");
    w.put("if (t)");
    w.put("    return;");
    w.open(fmt::format("for (uint i = 0; i < {}; i += {})", HELPER_ITEMS, LANES));
    w.line("const float16 value = factors[row] * vload16(0, average + from + i);");
    w.put("vstore16(decibels ? decibels_of_vector(value) : value, 0,");
    w.put("         out + (ulong)row * out_bins + b0 + i);");
    w.close();
    w.put("return;");
    w.close();
    w.put("#endif");
}

} // namespace

kernel_source generate_finish(const dialect& d, bool reduces)
{
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
    const bool has_vectors = !reduces && !d.is_cuda();
    if (has_vectors) {
        w.put(IN_VECTORS);
        emit_vector_decibels(w);
        w.put("#endif");
        w.blank();
    }
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
    if (!has_vectors)
        k.leave_out("b", "out_bins");
    w.line(
        "{}const float* average = averages + ({})row * bins;", d.global, d.wide_unsigned);
    w.put("const uint turn = bins - rotation; // the place of bin 0");
    if (has_vectors) {
        emit_finished_vectors(w);
        k.leave_out("b", "out_bins");
    }
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
