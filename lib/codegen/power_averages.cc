/* SPDX-License-Identifier: GPL-3.0-or-later */
// Runs to averages, and averages to what the caller wants to see.
#include "codegen/power_kernels.h"
#include "codegen/power_text.h"
#include "plan/names.h"

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

//! Adds the runs up to \p end to `s`, from `r` on.
void emit_runs(source_writer& w,
               const char* end,
               const std::string& bins,
               bool is_weighted)
{
    w.open(fmt::format("for (; r < {}; ++r)", end));
    w.line("const float partial = partials[{}];", bins);
    if (is_weighted)
        w.put("s = has_some ? combined(s, partial, weights[2 * r], weights[2 * r + 1])");
    else
        w.put("s = has_some ? combined(s, partial)");
    w.line("             : {};",
           is_weighted ? "weights[2 * r + 1] * partial" : "partial");
    w.put("has_some = 1;");
    w.close();
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
    w.put("uint has_some = row ? 0 : carries;");
    w.put("float s = has_some ? state_in[bin] : NAN;");
    w.open("for (uint o = row; o <= last; ++o)");
    w.put("const uint end = ends[o];");
    emit_runs(w, "end", at("r"), weighted);
    w.put("if (o < outputs)");
    w.line("    averages[{}] = s;", at("o"));
    w.put("else");
    w.put("    state_out[bin] = s;");
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
    const auto first_of = [&](const char* b) {
        return fmt::format("(uint)(({}){} * bins / out_bins)", d.wide_unsigned, b);
    };
    w.put("const bool is_whole = bins == out_bins;");
    w.line("const uint first = is_whole ? b : {};", first_of("b"));
    w.line("const uint behind = is_whole ? b + 1 : {};", first_of("(b + 1)"));
    w.line(
        "{}const float* average = averages + ({})row * bins;", d.global, d.wide_unsigned);
    w.put("float value = 0.0f;");
    w.open("for (uint k = first; k < behind; ++k)");
    w.put("const uint bin = k < bins - rotation ? k + rotation : k - (bins - rotation);");
    w.put("const float weight = bin == 0 || bin == last_edge ? edge : 1.0f;");
    w.put("const float power = weight * average[bin];");
    w.put("value = k == first ? power : is_mean ? value + power : fmax(value, power);");
    w.close();
    w.put("if (is_mean)");
    w.put("    value = value / (float)(behind - first);");
    w.put("value = factors[row] * value;");
    w.line("out[({})row * out_bins + b] = decibels ? 10.0f * log10(value) : value;",
           d.wide_unsigned);
    return k.close({});
}

} // namespace gpufft
