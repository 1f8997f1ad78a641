/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io_parts.h"
#include "plan/ir/dft_length.h"
#include "plan/simt/io_tables.h"

namespace gpufft {

namespace {

//! Leaves the function for indices from \p count on.
void emit_limit(const io_text& t, std::int64_t count, const char* why)
{
    t.w.line("if ({} >= {}){}", t.last_index(), count, why);
    t.w.put("    return;");
}

//! Stores z where the caller keeps point k of a convolution.
void emit_kept(const io_text& t, const convolved_outputs& kept)
{
    auto& w = t.w;
    const auto last = kept.first + (kept.count - 1) * kept.step;
    w.line("if ({}{} > {})",
           kept.first ? fmt::format("{} < {} || ", t.last_index(), kept.first) : "",
           t.last_index(),
           last);
    w.put("    return;");
    w.line("const uint point = {} - {};", t.last_index(), kept.first);
    if (kept.step > 1) {
        w.line("if (point % {})", kept.step);
        w.put("    return;");
    }
    w.line("const uint place = point{};",
           kept.step > 1 ? fmt::format(" / {}", kept.step) : "");
    const bool is_scaled = t.p.store.scaled;
    t.write_complex(t.at(io_text::texts{ "place" }),
                    is_scaled ? "scaled" : "z",
                    is_scaled ? "scale * z" : "z");
}

//! Stores z of a kind that takes it as it is: c2c, r2c and c2r.
void emit_plain_store(const io_text& t)
{
    auto& w = t.w;
    const bool is_scaled = t.p.store.scaled;
    if (t.op.kind == transform_kind::r2c && t.length() > 2)
        emit_limit(t, t.length() / 2 + 1, " // the mirror image of a bin below");
    if (t.op.kind == transform_kind::c2r && t.op.is_half) {
        if (is_scaled)
            w.put("z = scale * z;");
        t.write_pair("z");
        return;
    }
    if (t.p.store.kept) {
        emit_kept(t, *t.p.store.kept);
        return;
    }
    t.write_complex(t.p.store_is_indexed() ? t.at(t.emit_places())
                                           : element_text("address"),
                    is_scaled ? "scaled" : "z",
                    is_scaled ? "scale * z" : "z");
}

//! Parameters before the values.
std::vector<std::string> place_parameters(const io_text& t, bool is_indexed)
{
    auto parameters = t.pointers_and_line();
    if (!is_indexed)
        parameters.back() = "uint address";
    else
        for (const auto& k : t.indices())
            parameters.push_back("uint " + k);
    return parameters;
}

void add_constants(const io_text& t, std::vector<std::string>* parameters)
{
    if (t.p.store.scaled)
        parameters->push_back("const " + t.real() + " scale");
    if (store_needs_twiddles(t.p))
        parameters->push_back(t.twiddles_parameter());
}

//! z (and the conjugate output, that of -k) as the formula takes it.
void emit_dft_output(const io_text& t, const std::string& z, const std::string& k)
{
    auto& w = t.w;
    if (t.op.by == convolution::bluestein) {
        const bool comes_exchanged = !t.p.convolves;
        w.line("{} = cmul(chirp(twiddles, {}), {});",
               z,
               k,
               comes_exchanged ? "exchanged(" + z + ")" : z);
    }
    if (t.op.swap_parts)
        w.line("{0} = exchanged({0});", z);
}

} // namespace

void emit_store(const io_text& t)
{
    auto& w = t.w;
    if (is_trigonometric(t))
        emit_put(t);
    auto parameters = place_parameters(t, t.p.store_is_indexed());
    parameters.push_back(t.complex() + " z");
    add_constants(t, &parameters);

    w.put("// Store operation: the caller's elements from an output of the core.");
    t.open_function("void", "store_point", parameters);
    if (t.op.by == convolution::bluestein)
        emit_limit(t, dft_length(t.p, t.op), "");
    emit_dft_output(t, "z", t.last_index());
    if (is_trigonometric(t))
        emit_trigonometric_store(t);
    else
        emit_plain_store(t);
    t.close_function();
}

void emit_pair_store(const io_text& t)
{
    auto& w = t.w;
    if (is_trigonometric(t))
        emit_put(t);
    auto parameters = place_parameters(t, true);
    parameters.push_back(t.complex() + " z");
    parameters.push_back(t.complex() + " mirror");
    add_constants(t, &parameters);

    w.put("// Store operation: what belongs to index k, from core outputs z of k and "
          "mirror of -k.");
    t.open_function("void", "store_mirrored", parameters);
    const auto k = t.last_index();
    const auto dft = dft_length(t.op.kind, t.op.is_half, t.length());
    emit_dft_output(t, "z", k);
    emit_dft_output(t, "mirror", negated(k, dft));
    w.line("const {} even = {} * (z + conjugate(mirror));", t.complex(), t.number("0.5"));
    w.line("const {} difference = {} * (z - conjugate(mirror));",
           t.complex(),
           t.number("0.5"));
    w.line("const {} odd = complex_of(difference.y, -difference.x);", t.complex());
    if (is_trigonometric(t)) {
        emit_trigonometric_pair(t);
        t.close_function();
        return;
    }
    w.line("const {} turned = cmul(root_of_{}(twiddles, {}), odd);",
           t.complex(),
           t.length(),
           k);
    const auto* sum = t.p.store.scaled ? "scale * (even {} {})" : "even {} {}";
    t.write_complex(
        t.at(t.places()), "bin", fmt::format(fmt::runtime(sum), "+", "turned"));
    w.line("if ({} > 0)", k);
    w.put("    return;");
    t.write_complex(t.at(t.places_with(std::to_string(dft))),
                    "middle",
                    fmt::format(fmt::runtime(sum), "-", "odd"));
    t.close_function();
}

} // namespace gpufft
