/* SPDX-License-Identifier: GPL-3.0-or-later */
// The caller's points of a dct or a dst, as the dct that it comes down to counts them.
#include "base/saturated.h"
#include "codegen/ends/emit_ends_parts.h"
#include "codegen/text/literal.h"
#include "plan/ir/core_length.h"
#include <cstdint>
#include <limits>

namespace gpufft {

namespace {

using texts = std::vector<std::string>;

//! How the caller's points differ from those of the dct.
struct change {
    bool is_reversed = false;
    bool is_alternating = false; //!< every other sign changed
    texts weighted;              //!< conditions for a weight each

    bool is_there() const { return is_reversed || is_alternating || !weighted.empty(); }
};

//! Condition on index \p n for a weight of the square root of 2; empty: there is none.
std::string weighted_points(const end_text& t, bool is_load, const std::string& n)
{
    switch (t.end.kind) {
    case transform_kind::dct1:
        return fmt::format("{0} == 0 || {0} == {1}", n, t.length() - 1);
    case transform_kind::dct2:
    case transform_kind::dst2:
        return is_load ? "" : fmt::format("{} == 0", n);
    case transform_kind::dct3:
    case transform_kind::dst3:
        return is_load ? fmt::format("{} == 0", n) : "";
    default:
        return "";
    }
}

change change_of(const end_text& t, bool is_load)
{
    change c;
    const bool is_2 = t.end.kind == transform_kind::dst2;
    const bool is_3_or_4 =
        t.end.kind == transform_kind::dst3 || t.end.kind == transform_kind::dst4;
    c.is_reversed = is_load ? is_3_or_4 : is_2;
    c.is_alternating = is_load ? is_2 : is_3_or_4;
    for (const auto& n : t.indices()) {
        const auto condition = weighted_points(t, is_load, n);
        if (t.end.orthogonalize && !condition.empty())
            c.weighted.push_back(condition);
    }
    return c;
}

texts places_of(const end_text& t, const change& c)
{
    auto places = t.indices();
    if (c.is_reversed) {
        for (std::size_t i = 0; i < places.size(); ++i)
            places[i] =
                fmt::format("{} - {}", t.p.dimensions[i].caller_length - 1, places[i]);
    }
    return places;
}

//! \p value, or where the indices' sum is odd its negative.
std::string alternated(const end_text& t, const std::string& value)
{
    const auto sum = fmt::format("{}", fmt::join(t.indices(), " + "));
    return fmt::format("{0} % 2 ? -{1} : {1}", grouped(sum), value);
}

texts with_indices(texts parameters, const end_text& t)
{
    for (const auto& index : t.indices())
        parameters.push_back("uint " + index);
    return parameters;
}

/*!
 * The input at \p last - m.
 *
 * By a signed number from the address of its line: of "from[line + 3 * (77 - m)]" for m
 * and m + 1, NVIDIA's compilers (13.0) make one address of line - 3 m, which wraps in 32
 * bits, and add the rest to that in 64.
 */
std::string mirrored_sample(const end_text& t, std::int64_t last)
{
    const auto stride = t.stride(0);
    const auto is_far =
        saturated_product(last, stride) > std::numeric_limits<std::int32_t>::max();
    const auto place = fmt::format("{}({})({} - m)",
                                   stride == 1 ? "" : fmt::format("{} * ", stride),
                                   is_far ? t.d.wide_unsigned : "int",
                                   last);
    if (t.end.is_float16)
        return fmt::format("vload_half({}, from + line)", place);
    return fmt::format("(from + line)[{}]", place);
}

//! Type 1 goes on to both sides; `m` counts the points of that.
void emit_extension(const end_text& t)
{
    auto& w = t.w;
    const auto core = core_length(t.end.kind, t.end.is_half, t.length());
    const bool is_even = t.end.kind == transform_kind::dct1;
    auto parameters = t.pointers_and_line();
    parameters.emplace_back("uint m");
    w.line("// Point m of the input, extended {} to {} points.",
           is_even ? "evenly" : "oddly",
           2 * core);
    t.open_function(t.real(), "extended", parameters);
    if (is_even) {
        w.line("const uint n = m <= {} ? m : {} - m;", core, 2 * core);
        w.line("return {};", sample_text(t, "n"));
    } else {
        w.line("if (m == 0 || m == {})", core);
        w.line("    return {};", t.number("0.0"));
        w.line("return m < {} ? {} : -{};",
               core,
               sample_text(t, "m - 1"),
               mirrored_sample(t, 2 * core - 1));
    }
    t.close_function();
}

} // namespace

std::string sample_text(const end_text& t, const texts& places)
{
    if (change_of(t, true).is_there())
        return fmt::format("sample(from, line, {})", joined(places));
    return t.read_real(t.at(places));
}

std::string sample_text(const end_text& t, const std::string& place)
{
    return sample_text(t, texts{ place });
}

std::string
put_text(const end_text& t, const std::string& place, const std::string& value)
{
    return put_text(t, texts{ place }, value);
}

std::string put_text(const end_text& t, const texts& places, const std::string& value)
{
    const bool is_scaled = t.p.store.scaled;
    if (change_of(t, false).is_there())
        return fmt::format("put(to, line, {}, {}{});",
                           joined(places),
                           value,
                           is_scaled ? ", scale" : "");
    return t.real_write(t.at(places), is_scaled ? "scale * " + grouped(value) : value);
}

void emit_sample(const end_text& t)
{
    auto& w = t.w;
    const auto c = change_of(t, true);
    if (c.is_there()) {
        const auto parameters = with_indices(t.pointers_and_line(), t);
        w.put("// Point n of the input as that of a dct.");
        t.open_function(t.real(), "sample", parameters);
        auto value = t.read_real(t.at(places_of(t, c)));
        if (t.rank() > 1 || c.is_alternating || !c.weighted.empty()) {
            const bool changes = c.weighted.size() > 1;
            w.line("{}{} x = {};", changes ? "" : "const ", t.real(), value);
            value = "x";
        }
        if (c.is_alternating)
            value = alternated(t, value);
        if (c.weighted.size() == 1)
            value = fmt::format(
                "{} ? {} * x : {}", c.weighted[0], literal(t.p, ROOT_2), grouped(value));
        if (c.weighted.size() > 1) {
            for (const auto& condition : c.weighted) {
                w.line("if ({})", condition);
                w.line("    x *= {};", literal(t.p, ROOT_2));
            }
        }
        w.line("return {};", value);
        t.close_function();
    }
    if (t.end.kind == transform_kind::dct1 || t.end.kind == transform_kind::dst1)
        emit_extension(t);
}

void emit_put(const end_text& t)
{
    auto& w = t.w;
    const auto c = change_of(t, false);
    if (!c.is_there())
        return;
    auto parameters = with_indices(t.pointers_and_line(), t);
    parameters.push_back(t.real() + " y");
    if (t.p.store.scaled)
        parameters.push_back("const " + t.real() + " scale");
    w.put("// Output k of a dct, to where the caller has it.");
    t.open_function("void", "put", parameters);
    for (const auto& condition : c.weighted) {
        w.line("if ({})", condition);
        w.line("    y *= {};", literal(t.p, 1 / ROOT_2));
    }
    std::string value = t.p.store.scaled ? "scale * y" : "y";
    if (c.is_alternating)
        value = alternated(t, value);
    w.put(t.real_write(t.at(places_of(t, c)), value));
    t.close_function();
}

} // namespace gpufft
