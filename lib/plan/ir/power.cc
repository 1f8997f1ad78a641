/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/power.h"

namespace gpufft {

namespace {

struct sample_facts {
    std::size_t bytes;
    bool is_real;
    double scale;
    sample_format format;
};

sample_facts facts_of(sample_kind k)
{
    switch (k) {
    case sample_kind::real_float:
        return { 4, true, 1, sample_format::number };
    case sample_kind::complex_int16:
        return { 4, false, 1.0 / 32768, sample_format::int16 };
    case sample_kind::complex_int8:
        return { 2, false, 1.0 / 128, sample_format::int8 };
    case sample_kind::complex_uint8:
        return { 2, false, 1.0 / 128, sample_format::uint8 };
    default:
        return { 8, false, 1, sample_format::number };
    }
}

} // namespace

std::size_t sample_bytes(sample_kind k) { return facts_of(k).bytes; }
bool is_real(sample_kind k) { return facts_of(k).is_real; }
double sample_scale(sample_kind k) { return facts_of(k).scale; }
sample_format format_of(sample_kind k) { return facts_of(k).format; }

std::int64_t power_request::bins() const
{
    return is_real(samples) ? length / 2 + 1 : length;
}

} // namespace gpufft
