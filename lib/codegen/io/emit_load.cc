/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io.h"
#include "codegen/io/emit_io_parts.h"
#include "plan/ir/dft_length.h"

namespace gpufft {

namespace {

//! Two reals are a point of the inner DFT.
bool loads_pairs(const io_text& t)
{
    return t.op.kind == transform_kind::r2c && t.op.is_half;
}

//! The point that begins at `line` and `window`, times its taps.
std::string emit_windowed(const io_text& t, const io_text::texts& places)
{
    const auto n = t.last_index();
    if (!loads_pairs(t))
        return fmt::format("window[{}] * {}", n, t.read_complex(t.at(places)));
    t.w.line("const {} x = {};", t.complex(), t.read_pair());
    return fmt::format("complex_of(window[2 * {0}] * x.x, window[2 * {0} + 1] * x.y)", n);
}

//! The sum of a point's terms, of which each branch has one.
std::string emit_folded(const io_text& t, const io_text::texts& places)
{
    auto& w = t.w;
    const auto last = t.rank() - 1;
    w.line("{0} sum = complex_of({1}, {1});", t.complex(), t.number("0.0"));
    w.open(fmt::format("for (uint branch = 0; branch < {}; ++branch)",
                       t.p.load.taps_per_branch));
    w.line("sum = sum + {};", emit_windowed(t, places));
    w.line("line += {};", t.length() * t.stride(last));
    w.line("window += {};", t.length());
    w.close();
    return "sum";
}

//! A kind that reads its points as they are: c2c, and r2c.
std::string emit_plain_load(const io_text& t)
{
    if (!t.p.load.windowed && loads_pairs(t))
        return t.read_pair();
    if (!t.p.load_is_indexed())
        return t.read_complex(element_text("address"));
    const auto places = t.emit_places();
    if (t.p.load.taps_per_branch > 1)
        return emit_folded(t, places);
    return t.p.load.windowed ? emit_windowed(t, places) : t.read_complex(t.at(places));
}

std::string emit_formula(const io_text& t)
{
    if (is_trigonometric(t))
        return emit_trigonometric_load(t);
    if (t.op.kind == transform_kind::c2r)
        return t.op.is_half ? emit_half_of_bins(t) : emit_conjugate_bins(t);
    return emit_plain_load(t);
}

//! Function sample_of(): whole numbers as a complex one.
void emit_sample_of(const io_text& t)
{
    const bool is_offset = t.p.load.samples == sample_format::uint8;
    if (is_offset)
        t.w.put("// An unsigned converter has its zero at 127.5.");
    t.w.line("{0} {1} sample_of({2} x) {{ return complex_of((float)x.x{3}, "
             "(float)x.y{3}); }}",
             t.d.function,
             t.complex(),
             input_type(t.p),
             is_offset ? " - 127.5f" : "");
    t.w.blank();
}

void emit_helpers(const io_text& t)
{
    if (t.p.load.samples != sample_format::number)
        emit_sample_of(t);
    if (is_trigonometric(t))
        emit_sample(t);
    if (t.op.kind == transform_kind::dct3 || t.op.kind == transform_kind::dst3)
        emit_dct3_bins(t);
    if (t.op.kind == transform_kind::c2r)
        emit_real_bins(t);
}

} // namespace

void emit_load(const io_text& t)
{
    auto& w = t.w;
    emit_helpers(t);
    auto parameters = t.pointers_and_line();
    if (t.p.load_is_indexed()) {
        for (const auto& n : t.indices())
            parameters.push_back("uint " + n);
    } else {
        parameters.back() = "uint address";
    }
    if (load_needs_twiddles(t.p))
        parameters.push_back(t.twiddles_parameter());
    if (t.p.load.windowed)
        parameters.push_back(fmt::format("{}const {}* window", t.d.global, t.real()));

    w.put("// Load operation: a point of the core from the caller's elements.");
    t.open_function(t.complex(), "load_point", parameters);
    const bool is_chirped = t.op.by == convolution::bluestein;
    if (is_chirped) {
        w.line("if ({} >= {})",
               t.last_index(),
               dft_length(t.op.kind, t.op.is_half, t.length()));
        w.line("    return complex_of({0}, {0});", t.number("0.0"));
    }
    auto x = emit_formula(t);
    if (t.op.swap_parts)
        x = "exchanged(" + x + ")";
    if (is_chirped)
        x = fmt::format("cmul(chirp(twiddles, {}), {})", t.last_index(), x);
    w.line("return {};", x);
    t.close_function();
}

void emit_sample_at(const io_text& t)
{
    auto parameters = t.pointers();
    parameters.emplace_back("uint address");
    t.w.put("// A sample, of which several points are made.");
    t.open_function(t.complex(), "sample_at", parameters);
    t.w.line("return {};", t.read_complex(element_text("address")));
    t.close_function();
}

} // namespace gpufft
