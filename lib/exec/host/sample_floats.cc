/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/sample_floats.h"
#include "exec/host/vector_widths.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <cstdint>

namespace gpufft {

namespace {

// Where an unsigned converter has its zero.
constexpr float ZERO_OF_UINT8 = 127.5F;

GPUFFT_FOR_EACH_WIDTH
void scale(const std::int16_t* from, std::size_t count, float by, float* to)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = static_cast<float>(from[i]) * by;
}

GPUFFT_FOR_EACH_WIDTH
void scale(const std::int8_t* from, std::size_t count, float by, float* to)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = static_cast<float>(from[i]) * by;
}

GPUFFT_FOR_EACH_WIDTH
void scale(const std::uint8_t* from, std::size_t count, float by, float* to)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = (static_cast<float>(from[i]) - ZERO_OF_UINT8) * by;
}

} // namespace

void to_floats(sample_kind kind,
               const void* from,
               std::size_t samples,
               std::complex<float>* to)
{
    const auto by = static_cast<float>(sample_scale(kind));
    auto* parts = reinterpret_cast<float*>(to);
    switch (kind) {
    case sample_kind::complex_float:
        std::copy_n(static_cast<const std::complex<float>*>(from), samples, to);
        return;
    case sample_kind::complex_int16:
        scale(static_cast<const std::int16_t*>(from), 2 * samples, by, parts);
        return;
    case sample_kind::complex_int8:
        scale(static_cast<const std::int8_t*>(from), 2 * samples, by, parts);
        return;
    case sample_kind::complex_uint8:
        scale(static_cast<const std::uint8_t*>(from), 2 * samples, by, parts);
        return;
    case sample_kind::real_float:
        break;
    }
    refuse("reals are no complex samples");
}

} // namespace gpufft
