/* SPDX-License-Identifier: GPL-3.0-or-later */
// Runs to averages, and averages to what the caller wants to see.
#include "codegen/decibel_text.h"
#include "codegen/power_kernels.h"
#include "codegen/power_text.h"
#include "plan/names.h"
#include <functional>

namespace gpufft {

namespace {

//! Function combined(): what was gathered before and a run's partial result.
void emit_combined(source_writer& w, const dialect& d, accumulation how, bool is_weighted)
{
    if (is_weighted) {
        w.put("// A share of the run's mean, or what a share of s leaves to it (-share); "
              "all");
        w.put("// of it where nothing finite was there.");
        w.line("{} float combined(float s, float partial, float share, float gain)",
               d.function);
        w.open();
        w.put("const float mean = gain * partial;");
        w.put("if (!isfinite(s))");
        w.put("    return mean;");
        w.put(
            "return share > 0.0f ? s + share * (mean - s) : mean - share * (s - mean);");
        w.close();
    } else {
        w.line("{} float combined(float s, float partial) {{ return {}; }}",
               d.function,
               gathered(how, "s", "partial"));
    }
    w.blank();
}

using row_place = std::function<std::string(const char*)>;

//! Weighted runs, from what was carried over on. Opens the loop over averages, and
//! declares `all`.
void emit_in_turn(source_writer& w, const row_place& at)
{
    w.put("float s = NAN;");
    w.put("if (goes_on)");
    w.put("    s = state_in[bin];");
    w.open("for (uint o = row; o <= last; ++o)");
    w.put("const uint end = ends[o];");
    w.put("for (; r < end; ++r)");
    w.line("    s = combined(s, partials[{}], weights[2 * r], weights[2 * r + 1]);",
           at("r"));
    w.put("const float all = s;");
}

//! Likewise the others: the runs of this launch among themselves, and what was carried
//! over last.
void emit_before_the_state(source_writer& w, const row_place& at)
{
    w.put("const float before = goes_on ? state_in[bin] : NAN;");
    w.put("// Runs first: a long sum is rounded once a launch, instead of once a run.");
    w.line("float s = r < ends[last] ? partials[{}] : NAN;", at("r"));
    w.put("++r;");
    w.open("for (uint o = row; o <= last; ++o)");
    w.put("const uint end = ends[o];");
    w.put("for (; r < end; ++r)");
    w.line("    s = combined(s, partials[{}]);", at("r"));
    w.put("const float all = !goes_on ? s : end ? combined(before, s) : before;");
}

//! Function bin_power(): an average's bin, weighted where it has no mirror image.
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

} // namespace

kernel_source generate_combine(const power_request& what, bool weighted, const dialect& d)
{
    const auto name = fmt::format(
        "combine_{}_{}", weighted ? "weighted" : name_of(what.how), what.bins());
    const auto at = [&](const char* row) {
        return fmt::format("({}){} * {} + bin", d.wide_unsigned, row, what.bins());
    };
    helper_text k(
        d, weighted ? helper_kernel::combine_weighted : helper_kernel::combine, name);
    auto& w = k.w;
    k.describe(
        { "Runs to averages: average o is of the runs up to ends[o], and either "
          "begins",
          "where the one before ended (`restarts`) or goes on from that. Runs that "
          "no",
          "average has ended are left in state_out, for the next launch." });
    if (&d == &cuda_dialect())
        w.put("#define NAN __int_as_float(0x7fc00000)");
    emit_combined(w, d, what.how, weighted);
    k.open({ reads(d, "float", "partials"),
             reads(d, "float", "state_in"),
             writes(d, "float", "state_out"),
             writes(d, "float", "averages"),
             reads(d, "uint", "ends"),
             reads(d, "float", "weights"),
             takes("uint", "outputs"),
             takes("uint", "carries"),
             takes("uint", "restarts") },
           "bin",
           std::to_string(what.bins()));
    w.put("// A row an average and one for the rest; or one row for all, in turn.");
    w.put("const uint last = restarts ? row : outputs;");
    w.put("uint r = row ? ends[row - 1] : 0;");
    w.put("const uint goes_on = row ? 0 : carries;");
    if (weighted)
        emit_in_turn(w, at);
    else
        emit_before_the_state(w, at);
    w.put("if (o < outputs)");
    w.line("    averages[{}] = all;", at("o"));
    w.put("else");
    w.put("    state_out[bin] = all;");
    w.close();
    return k.close(what);
}

kernel_source generate_finish(const dialect& d)
{
    helper_text k(d, helper_kernel::finish, "finish");
    auto& w = k.w;
    k.describe({ "Averages to what is shown: place k holds bin (k + rotation) mod bins, "
                 "output b is",
                 "the highest or the mean of its places, scaled, in decibels where "
                 "wanted." });
    emit_decibels(w, d);
    emit_bin_power(w, d);
    k.open({ reads(d, "float", "averages"),
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
    w.line(
        "{}const float* average = averages + ({})row * bins;", d.global, d.wide_unsigned);
    w.put("const uint turn = bins - rotation; // the place of bin 0");
    w.put("float value = 0.0f;");
    w.open("if (bins == out_bins)");
    w.put("value = bin_power(average, b < turn ? b + rotation : b - turn, edge, "
          "last_edge);");
    w.close();
    w.open("else");
    w.line("const uint first = (uint)(({})b * bins / out_bins);", d.wide_unsigned);
    w.line("const uint behind = (uint)(({})(b + 1) * bins / out_bins);", d.wide_unsigned);
    w.open("for (uint k = first; k < behind; ++k)");
    w.put("const float power =");
    w.put("    bin_power(average, k < turn ? k + rotation : k - turn, edge, last_edge);");
    w.put("value = k == first ? power : is_mean ? value + power : fmax(value, power);");
    w.close();
    w.put("if (is_mean)");
    w.put("    value = value / (float)(behind - first);");
    w.close();
    w.put("value = factors[row] * value;");
    w.line("out[({})row * out_bins + b] = decibels ? decibels_of(value) : value;",
           d.wide_unsigned);
    return k.close({});
}

} // namespace gpufft
