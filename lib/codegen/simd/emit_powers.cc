/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_powers.h"
#include "codegen/text/power_text.h"
#include "plan/ir/enum_names.h"

namespace gpufft::simd {

namespace {

//! Power \p p after \p s, what was accumulated before.
std::string after(accumulation how, const std::string& s, const std::string& p)
{
    switch (how) {
    case accumulation::highest:
        return fmt::format("HIGHER({}, {})", s, p);
    case accumulation::lowest:
        return fmt::format("LOWER({}, {})", s, p);
    case accumulation::square:
        return fmt::format("{} + {}", s, p);
    default:
        return fmt::format("keep * {} + {}", s, p);
    }
}

//! Bins of a plane.
std::int64_t bins_of(const simd_context& c)
{
    return c.p.output_distance / c.p.store.power->count();
}

//! An accumulation of the power of one output vector.
struct plane_store {
    std::string to, value; //!< where it is accumulated, and what a frame adds
    std::string before;    //!< name of what was accumulated before
    accumulation how;
};

//! Declares what frames add to the planes.
std::vector<plane_store> emit_plane_values(simd_context& c, const power_output& y)
{
    auto& w = c.w;
    const auto& how = *c.p.store.power;
    w.line("const vec {1}{0} = y{0}_re * y{0}_re + y{0}_im * y{0}_im;",
           y.v,
           how.has_extremes() ? "any" : "power");
    if (how.has_extremes())
        w.line("const vec power{0} = FINITE(any{0});", y.v);
    std::vector<plane_store> all;
    for (const auto each : how.planes()) {
        const auto plane = static_cast<std::int64_t>(all.size()) * bins_of(c);
        const auto any = fmt::format("{}{}", how.has_extremes() ? "any" : "power", y.v);
        const bool is_extreme = accumulations(each).has_extremes();
        plane_store s;
        s.how = each;
        s.to = plane ? fmt::format("to + {} + {}", plane, y.place) : "to + " + y.place;
        s.value = is_extreme                     ? fmt::format("power{}", y.v)
                  : each == accumulation::square ? fmt::format("{0} * {0}", any)
                                                 : any;
        s.before = fmt::format("before{}{}", y.v, plane ? name_of(each) : "");
        all.push_back(std::move(s));
    }
    return all;
}

} // namespace

void emit_power_vectors(simd_context& c)
{
    auto& w = c.w;
    if (!c.p.store.power->has_extremes())
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
    const auto bins = bins_of(c);
    w.line("const uint group = {};", c.d.group);
    w.line("const uint groups = {};", c.d.group_count);
    w.line("const {0} all = rows;", c.d.wide_unsigned);
    w.put("const uint first_run = (uint)(all * group / groups);");
    w.put("const uint end_run = (uint)(all * (group + 1) / groups);");
    w.open("for (uint run = first_run; run < end_run; ++run)");
    w.put("if (runs[run] < runs[run + 1])");
    w.put("    continue;");
    std::int64_t first = 0;
    for (const auto each : c.p.store.power->planes()) {
        w.line("for (uint bin = {}; bin < {}; ++bin)", first, first + bins);
        w.line("    out[({})run * {} + bin] = {}; // of no frame",
               c.d.wide_unsigned,
               c.p.output_distance,
               nothing_accumulated(each));
        first += bins;
    }
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
    std::vector<plane_store> all;
    for (const auto& y : outputs)
        for (auto& each : emit_plane_values(c, y))
            all.push_back(std::move(each));
    w.open("if (begins)");
    for (const auto& s : all)
        w.line("STORE({}, {});", s.to, s.value);
    w.close();
    w.open("else");
    for (const auto& s : all) {
        w.line("const vec {} = LOAD({});", s.before, s.to);
        w.line("STORE({}, {});", s.to, after(s.how, s.before, s.value));
    }
    w.close();
}

} // namespace gpufft::simd
