/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io_parts.h"
#include "codegen/text/literal.h"
#include "plan/ir/dft_length.h"
#include <set>

namespace gpufft {

namespace {

using places = std::vector<place_text>;

std::string root_at(std::int64_t order, const std::string& e)
{
    return fmt::format("root_of_{}(twiddles, {})", order, e);
}

//! Declares `even` and `odd`, what the two halves of a DFT point are made of.
void declare_parts(const io_text& t, const std::string& even, const std::string& odd)
{
    t.w.line("const {} even = {};", t.real(), even);
    t.w.line("const {} odd = {};", t.real(), odd);
}

std::string shuffle_of(std::int64_t length, std::size_t rank, const std::string& m)
{
    const auto name = rank == 1 ? "shuffled" : fmt::format("shuffled_{}", length);
    return fmt::format("{}({})", name, m);
}

//! Makhoul's places, that of \p last along the last dimension.
places shuffled(const io_text& t, const std::string& last)
{
    places all;
    for (const auto& m : t.indices_with(last))
        all.emplace_back(
            shuffle_of(t.p.dimensions[all.size()].caller_length, t.rank(), m));
    return all;
}

//! Makhoul's places of real 2n, and below of real 2n + 1, n being the last index.
places shuffled_even(const io_text& t) { return shuffled(t, "2 * " + t.last_index()); }

places shuffled_odd(const io_text& t)
{
    return shuffled(t, "2 * " + t.last_index() + " + 1");
}

std::string emit_dct4_load(const io_text& t)
{
    auto& w = t.w;
    const auto n = t.length();
    if (t.op.is_half) {
        declare_parts(t,
                      sample_text(t, { std::string("2 * n") }),
                      sample_text(t, { falling(n - 1, "2 * n") }));
        return "cmul(dct4_root(twiddles, n), complex_of(even, odd))";
    }
    w.line("// The a that is n modulo {} and 1 modulo 8, folded into 1 .. {}.",
           n,
           2 * n - 1);
    w.line("const uint a = n + {} * ((1 - n) * {} % 8);", n, n % 8);
    w.line("const uint folded = a < {} ? a : {} - a;", 4 * n, 8 * n);
    w.line("const uint place = (folded < {} ? folded : {} - folded) / 2;", 2 * n, 4 * n);
    w.line("const {} value = {};", t.real(), sample_text(t, { std::string("place") }));
    return fmt::format(
        "complex_of(folded < {} ? value : -value, {})", 2 * n, t.number("0.0"));
}

void emit_dct4_store(const io_text& t)
{
    auto& w = t.w;
    const auto n = t.length();
    const auto twice = t.number("2.0") + " * ";
    if (t.op.is_half) {
        w.line("const {} turned = cmul({}, z);", t.complex(), root_at(2 * n, "k"));
        w.put(put_text(t, { std::string("2 * k") }, twice + "turned.x"));
        w.put(put_text(t, { falling(n - 1, "2 * k") }, "-" + twice + "turned.y"));
        return;
    }
    w.line("// The odd b below {} that is 8 k modulo {}.", 2 * n, n);
    w.line("const uint residue = 8 * k % {};", n);
    w.line("const uint b = residue % 2 ? residue : residue + {};", n);
    w.line("const {} turned = cmul({}, z);",
           t.complex(),
           root_at(8, fmt::format("b * {} % 8", n % 8)));
    w.put(put_text(t, { std::string("b / 2") }, twice + "turned.x"));
}

} // namespace

bool is_trigonometric(const io_text& t) { return is_trigonometric(t.op.kind); }

std::string emit_trigonometric_load(const io_text& t)
{
    switch (t.op.kind) {
    case transform_kind::dct1:
    case transform_kind::dst1:
        declare_parts(
            t,
            fmt::format("extended({}, line, 2 * n)", joined(t.pointer_names())),
            fmt::format("extended({}, line, 2 * n + 1)", joined(t.pointer_names())));
        return "complex_of(even, odd)";
    case transform_kind::dct2:
    case transform_kind::dst2:
        if (!t.op.is_half)
            return fmt::format("complex_of({}, {})",
                               sample_text(t, shuffled(t, t.last_index())),
                               t.number("0.0"));
        declare_parts(
            t, sample_text(t, shuffled_even(t)), sample_text(t, shuffled_odd(t)));
        return "complex_of(even, odd)";
    case transform_kind::dct3:
    case transform_kind::dst3:
        return t.op.is_half ? emit_half_of_bins(t) : bin_text(t, t.places());
    default: // dct4, dst4
        return emit_dct4_load(t);
    }
}

void emit_trigonometric_store(const io_text& t)
{
    auto& w = t.w;
    const auto k = t.last_index();
    switch (t.op.kind) {
    case transform_kind::dct2:
    case transform_kind::dst2:
        w.line("const {} turned = cmul({}, z);", t.complex(), root_at(4 * t.length(), k));
        w.put(put_text(t, t.places(), t.number("2.0") + " * turned.x"));
        break;
    case transform_kind::dct3:
    case transform_kind::dst3:
        if (t.op.is_half) {
            w.put(put_text(t, shuffled_even(t), "z.x"));
            w.put(put_text(t, shuffled_odd(t), "z.y"));
        } else {
            w.put(put_text(t, shuffled(t, k), "z.x"));
        }
        break;
    default: // dct4, dst4
        emit_dct4_store(t);
        break;
    }
}

void emit_trigonometric_pair(const io_text& t)
{
    auto& w = t.w;
    const auto length = t.length();
    const auto dft = dft_length(t.op.kind, t.op.is_half, length);
    const auto k = t.last_index();
    const auto middle = t.places_with(std::to_string(dft));
    const auto twice = t.number("2.0") + " * ";
    w.line("const {} bin = even + cmul({}, odd);", t.complex(), root_at(2 * dft, k));
    switch (t.op.kind) {
    case transform_kind::dct1:
        w.put(put_text(t, t.places(), "bin.x"));
        w.put("if (k == 0)");
        w.line("    {}", put_text(t, middle, "even.x - odd.x"));
        break;
    case transform_kind::dst1:
        w.put("if (k > 0)");
        w.line("    {}", put_text(t, { place_text("k", -1, false) }, "-bin.y"));
        break;
    default: { // dct2, dst2
        const auto conjugate = t.places_with(falling(length, k));
        w.line("const {} turned = cmul({}, bin);", t.complex(), root_at(4 * length, k));
        w.put(put_text(t, t.places(), twice + "turned.x"));
        w.line("if ({} > 0)", k);
        w.line("    {}", put_text(t, conjugate, "-" + twice + "turned.y"));
        w.put("else");
        w.line("    {}",
               put_text(t, middle, literal(t.p, ROOT_2) + " * (even.x - odd.x)"));
        break;
    }
    }
}

void emit_shuffle(source_writer& w, const dialect& d, const pass& p)
{
    w.put("// Even points first, then the odd ones backwards (Makhoul 1980).");
    std::set<std::int64_t> lengths;
    for (const auto& one : p.dimensions) {
        const auto length = one.caller_length;
        if (!lengths.insert(length).second)
            continue;
        w.line(
            "{} uint {}", d.function, shuffle_of(length, p.dimensions.size(), "uint m"));
        w.open();
        w.line("return 2 * m < {} ? 2 * m : {} - 2 * m;", length, 2 * length - 1);
        w.close();
        w.blank();
    }
}

} // namespace gpufft
