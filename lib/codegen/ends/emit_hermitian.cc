/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/ends/emit_ends_parts.h"

namespace gpufft {

namespace {

std::vector<std::string> index_parameters(const end_text& t)
{
    auto parameters = t.pointers_and_line();
    for (const auto& n : t.indices())
        parameters.push_back("uint " + n);
    return parameters;
}

//! Call of bin_at() at \p places.
std::string bin_at(const end_text& t, const std::vector<std::string>& places)
{
    auto arguments = t.pointer_names();
    arguments.emplace_back("line");
    arguments.insert(arguments.end(), places.begin(), places.end());
    if (t.end.kind != transform_kind::c2r)
        arguments.emplace_back("twiddles");
    return "bin_at(" + joined(arguments) + ")";
}

//! Indices of all dimensions but the last, as a mirror image has them: negated, and
//! declared; but a dct3's formulas are those of its last dimension.
std::vector<std::string> emit_negated(const end_text& t)
{
    const auto indices = t.indices();
    if (t.end.kind != transform_kind::c2r)
        return { indices.begin(), indices.end() - 1 };
    std::vector<std::string> names;
    for (std::size_t i = 0; i + 1 < t.rank(); ++i) {
        names.push_back(fmt::format("negated{}", i + 1));
        t.w.line("const uint {} = {};",
                 names.back(),
                 negated(indices[i], t.p.dimensions[i].length));
    }
    return names;
}

} // namespace

std::string negated(const std::string& index, std::int64_t n)
{
    return fmt::format("{0} ? {1} - {0} : 0", index, n);
}

void emit_real_bins(const end_text& t)
{
    auto& w = t.w;
    const auto last = t.last_index();
    const bool has_middle = t.length() % 2 == 0;
    const auto is_real = has_middle
                             ? fmt::format("{0} == 0 || {0} == {1}", last, t.length() / 2)
                             : fmt::format("{} == 0", last);
    w.put(t.rank() == 1 ? "// A bin, real where a real transform leaves it real."
                        : "// A bin; where its mirror image is there as well, both count "
                          "half.");
    t.open_function(t.complex(), "bin_at", index_parameters(t));
    w.line("const {} x = {};", t.complex(), t.read_complex(t.at(t.indices())));
    if (t.rank() == 1) {
        w.line("return {} ? complex_of(x.x, {}) : x;", is_real, t.number("0.0"));
    } else {
        w.line("if (!({}))", is_real);
        w.put("    return x;");
        auto places = emit_negated(t);
        places.push_back(last);
        w.line("const {} mirror = {};", t.complex(), t.read_complex(t.at(places)));
        w.line("return {} * (x + conjugate(mirror));", t.number("0.5"));
    }
    t.close_function();
}

void emit_dct3_bins(const end_text& t)
{
    auto& w = t.w;
    auto parameters = index_parameters(t);
    parameters.push_back(t.twiddles_parameter());
    w.line("// V[n] = w({})^-n (x[n] - i x[{} - n]){}",
           4 * t.length(),
           t.length(),
           t.rank() > 1 ? ", n along the last dimension" : "");
    t.open_function(t.complex(), "bin_at", parameters);
    const auto n = t.last_index();
    const auto opposite = t.indices_with(fmt::format("{} - {}", t.length(), n));
    w.line("const {} re = {};", t.real(), sample_text(t, t.indices()));
    w.line("const {} im = {} ? -{} : {};",
           t.real(),
           n,
           sample_text(t, opposite),
           t.number("0.0"));
    w.line("return cmul(conjugate(root_of_{}(twiddles, {})), complex_of(re, im));",
           4 * t.length(),
           n);
    t.close_function();
}

std::string emit_half_of_bins(const end_text& t)
{
    auto& w = t.w;
    const auto half = t.length() / 2;
    const auto last = t.last_index();
    auto mirror = emit_negated(t);
    mirror.push_back(fmt::format("{} - {}", half, last));
    w.put("// Even points become real parts, odd ones imaginary parts.");
    w.line("const {} bin = {};", t.complex(), bin_at(t, t.indices()));
    w.line("const {} mirror = conjugate({});", t.complex(), bin_at(t, mirror));
    w.line("const {} odd = cmul(conjugate(root_of_{}(twiddles, {})), bin - mirror);",
           t.complex(),
           t.length(),
           last);
    return "bin + mirror + complex_of(-odd.y, odd.x)";
}

std::string emit_mirrored_bins(const end_text& t)
{
    auto& w = t.w;
    const auto indices = t.indices();
    w.line("const bool is_mirrored = {} > {}; // by a bin that is there",
           t.last_index(),
           t.length() / 2);
    std::vector<std::string> places;
    for (std::size_t i = 0; i < t.rank(); ++i) {
        places.push_back(t.rank() == 1 ? "place" : fmt::format("place{}", i + 1));
        const bool is_last = i + 1 == t.rank();
        w.line("const uint {} = is_mirrored{} ? {} - {} : {};",
               places.back(),
               is_last ? "" : " && " + indices[i],
               is_last ? t.length() : t.p.dimensions[i].length,
               indices[i],
               indices[i]);
    }
    w.line("const {} bin = {};", t.complex(), bin_at(t, places));
    return "is_mirrored ? conjugate(bin) : bin";
}

} // namespace gpufft
