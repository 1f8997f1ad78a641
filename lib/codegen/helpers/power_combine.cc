/* SPDX-License-Identifier: GPL-3.0-or-later */
// Runs to averages.
#include "codegen/helpers/power_kernels.h"
#include "codegen/helpers/power_shares.h"
#include "codegen/text/power_text.h"
#include "plan/ir/enum_names.h"

namespace gpufft {

namespace {

//! A run's partial result after what was accumulated before, in the plane of \p bin.
std::string combined_in_plane(const power_request& request)
{
    std::string text;
    std::int64_t behind = 0;
    for (const auto each : request.how.planes()) {
        behind += request.bins();
        const bool is_last = behind == request.values();
        text += is_last ? "" : fmt::format("bin < {} ? ", behind);
        text += accumulated(each, "s", "partial") + (is_last ? "" : " : ");
    }
    return text;
}

//! Function combined(): what was accumulated before, with a run's partial result.
void emit_combined(source_writer& w,
                   const dialect& d,
                   const power_request& request,
                   bool is_weighted)
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
        w.line("{} float combined(float s, float partial{}) {{ return {}; }}",
               d.function,
               request.how.count() > 1 ? ", uint bin" : "",
               combined_in_plane(request));
    }
    w.blank();
}

//! What the body of a combine is put together from. Declares and updates `s`.
class combine_text
{
public:
    combine_text(source_writer& writer, const dialect& words, const power_request& of)
        : w(writer),
          d(words),
          d_bins(of.values()),
          d_is_whole(d_bins % HELPER_ITEMS == 0),
          d_plane(of.how.count() > 1 ? ", bin" : "")
    {
    }

    //! Element of \p row's place.
    std::string at(const char* row) const
    {
        return fmt::format("({}){} * {} + bin", d.wide_unsigned, row, d_bins);
    }
    //! A condition, and that the work-item has a bin.
    std::string where(const char* condition) const
    {
        return d_is_whole ? condition : fmt::format("is_bin && {}", condition);
    }
    void emit_rows()
    {
        if (!d_is_whole)
            w.line("const bool is_bin = bin < {};", d_bins);
        w.put("// A row an average and one for the rest; or one row for all, in turn.");
        w.put("const uint last = restarts ? row : outputs;");
        w.put("uint r = row ? ends[row - 1] : 0;");
        w.put("const uint goes_on = row ? 0 : carries;");
    }
    //! Weighted runs, from what was carried over on.
    void emit_in_turn()
    {
        w.line("float s = {} ? state_in[bin] : NAN;", where("goes_on"));
        open_averages("combined(s, partials[" + at("r") +
                      "], weights[2 * r], weights[2 * r + 1])");
        w.put("const float all = s;");
    }
    //! Runs without weights: those of this launch among themselves, what was carried over
    //! last.
    void emit_before_the_state()
    {
        w.line("const float before = {} ? state_in[bin] : NAN;", where("goes_on"));
        w.put(
            "// Runs first: a long sum is rounded once a launch, instead of once a run.");
        w.line("float s = {} ? partials[{}] : NAN;", where("r < ends[last]"), at("r"));
        w.put("++r;");
        open_averages("combined(s, partials[" + at("r") + "]" + d_plane + ")");
        w.line("const float all = !goes_on ? s : end ? combined(before, s{}) : before;",
               d_plane);
    }
    //! Stores `all`, and closes the loop over averages.
    void close_averages()
    {
        w.line("if ({})", where("o < outputs"));
        w.line("    averages[{}] = all;", at("o"));
        w.line("else{}", d_is_whole ? "" : " if (is_bin)");
        w.put("    state_out[bin] = all;");
        w.close();
    }

private:
    void open_averages(const std::string& next)
    {
        w.open("for (uint o = row; o <= last; ++o)");
        w.put("const uint end = ends[o];");
        w.open("for (; r < end; ++r)");
        if (!d_is_whole)
            w.put("if (is_bin)");
        w.line("{}s = {};", d_is_whole ? "" : "    ", next);
        w.close();
    }

    source_writer& w;
    const dialect& d;
    std::int64_t d_bins;
    bool d_is_whole;     // no workgroup has work-items without a bin
    std::string d_plane; // argument of combined(), where planes differ
};

} // namespace

kernel_source generate_combine(const power_request& request,
                               bool weighted,
                               const dialect& d,
                               helper_form form)
{
    if (form == helper_form::shares)
        return generate_shared_combine(request, weighted, d);
    const auto name = fmt::format(
        "combine_{}_{}", weighted ? "weighted" : name_of(request.how), request.bins());
    helper_text k(
        d, weighted ? helper_kernel::combine_weighted : helper_kernel::combine, name);
    auto& w = k.w;
    k.describe(
        { "Runs to averages: average o is of the runs up to ends[o], and either "
          "begins",
          "where the one before ended (`restarts`) or goes on from that. Runs that "
          "no",
          "average has ended are left in state_out, for the next launch." });
    if (d.is_cuda())
        w.put("#define NAN __int_as_float(0x7fc00000)");
    emit_combined(w, d, request, weighted);
    k.open_together({ reads(d, "float", "partials"),
                      reads(d, "float", "state_in"),
                      writes(d, "float", "state_out"),
                      writes(d, "float", "averages"),
                      reads(d, "uint", "ends"),
                      reads(d, "float", "weights"),
                      takes("uint", "outputs"),
                      takes("uint", "carries"),
                      takes("uint", "restarts"),
                      takes("uint", "rows") },
                    "bin",
                    std::to_string(request.values()));
    combine_text text(w, d, request);
    text.emit_rows();
    if (weighted)
        text.emit_in_turn();
    else
        text.emit_before_the_state();
    text.close_averages();
    return k.close(request);
}

} // namespace gpufft
