/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/decibel_text.h"
#include "codegen/helpers/power_shares.h"
#include "codegen/text/power_text.h"
#include "plan/ir/enum_names.h"

namespace gpufft {

namespace {

//! What is done to one element, or to as many neighbours as a vector has lanes.
struct element_type {
    int lanes;
    std::string name() const
    {
        return lanes > 1 ? fmt::format("float{}", lanes) : "float";
    }
    std::string load(const std::string& at) const
    {
        return lanes > 1 ? fmt::format("vload{}(0, {})", lanes, at)
                         : fmt::format("*({})", at);
    }
    std::string store(const std::string& at, const std::string& value) const
    {
        return lanes > 1 ? fmt::format("vstore{}({}, 0, {})", lanes, value, at)
                         : fmt::format("*({}) = {}", at, value);
    }
    std::string all(const char* value) const
    {
        return fmt::format("({})({})", name(), value);
    }
};

const element_type ELEMENTS[] = { { HELPER_LANES }, { 1 } };

//! Macros for numbers and vectors alike: comparisons are an instruction each, and NaN
//! counts as nothing.
void emit_choices(source_writer& w)
{
    w.put("#define HIGHER(s, p) select(s, p, ((p) > (s)) | ((s) != (s)))");
    w.put("#define LOWER(s, p) select(s, p, ((p) < (s)) | ((s) != (s)))");
    w.put("#define IS_FINITE(s) (((s) < INFINITY) & ((s) > -INFINITY))");
    w.blank();
}

std::string together(accumulation how, const std::string& s, const std::string& p)
{
    switch (how) {
    case accumulation::highest:
        return fmt::format("HIGHER({}, {})", s, p);
    case accumulation::lowest:
        return fmt::format("LOWER({}, {})", s, p);
    default:
        return fmt::format("{} + {}", s, p);
    }
}

//! Calls `name_N(...)` for the whole vectors of a block, and one by one for what is left
//! of the row; \p arguments say `at` where the element is.
void emit_calls(source_writer& w,
                const char* name,
                const std::string& index,
                const std::string& count,
                const std::string& arguments)
{
    w.line("uint at = {};", index);
    w.line("const uint behind = min({} + {}, (uint){});", index, HELPER_BLOCK, count);
    w.line("for (; at + {0} <= behind; at += {0})", HELPER_LANES);
    w.line("    {}_{}({});", name, HELPER_LANES, arguments);
    w.put("for (; at < behind; ++at)");
    w.line("    {}_1({});", name, arguments);
}

//! |z|^2 of one bin, or of as many as lanes, from \p at on.
void emit_power(source_writer& w, const element_type& e)
{
    if (e.lanes == 1) {
        w.put("const float power = z[0] * z[0] + z[1] * z[1];");
        return;
    }
    w.line("const {0} a = {1}, b = {2};",
           e.name(),
           e.load("z"),
           e.load(fmt::format("z + {}", e.lanes)));
    w.line("const {0} re = ({0})(a.even, b.even), im = ({0})(a.odd, b.odd);", e.name());
    w.line("const {} power = re * re + im * im;", e.name());
}

//! Adds `power` to \p s.
void emit_accumulated(source_writer& w,
                      accumulation how,
                      const std::string& s,
                      const element_type& e)
{
    if (how == accumulation::sum)
        w.line("{0} = keep * {0} + power;", s);
    else if (how == accumulation::square)
        w.line("{0} = {0} + power * power;", s);
    else
        w.line(
            "{} = {};",
            s,
            together(how,
                     s,
                     fmt::format("select({}, power, power < INFINITY)", e.all("NAN"))));
}

void emit_accumulate_function(source_writer& w,
                              const power_request& request,
                              const element_type& e)
{
    w.line("static inline void accumulate_{}(__global const float* z, __global float* "
           "partial, uint frames, float keep)",
           e.lanes);
    w.open();
    const auto planes = request.how.planes();
    const auto names = accumulators(request.how, "");
    for (std::size_t i = 0; i < planes.size(); ++i)
        w.line("{} {} = {};", e.name(), names[i], e.all(nothing_accumulated(planes[i])));
    w.line("for (uint f = 0; f < frames; ++f, z += {})", 2 * request.bins());
    w.open();
    emit_power(w, e);
    for (std::size_t i = 0; i < planes.size(); ++i)
        emit_accumulated(w, planes[i], names[i], e);
    w.close();
    for (std::size_t i = 0; i < planes.size(); ++i)
        w.line("{};",
               e.store(i ? fmt::format("partial + {}",
                                       static_cast<std::int64_t>(i) * request.bins())
                         : "partial",
                       names[i]));
    w.close();
    w.blank();
}

//! "combine" or, of several planes, "combine_sum": what emit_calls() calls.
std::string combine_name(const power_request& request, accumulation how)
{
    return request.how == how ? "combine" : fmt::format("combine_{}", name_of(how));
}

//! Function combine_N() of planes of \p how: power_kernels.h says what it does.
void emit_combine_function(source_writer& w,
                           const power_request& request,
                           accumulation how,
                           bool weighted,
                           const element_type& e)
{
    const auto values = request.values();
    const auto type = e.name();
    w.line(
        "static inline void {}_{}(__global const float* partials, __global const float* "
        "state_in,",
        combine_name(request, how),
        e.lanes);
    w.put("    __global float* state_out, __global float* averages, __global const uint* "
          "ends,");
    w.put("    __global const float* weights, uint row, uint outputs, uint carries, uint "
          "restarts)");
    w.open();
    w.put("const uint last = restarts ? row : outputs;");
    w.put("uint r = row ? ends[row - 1] : 0;");
    w.put("const bool goes_on = !row && carries;");
    const auto partial = fmt::format("partials + (ulong)r * {}", values);
    w.line("{} before = {};", type, e.all("NAN"));
    w.put("if (goes_on)");
    w.line("    before = {};", e.load("state_in"));
    if (weighted) {
        w.line("{} s = before;", type);
    } else {
        w.put(
            "// Runs first: a long sum is rounded once a launch, instead of once a run.");
        w.line("{} s = {};", type, e.all("NAN"));
        w.put("if (r < ends[last])");
        w.line("    s = {};", e.load(partial));
        w.put("++r;");
    }
    w.open("for (uint o = row; o <= last; ++o)");
    w.put("const uint end = ends[o];");
    w.open("for (; r < end; ++r)");
    if (weighted) {
        w.line("const {} mean = weights[2 * r + 1] * {};", type, e.load(partial));
        w.put("const float share = weights[2 * r];");
        w.line(
            "const {} next = share > 0.0f ? s + share * (mean - s) : mean - share * (s "
            "- mean);",
            type);
        w.put("s = select(mean, next, IS_FINITE(s));");
    } else {
        w.line("const {} partial = {};", type, e.load(partial));
        w.line("s = {};", together(how, "s", "partial"));
    }
    w.close();
    if (weighted)
        w.line("const {} all = s;", type);
    else {
        w.line("{} all = s;", type);
        w.put("if (goes_on)");
        w.line("    all = before;");
        w.put("if (goes_on && end)");
        w.line("    all = {};", together(how, "before", "s"));
    }
    w.put("if (o < outputs)");
    w.line("    {};", e.store(fmt::format("averages + (ulong)o * {}", values), "all"));
    w.put("else");
    w.line("    {};", e.store("state_out", "all"));
    w.close();
    w.close();
    w.blank();
}

//! Function finish_1(): an output that is weighted, or beside others that lie elsewhere.
void emit_finish_functions(source_writer& w)
{
    w.put(
        "static inline void finish_1(__global const float* average, __global float* to, "
        "float factor,");
    w.put("    uint b, uint bins, uint rotation, uint decibels, float edge, uint "
          "last_edge)");
    w.open();
    w.put("const uint turn = bins - rotation; // the place of bin 0");
    w.put("const uint bin = b < turn ? b + rotation : b - turn;");
    w.put("const float weight = bin == 0 || bin == last_edge ? edge : 1.0f;");
    w.put("const float value = factor * (weight * average[bin]);");
    w.put("to[b] = decibels ? decibels_of(value) : value;");
    w.close();
    w.blank();
}

void emit_finished_block(source_writer& w)
{
    w.put("__global const float* average = averages + (ulong)row * bins;");
    w.put("__global float* to = out + (ulong)row * out_bins;");
    w.put("const float factor = factors[row];");
    w.put("const uint turn = bins - rotation; // the place of bin 0");
    w.line("const uint behind = min(b0 + {}, out_bins);", HELPER_BLOCK);
    w.open("for (uint b = b0; b < behind;)");
    w.put("const uint from = b < turn ? b + rotation : b - turn;");
    w.put(
        "// Outputs that follow one another in the average, too, up to where it turns.");
    w.put("const uint run = b < turn ? min(behind, turn) - b : behind - b;");
    w.put("const bool are_weighted = edge != 1.0f && (from == 0 || last_edge - from < "
          "run);");
    w.line("if (run >= {} && !are_weighted)", HELPER_LANES);
    w.open();
    w.line("const uint whole = run / {0} * {0};", HELPER_LANES);
    w.line("for (uint i = 0; i < whole; i += {})", HELPER_LANES);
    w.open();
    w.put("const float16 value = factor * vload16(0, average + from + i);");
    w.put("vstore16(decibels ? decibels_of_vector(value) : value, 0, to + b + i);");
    w.close();
    w.put("b += whole;");
    w.close();
    w.open("else");
    w.put("finish_1(average, to, factor, b, bins, rotation, decibels, edge, last_edge);");
    w.put("++b;");
    w.close();
    w.close();
}

//! As many rows as \p rows, each once a plane.
std::string rows_of_planes(const power_request& request, const char* rows)
{
    const auto planes = request.how.count();
    return planes > 1 ? fmt::format("({} * {})", planes, rows) : rows;
}

//! Combines elements of row `row` of rows_of_planes().
void emit_combine_calls(source_writer& w, const power_request& request)
{
    const auto planes = request.how.planes();
    for (std::size_t i = 0; i < planes.size(); ++i) {
        if (planes.size() > 1)
            w.open(fmt::format("if (row % {} == {})", planes.size(), i));
        const auto at =
            i ? fmt::format("{} + at", static_cast<std::int64_t>(i) * request.bins())
              : "at";
        emit_calls(
            w,
            combine_name(request, planes[i]).c_str(),
            "b0",
            std::to_string(request.bins()),
            fmt::format("partials + {0}, state_in + {0}, state_out + {0}, "
                        "averages + {0}, ends, weights, row{1}, outputs, carries, "
                        "restarts",
                        at,
                        planes.size() > 1 ? fmt::format(" / {}", planes.size()) : ""));
        if (planes.size() > 1)
            w.close();
    }
}

} // namespace

kernel_source generate_shared_accumulate(const power_request& request, const dialect& d)
{
    const auto name =
        fmt::format("accumulate_shares_{}_{}", name_of(request.how), request.bins());
    auto k = helper_text::of_shares(d, helper_kernel::accumulate, name);
    auto& w = k.w;
    k.describe({ "Spectra of the frames of a run to one row of accumulated powers: row r",
                 "has the frames runs[r] .. runs[r + 1] - 1." });
    emit_choices(w);
    for (const auto& e : ELEMENTS)
        emit_accumulate_function(w, request, e);
    k.open_share({ reads(d, "float", "spectra"),
                   writes(d, "float", "partials"),
                   reads(d, "uint", "runs"),
                   takes("float", "keep"),
                   takes("uint", "rows") },
                 "b0",
                 std::to_string(request.bins()),
                 "rows");
    w.put("const uint frames = runs[row + 1] - runs[row];");
    w.line("__global const float* z = spectra + (ulong)runs[row] * {};",
           2 * request.bins());
    w.line("__global float* to = partials + (ulong)row * {};", request.values());
    emit_calls(w,
               "accumulate",
               "b0",
               std::to_string(request.bins()),
               "z + 2 * at, to + at, frames, keep");
    w.close();
    return k.close(request);
}

kernel_source
generate_shared_combine(const power_request& request, bool weighted, const dialect& d)
{
    const auto name = fmt::format("combine_shares_{}_{}",
                                  weighted ? "weighted" : name_of(request.how),
                                  request.bins());
    auto k = helper_text::of_shares(
        d, weighted ? helper_kernel::combine_weighted : helper_kernel::combine, name);
    auto& w = k.w;
    k.describe(
        { "Runs to averages: average o is of the runs up to ends[o], and either begins",
          "where the one before ended (`restarts`) or goes on from that. Runs that no",
          "average has ended are left in state_out, for the next launch." });
    emit_choices(w);
    for (const auto how : request.how.planes())
        for (const auto& e : ELEMENTS)
            emit_combine_function(w, request, how, weighted, e);
    k.open_share({ reads(d, "float", "partials"),
                   reads(d, "float", "state_in"),
                   writes(d, "float", "state_out"),
                   writes(d, "float", "averages"),
                   reads(d, "uint", "ends"),
                   reads(d, "float", "weights"),
                   takes("uint", "outputs"),
                   takes("uint", "carries"),
                   takes("uint", "restarts"),
                   takes("uint", "rows") },
                 "b0",
                 std::to_string(request.bins()),
                 rows_of_planes(request, "(restarts ? outputs + 1 : 1)"));
    emit_combine_calls(w, request);
    w.close();
    return k.close(request);
}

kernel_source generate_shared_finish(const dialect& d)
{
    auto k = helper_text::of_shares(d, helper_kernel::finish_whole, "finish_shares");
    auto& w = k.w;
    k.describe({ "Averages to what is shown: place b holds bin (b + rotation) mod bins, "
                 "scaled, in",
                 "decibels where wanted. There are as many outputs as bins." });
    emit_decibels(w, d);
    emit_vector_decibels(w);
    emit_finish_functions(w);
    k.open_share({ reads(d, "float", "averages"),
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
                 "b0",
                 "out_bins",
                 "outputs");
    emit_finished_block(w);
    w.close();
    return k.close(power_request());
}

} // namespace gpufft
