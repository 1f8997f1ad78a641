/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io_parts.h"

namespace gpufft {

namespace {

using texts = std::vector<std::string>;
using places = std::vector<place_text>;

//! Suffix of the name of the pointer to the second input that a dct3's bin is made of.
constexpr const char* OPPOSITE = "_opposite";

//! Places of the second input, x[length - n], that a dct3's bin at \p at is made of.
places with_conjugate(const io_text& t, places at)
{
    at.back() = at.back().less_from(t.length());
    return at;
}

void append(texts& all, const texts& more)
{
    all.insert(all.end(), more.begin(), more.end());
}

//! Indices of all dimensions but the last, as the conjugate bin -k has them: negated, and
//! declared. A dct3 keeps its indices, since its formula negates only the last one.
places emit_negated(const io_text& t)
{
    auto all = t.places();
    all.pop_back();
    if (t.op.kind != transform_kind::c2r)
        return all;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto name = fmt::format("negated{}", i + 1);
        t.w.line(
            "const uint {} = {};", name, negated(all[i].index, t.p.dimensions[i].length));
        all[i] = name;
    }
    return all;
}

} // namespace

std::string bin_text(const io_text& t, const places& at)
{
    texts arguments;
    if (t.op.kind == transform_kind::c2r) {
        for (const auto& name : t.element_names())
            arguments.push_back(t.along_last(at.back()).address(name));
        append(arguments, t.expression_names("origin"));
        arguments.emplace_back("line");
    } else {
        arguments = { sample_address(t, at) };
        append(arguments, t.expression_names("origin"));
        arguments.push_back(sample_address(t, with_conjugate(t, at)));
    }
    for (const auto& place : at)
        arguments.push_back(place.str());
    if (t.op.kind != transform_kind::c2r)
        arguments.emplace_back("twiddles");
    return "bin_at(" + joined(arguments) + ")";
}

std::string negated(const std::string& index, std::int64_t n)
{
    return fmt::format("{0} ? {1} - {0} : 0", index, n);
}

void emit_real_bins(const io_text& t)
{
    auto& w = t.w;
    const auto last = t.last_index();
    const bool has_middle = t.length() % 2 == 0;
    const auto is_real = has_middle
                             ? fmt::format("{0} == 0 || {0} == {1}", last, t.length() / 2)
                             : fmt::format("{} == 0", last);
    w.put(t.rank() == 1
              ? "// A bin, real where a real transform leaves it real. \"from\" "
                "points along the dimension."
              : "// A bin; where its mirror image is there as well, both count "
                "half. \"from\" points along the last dimension.");
    auto parameters = t.pointers_and_line();
    for (const auto& n : t.indices())
        parameters.push_back("uint " + n);
    t.open_function(t.complex(), "bin_at", parameters);
    auto outer_loops = t.places();
    outer_loops.pop_back();
    w.line("const {} x = {};", t.complex(), t.read_complex(t.at(outer_loops)));
    if (t.rank() == 1) {
        w.line("return {} ? complex_of(x.x, {}) : x;", is_real, t.number("0.0"));
    } else {
        w.line("if (!({}))", is_real);
        w.put("    return x;");
        w.line(
            "const {} mirror = {};", t.complex(), t.read_complex(t.at(emit_negated(t))));
        w.line("return {} * (x + conjugate(mirror));", t.number("0.5"));
    }
    t.close_function();
}

void emit_dct3_bins(const io_text& t)
{
    auto& w = t.w;
    auto parameters = t.pointers();
    for (const auto& conjugate : t.element_pointers(OPPOSITE))
        parameters.push_back(conjugate);
    for (const auto& n : t.indices())
        parameters.push_back("uint " + n);
    parameters.push_back(t.twiddles_parameter());
    w.line("// V[n] = w({})^-n (x[n] - i x[{} - n]){}",
           4 * t.length(),
           t.length(),
           t.rank() > 1 ? ", n along the last dimension" : "");
    t.open_function(t.complex(), "bin_at", parameters);
    const auto n = t.last_index();
    w.line("const {} re = {};", t.real(), sample_text_at(t, "from", t.places()));
    w.line(
        "const {} im = {} ? -{} : {};",
        t.real(),
        n,
        sample_text_at(t, std::string("from") + OPPOSITE, with_conjugate(t, t.places())),
        t.number("0.0"));
    w.line("return cmul(conjugate(root_of_{}(twiddles, {})), complex_of(re, im));",
           4 * t.length(),
           n);
    t.close_function();
}

std::string emit_half_of_bins(const io_text& t)
{
    auto& w = t.w;
    const auto half = t.length() / 2;
    const auto last = t.last_index();
    auto mirror = emit_negated(t);
    mirror.push_back(falling(half, last));
    w.put("// Even points become real parts, odd ones imaginary parts.");
    w.line("const {} bin = {};", t.complex(), bin_text(t, t.places()));
    w.line("const {} mirror = conjugate({});", t.complex(), bin_text(t, mirror));
    w.line("const {} odd = cmul(conjugate(root_of_{}(twiddles, {})), bin - mirror);",
           t.complex(),
           t.length(),
           last);
    return "bin + mirror + complex_of(-odd.y, odd.x)";
}

std::string emit_conjugate_bins(const io_text& t)
{
    auto& w = t.w;
    const auto indices = t.indices();
    w.line("const bool is_mirrored = {} > {}; // by a bin that is there",
           t.last_index(),
           t.length() / 2);
    places at;
    for (std::size_t i = 0; i < t.rank(); ++i) {
        at.emplace_back(t.rank() == 1 ? "place" : fmt::format("place{}", i + 1));
        const bool is_last = i + 1 == t.rank();
        w.line("const uint {} = is_mirrored{} ? {} - {} : {};",
               at.back().index,
               is_last ? "" : " && " + indices[i],
               is_last ? t.length() : t.p.dimensions[i].length,
               indices[i],
               indices[i]);
    }
    w.line("const {} bin = {};", t.complex(), bin_text(t, at));
    return "is_mirrored ? conjugate(bin) : bin";
}

} // namespace gpufft
