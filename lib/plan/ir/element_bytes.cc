/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"

namespace gpufft {

std::int64_t point_bytes(precision number)
{
    return number == precision::float64 ? 16 : 8;
}

std::int64_t real_bytes(const pass& p)
{
    return p.number == precision::float64 ? sizeof(double) : sizeof(float);
}

} // namespace gpufft
