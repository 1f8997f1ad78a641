/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/lane_kinds.h"
#include "plan/simd/vector_stages.h"

namespace gpufft {

lane_kind lane_kind_of(const pass& p)
{
    if (p.is_within())
        return p.dimensions.size() > 1 ? lane_kind::row_points_nd : lane_kind::row_points;
    const bool is_nd = p.dimensions.size() > 1 || p.vector().inner_batch > 1;
    const bool has_reals = real_rows_take(p.load, p.store);
    if (p.columns_are_rows()) {
        if (is_nd)
            return lane_kind::rows_nd;
        return has_reals ? lane_kind::real_rows : lane_kind::rows;
    }
    if (is_nd)
        return lane_kind::columns_nd;
    if (has_reals && !p.load.windowed)
        return lane_kind::real_columns;
    const bool is_convolved =
        p.convolves && p.load.by != convolution::none && p.load.by == p.store.by;
    return is_convolved ? lane_kind::convolved_columns : lane_kind::columns;
}

} // namespace gpufft
