/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/items/item_operation.h"
#include <complex>
#include <cstring>

namespace gpufft {

namespace {

void square_magnitudes(const std::complex<float>* in, float* out, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        out[i] = in[i].real() * in[i].real() + in[i].imag() * in[i].imag();
}

} // namespace

void compute(const item_operation& request, const void* in, void* out, std::size_t rows)
{
    if (request.request == item_operation::kind::mag_squared) {
        square_magnitudes(static_cast<const std::complex<float>*>(in),
                          static_cast<float*>(out),
                          rows * request.out_bytes / sizeof(float));
        return;
    }
    const auto* from = static_cast<const char*>(in) + request.skipped;
    auto* to = static_cast<char*>(out);
    for (std::size_t row = 0; row < rows; ++row)
        std::memcpy(to + row * request.out_bytes,
                    from + row * request.in_bytes,
                    request.out_bytes);
}

} // namespace gpufft
