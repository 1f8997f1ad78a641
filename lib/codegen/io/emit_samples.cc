/* SPDX-License-Identifier: GPL-3.0-or-later */
// The caller's points of a dct or a dst, as the dct that it comes down to counts them.
#include "codegen/io/emit_io_parts.h"
#include "codegen/text/literal.h"
#include "plan/ir/dft_length.h"

namespace gpufft {

namespace {

using texts = std::vector<std::string>;
using places = std::vector<place_text>;

//! How the caller's points differ from those of the dct.
struct change {
    bool is_reversed = false;
    bool is_alternating = false; //!< every other sign changed
    texts weighted;              //!< conditions for a weight each

    //! Values change, and not places alone.
    bool is_of_values() const { return is_alternating || !weighted.empty(); }
};

//! Condition on index \p n for a weight of the square root of 2; empty: there is none.
std::string weighted_points(const io_text& t, bool is_load, const std::string& n)
{
    switch (t.op.kind) {
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

change change_of(const io_text& t, bool is_load)
{
    change c;
    const bool is_2 = t.op.kind == transform_kind::dst2;
    const bool is_3_or_4 =
        t.op.kind == transform_kind::dst3 || t.op.kind == transform_kind::dst4;
    c.is_reversed = is_load ? is_3_or_4 : is_2;
    c.is_alternating = is_load ? is_2 : is_3_or_4;
    for (const auto& n : t.indices()) {
        const auto condition = weighted_points(t, is_load, n);
        if (t.op.orthogonalize && !condition.empty())
            c.weighted.push_back(condition);
    }
    return c;
}

//! Where the caller has what is at \p places of the dct.
places places_of(const io_text& t, const change& c, places all)
{
    for (std::size_t i = 0; c.is_reversed && i < all.size(); ++i)
        all[i] = all[i].less_from(t.p.dimensions[i].caller_length - 1);
    return all;
}

texts numbers_of(const places& all)
{
    texts numbers;
    for (const auto& place : all)
        numbers.push_back(place.str());
    return numbers;
}

//! \p value, or where the indices' sum is odd its negative.
std::string alternated(const io_text& t, const std::string& value)
{
    const auto sum = fmt::format("{}", fmt::join(t.indices(), " + "));
    return fmt::format("{0} % 2 ? -{1} : {1}", grouped(sum), value);
}

texts with_indices(texts parameters, const io_text& t)
{
    for (const auto& index : t.indices())
        parameters.push_back("uint " + index);
    return parameters;
}

//! \p pointers, what the expression takes, and \p places: arguments in this order.
texts with_expression(const io_text& t, texts pointers, const texts& places)
{
    for (const auto& each : t.expression_names("origin"))
        pointers.push_back(each);
    pointers.insert(pointers.end(), places.begin(), places.end());
    return pointers;
}

//! A type 1 is extended to both sides; `m` counts the points of the extension.
void emit_extension(const io_text& t)
{
    auto& w = t.w;
    const auto dft = dft_length(t.op.kind, t.op.is_half, t.length());
    const bool is_even = t.op.kind == transform_kind::dct1;
    auto parameters = t.pointers_and_line();
    parameters.emplace_back("uint m");
    w.line("// Point m of the input, extended {} to {} points.",
           is_even ? "evenly" : "oddly",
           2 * dft);
    t.open_function(t.real(), "extended", parameters);
    if (is_even) {
        w.line("const uint n = m <= {} ? m : {} - m;", dft, 2 * dft);
        w.line("return {};", sample_text(t, { std::string("n") }));
    } else {
        w.line("if (m == 0 || m == {})", dft);
        w.line("    return {};", t.number("0.0"));
        w.line("return m < {} ? {} : -{};",
               dft,
               sample_text(t, { place_text("m", -1, false) }),
               sample_text(t, { falling(2 * dft - 1, "m") }));
    }
    t.close_function();
}

} // namespace

std::string sample_address(const io_text& t, const places& at)
{
    return t.at(places_of(t, change_of(t, true), at)).address("from");
}

std::string sample_text_at(const io_text& t, const std::string& address, const places& at)
{
    if (change_of(t, true).is_of_values())
        return "sample(" + joined(with_expression(t, { address }, numbers_of(at))) + ")";
    return t.read_real_at(address);
}

std::string sample_text(const io_text& t, const places& at)
{
    const auto c = change_of(t, true);
    if (c.is_of_values())
        return sample_text_at(t, sample_address(t, at), at);
    return t.read_real(t.at(places_of(t, c, at)));
}

std::string put_text(const io_text& t, const places& at, const std::string& value)
{
    const bool is_scaled = t.p.store.scaled;
    const auto c = change_of(t, false);
    const auto element = t.at(places_of(t, c, at));
    if (c.is_of_values())
        return fmt::format(
            "put({}, {}{});",
            joined(with_expression(t, { element.address("to") }, numbers_of(at))),
            value,
            is_scaled ? ", scale" : "");
    return t.real_write(element, is_scaled ? "scale * " + grouped(value) : value);
}

void emit_sample(const io_text& t)
{
    auto& w = t.w;
    const auto c = change_of(t, true);
    if (c.is_of_values()) {
        const auto parameters = with_indices(t.pointers(), t);
        w.put("// The input at that address, as point n of a dct.");
        t.open_function(t.real(), "sample", parameters);
        const bool changes = c.weighted.size() > 1;
        w.line("{}{} x = {};",
               changes ? "" : "const ",
               t.real(),
               t.read_real(element_text::behind("")));
        std::string value = "x";
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
    if (t.op.kind == transform_kind::dct1 || t.op.kind == transform_kind::dst1)
        emit_extension(t);
}

void emit_put(const io_text& t)
{
    auto& w = t.w;
    const auto c = change_of(t, false);
    if (!c.is_of_values())
        return;
    auto parameters = with_indices(t.pointers(), t);
    parameters.push_back(t.real() + " y");
    if (t.p.store.scaled)
        parameters.push_back("const " + t.real() + " scale");
    w.put("// Output k of a dct, to that address.");
    t.open_function("void", "put", parameters);
    for (const auto& condition : c.weighted) {
        w.line("if ({})", condition);
        w.line("    y *= {};", literal(t.p, 1 / ROOT_2));
    }
    std::string value = t.p.store.scaled ? "scale * y" : "y";
    if (c.is_alternating)
        value = alternated(t, value);
    w.put(t.real_write(element_text::behind(""), value));
    t.close_function();
}

} // namespace gpufft
