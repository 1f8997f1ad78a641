/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"

namespace gpufft {

std::int64_t point_bytes(precision number)
{
    return number == precision::float64 ? 16 : 8;
}

point_spacing spacing_of(const io_operation& by, precision number)
{
    const auto whole = point_bytes(number);
    const auto real = by.is_float16 ? 2 : whole / 2;
    const bool is_real = by.stored == element::real && !by.is_half;
    const auto all = is_real ? real : 2 * real;
    return { by.stored == element::planar ? real : all,
             static_cast<double>(all) / static_cast<double>(whole) };
}

std::int64_t real_bytes(const pass& p)
{
    return p.number == precision::float64 ? sizeof(double) : sizeof(float);
}

std::int64_t input_number_bytes(const pass& p)
{
    if (p.load.samples != sample_format::number)
        return p.load.samples == sample_format::int16 ? 2 : 1;
    return p.load.is_float16 ? 2 : real_bytes(p);
}

} // namespace gpufft
