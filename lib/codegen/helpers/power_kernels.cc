/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/generate/generate.h"
#include "codegen/helpers/power_kernels.h"
#include "codegen/text/power_text.h"
#include "plan/ir/enum_names.h"

namespace gpufft {

namespace {

//! A part of a sample as it is stored.
const char* stored_part(sample_kind k)
{
    switch (k) {
    case sample_kind::complex_int16:
        return "short";
    case sample_kind::complex_int8:
        return "signed char";
    case sample_kind::complex_uint8:
        return "unsigned char";
    default:
        return "float";
    }
}

} // namespace

std::uint64_t groups_for(std::uint64_t elements, std::uint64_t rows)
{
    return (elements + HELPER_ITEMS - 1) / HELPER_ITEMS * rows;
}

std::vector<kernel_source> generate_front(const power_plan& p, const dialect& d)
{
    auto sources = generate_kernels(p.front, d);
    if (p.is_fused) {
        for (auto& s : sources) {
            auto what = *s.computes;
            what.power = p.what;
            s.computes = std::make_shared<const computation>(std::move(what));
        }
    }
    return sources;
}

kernel_source generate_convert(const power_request& what, const dialect& d)
{
    helper_text k(
        d, helper_kernel::convert, fmt::format("convert_{}", name_of(what.samples)));
    const bool is_offset = what.samples == sample_kind::complex_uint8;
    std::vector<std::string> about = { "Parts of samples, I and Q in turn, to floats." };
    if (is_offset)
        about.emplace_back("An unsigned converter has its zero at 127.5.");
    k.describe(about);
    k.open({ reads(d, stored_part(what.samples), "in"),
             writes(d, "float", "out"),
             takes("uint", "elements") },
           "i",
           "elements",
           false);
    k.w.line("out[i] = (float)in[i]{};", is_offset ? " - 127.5f" : "");
    return k.close(what);
}

kernel_source generate_accumulate(const power_request& what, const dialect& d)
{
    const auto name = fmt::format("accumulate_{}_{}", name_of(what.how), what.bins());
    helper_text k(d, helper_kernel::accumulate, name);
    auto& w = k.w;
    k.describe({ "Spectra of the frames of a run to one row of accumulated powers: row r",
                 "has the frames runs[r] .. runs[r + 1] - 1." });
    emit_power_functions(w, d, what.how);
    k.open({ reads(d, "float2", "spectra"),
             writes(d, "float", "partials"),
             reads(d, "uint", "runs"),
             takes("float", "keep"),
             takes("uint", "rows") },
           "bin",
           std::to_string(what.bins()));
    w.line("float s = {};", nothing_accumulated(what.how));
    w.put("const uint end = runs[row + 1];");
    w.open("for (uint frame = runs[row]; frame < end; ++frame)");
    w.line(
        "const float2 z = spectra[({})frame * {} + bin];", d.wide_unsigned, what.bins());
    w.put(accumulate_statement(what.how, "s", "power_of(z)"));
    w.close();
    w.line("partials[({})row * {} + bin] = s;", d.wide_unsigned, what.bins());
    return k.close(what);
}

} // namespace gpufft
