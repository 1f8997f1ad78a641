/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/row_facts.h"

namespace gpufft::simd {

bool is_written_out(const pass& p)
{
    return p.stages.size() == 1 && p.vector().inner_batch == 1;
}

std::int64_t points_in_turn(const pass& p)
{
    std::int64_t points = p.vector().inner_batch;
    for (std::size_t d = 1; d < p.dimensions.size(); ++d)
        points *= p.dimensions[d].length;
    return points;
}

} // namespace gpufft::simd
