/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_powers.h"
#include "codegen/text/power_text.h"

namespace gpufft::simd {

namespace {

//! Power \p p after \p s, what was accumulated before.
std::string after(const simd_context& c, const std::string& s, const std::string& p)
{
    switch (*c.p.store.power) {
    case accumulation::highest:
        return fmt::format("HIGHER({}, {})", s, p);
    case accumulation::lowest:
        return fmt::format("LOWER({}, {})", s, p);
    default:
        return fmt::format("keep * {} + {}", s, p);
    }
}

} // namespace

void emit_power_vectors(simd_context& c)
{
    auto& w = c.w;
    if (c.p.store.power == accumulation::sum)
        return;
    w.put("// What is not finite counts as nothing, NaN: comparisons, since PoCL calls "
          "fmax() once a lane.");
    w.put("#define FINITE(p) select((vec)(NAN), p, (p) < (vec)(INFINITY))");
    w.put("#define HIGHER(s, p) select(s, p, ((p) > (s)) | ((s) != (s)))");
    w.put("#define LOWER(s, p) select(s, p, ((p) < (s)) | ((s) != (s)))");
    w.blank();
}

void open_frames_share(simd_context& c)
{
    auto& w = c.w;
    const auto bins = c.p.output_distance;
    w.line("const uint group = {};", c.d.group);
    w.line("const uint groups = {};", c.d.group_count);
    w.line("const {0} all = rows;", c.d.wide_unsigned);
    w.put("const uint first_run = (uint)(all * group / groups);");
    w.put("const uint end_run = (uint)(all * (group + 1) / groups);");
    w.open("for (uint run = first_run; run < end_run; ++run)");
    w.put("if (runs[run] < runs[run + 1])");
    w.put("    continue;");
    w.line("for (uint bin = 0; bin < {}; ++bin)", bins);
    w.line("    out[({})run * {} + bin] = {}; // of no frame",
           c.d.wide_unsigned,
           bins,
           nothing_accumulated(*c.p.store.power));
    w.close();
    w.put("uint run = first_run;");
    w.open("for (uint row = runs[first_run]; row < runs[end_run]; ++row)");
    w.put("while (row >= runs[run + 1])");
    w.put("    ++run;");
    w.put("const bool begins = row == runs[run];");
}

void emit_power_stores(simd_context& c, const std::vector<power_output>& outputs)
{
    auto& w = c.w;
    const bool is_sum = c.p.store.power == accumulation::sum;
    for (const auto& y : outputs) {
        const auto power = fmt::format("y{0}_re * y{0}_re + y{0}_im * y{0}_im", y.v);
        if (is_sum) {
            w.line("const vec power{} = {};", y.v, power);
        } else {
            w.line("const vec any{} = {};", y.v, power);
            w.line("const vec power{0} = FINITE(any{0});", y.v);
        }
    }
    w.open("if (begins)");
    for (const auto& y : outputs)
        w.line("STORE(to + {}, power{});", y.place, y.v);
    w.close();
    w.open("else");
    for (const auto& y : outputs) {
        const auto at = fmt::format("to + {}", y.place);
        w.line("const vec before{} = LOAD({});", y.v, at);
        w.line("STORE({}, {});",
               at,
               after(c, fmt::format("before{}", y.v), fmt::format("power{}", y.v)));
    }
    w.close();
}

} // namespace gpufft::simd
