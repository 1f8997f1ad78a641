/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/generate/generate.h"
#include "codegen/helpers/power_kernels.h"
#include "codegen/helpers/power_shares.h"
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

helper_form helper_form_for(const device_limits& on)
{
    return on.is_cpu && on.vector_width > 1 ? helper_form::shares : helper_form::items;
}

std::vector<kernel_source> generate_front(const power_plan& p, const dialect& d)
{
    auto sources = generate_kernels(p.front, d);
    if (p.is_fused) {
        for (auto& s : sources) {
            auto computes = *s.computes;
            computes.power = p.request;
            s.computes = std::make_shared<const computation>(std::move(computes));
        }
    }
    return sources;
}

kernel_source generate_convert(const power_request& request, const dialect& d)
{
    helper_text k(
        d, helper_kernel::convert, fmt::format("convert_{}", name_of(request.samples)));
    const bool is_offset = request.samples == sample_kind::complex_uint8;
    std::vector<std::string> about = { "Parts of samples, I and Q in turn, to floats." };
    if (is_offset)
        about.emplace_back("An unsigned converter has its zero at 127.5.");
    k.describe(about);
    k.open({ reads(d, stored_part(request.samples), "in"),
             writes(d, "float", "out"),
             takes("uint", "elements") },
           "i",
           "elements",
           false);
    k.w.line("out[i] = (float)in[i]{};", is_offset ? " - 127.5f" : "");
    return k.close(request);
}

kernel_source
generate_accumulate(const power_request& request, const dialect& d, helper_form form)
{
    if (form == helper_form::shares)
        return generate_shared_accumulate(request, d);
    const auto name =
        fmt::format("accumulate_{}_{}", name_of(request.how), request.bins());
    helper_text k(d, helper_kernel::accumulate, name);
    auto& w = k.w;
    k.describe({ "Spectra of the frames of a run to one row of accumulated powers: row r",
                 "has the frames runs[r] .. runs[r + 1] - 1." });
    emit_power_functions(w, d, request.how);
    k.open({ reads(d, "float2", "spectra"),
             writes(d, "float", "partials"),
             reads(d, "uint", "runs"),
             takes("float", "keep"),
             takes("uint", "rows") },
           "bin",
           std::to_string(request.bins()));
    const auto planes = request.how.planes();
    const auto names = accumulators(request.how, "");
    for (std::size_t i = 0; i < planes.size(); ++i)
        w.line("float {} = {};", names[i], nothing_accumulated(planes[i]));
    w.put("const uint end = runs[row + 1];");
    w.open("for (uint frame = runs[row]; frame < end; ++frame)");
    w.line("const float2 z = spectra[({})frame * {} + bin];",
           d.wide_unsigned,
           request.bins());
    for (const auto& each : accumulate_statements(request.how, "", "power_of(z)"))
        w.put(each);
    w.close();
    for (std::size_t i = 0; i < planes.size(); ++i)
        w.line("partials[({})row * {} + {}bin] = {};",
               d.wide_unsigned,
               request.values(),
               i ? fmt::format("{} + ", static_cast<std::int64_t>(i) * request.bins())
                 : "",
               names[i]);
    return k.close(request);
}

} // namespace gpufft
