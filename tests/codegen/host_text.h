/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CODEGEN_HOST_TEXT_H
#define INCLUDED_GPUFFT_TESTS_CODEGEN_HOST_TEXT_H

#include "codegen/generate/prelude.h"
#include "codegen/io/emit_io.h"
#include "codegen/text/computation.h"
#include "codegen/text/kernel_source.h"
#include <fmt/format.h>
#include <stdexcept>
#include <string>

//! CUDA text of kernels over clusters as C++ for the host, beside cluster_text.h.
namespace gpufft::testing {

inline void
replace_first(std::string& text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    if (at == std::string::npos)
        throw std::runtime_error("no \"" + from + "\" in the text of a kernel");
    text.replace(at, from.size(), to);
}

//! In a namespace of the name \p inside.
inline std::string host_text(const kernel_source& source, const std::string& inside)
{
    const auto& p = source.computes->computed_pass;
    auto text = source.text;
    const auto complex = complex_type(p);
    replace_first(text, prelude(cuda_dialect(), p), "");
    replace_first(text, "extern \"C\" __global__", "static");
    const bool has_bulk = p.workgroup().bulk_input || p.workgroup().bulk_output;
    const auto at = has_bulk ? "__align__(16) " : "";
    replace_first(text,
                  "extern __shared__ " + (at + complex) + " exchange[];",
                  complex + "* const exchange = (" + complex + "*)group_memory();");
    return fmt::format("namespace {} {{\n{}}}\n\n", inside, text);
}

//! A cluster_kernel that calls that of \p inside.
inline std::string host_call(const kernel_source& source, const std::string& inside)
{
    const auto& p = source.computes->computed_pass;
    return fmt::format(
        "[](const void* in, void* out, const void* twiddles, const void* "
        "indices, const void* window, unsigned rows) {{\n        {}::{}((const "
        "{}*)in, ({}*)out, (const {}*)twiddles, {}{}rows);\n    }}",
        inside,
        source.name,
        input_type(p),
        output_type(p),
        complex_type(p),
        p.load.windowed ? "(const float*)window, " : "",
        p.has_indices() ? "(const uint*)indices, " : "");
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_CODEGEN_HOST_TEXT_H */
