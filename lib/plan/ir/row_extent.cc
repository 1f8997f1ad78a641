/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/ir/row_extent.h"
#include "plan/request/validate.h"
#include <algorithm>

namespace gpufft {

std::int64_t row_extent(const pass& p, const pass_io_view& s)
{
    return saturated_sum(last_element(p, s) - p.*s.offset, 1);
}

bool have_near_places(const std::vector<pass>& passes)
{
    return std::all_of(passes.begin(), passes.end(), [](const pass& p) {
        return row_extent(p, PASS_INPUT) <= MAX_ROW_EXTENT &&
               row_extent(p, PASS_OUTPUT) <= MAX_ROW_EXTENT;
    });
}

} // namespace gpufft
