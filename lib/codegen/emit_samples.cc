/* SPDX-License-Identifier: GPL-3.0-or-later */
// The caller's points of a dct or a dst, as the dct that it comes down to counts them.
#include "codegen/emit_ends_parts.h"
#include "codegen/literal.h"

namespace gpufft {

namespace {

constexpr double ROOT_2 = 1.4142135623730950488;

//! How the caller's points differ from those of the dct.
struct change {
    bool is_reversed = false;
    bool is_alternating = false; //!< every other sign changed
    std::string weighted;        //!< condition for a weight; empty: none has one

    bool is_there() const { return is_reversed || is_alternating || !weighted.empty(); }
};

//! Condition on index \p n for a weight of the square root of 2.
std::string weighted_points(const end_text& t, bool is_load, const char* n)
{
    if (!t.end.orthogonalize)
        return "";
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
    c.weighted = weighted_points(t, is_load, is_load ? "n" : "k");
    return c;
}

std::string place_of(const end_text& t, const change& c, const char* n)
{
    return c.is_reversed ? fmt::format("{} - {}", t.length() - 1, n) : n;
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
               sample_text(t, fmt::format("{} - m", 2 * core - 1)));
    }
    t.close_function();
}

} // namespace

std::string sample_text(const end_text& t, const std::string& place)
{
    if (change_of(t, true).is_there())
        return fmt::format("sample(from, line, {})", place);
    return t.read_real(t.at(place));
}

std::string
put_text(const end_text& t, const std::string& place, const std::string& value)
{
    const bool is_scaled = t.p.store.scaled;
    if (change_of(t, false).is_there())
        return fmt::format(
            "put(to, line, {}, {}{});", place, value, is_scaled ? ", scale" : "");
    return t.real_write(t.at(place), is_scaled ? "scale * " + grouped(value) : value);
}

void emit_sample(const end_text& t)
{
    auto& w = t.w;
    const auto c = change_of(t, true);
    if (c.is_there()) {
        auto parameters = t.pointers_and_line();
        parameters.emplace_back("uint n");
        w.put("// Point n of the input as that of a dct.");
        t.open_function(t.real(), "sample", parameters);
        auto value = t.read_real(t.at(place_of(t, c, "n")));
        if (c.is_alternating || !c.weighted.empty()) {
            w.line("const {} x = {};", t.real(), value);
            value = "x";
        }
        if (c.is_alternating)
            value = "n % 2 ? -x : x";
        if (!c.weighted.empty())
            value = fmt::format(
                "{} ? {} * x : {}", c.weighted, literal(t.p, ROOT_2), grouped(value));
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
    auto parameters = t.pointers_and_line();
    parameters.emplace_back("uint k");
    parameters.push_back(t.real() + " y");
    if (t.p.store.scaled)
        parameters.push_back("const " + t.real() + " scale");
    w.put("// Output k of a dct, to where the caller has it.");
    t.open_function("void", "put", parameters);
    if (!c.weighted.empty()) {
        w.line("if ({})", c.weighted);
        w.line("    y *= {};", literal(t.p, 1 / ROOT_2));
    }
    std::string value = t.p.store.scaled ? "scale * y" : "y";
    if (c.is_alternating)
        value = fmt::format("k % 2 ? -{0} : {0}", value);
    w.put(t.real_write(t.at(place_of(t, c, "k")), value));
    t.close_function();
}

} // namespace gpufft
