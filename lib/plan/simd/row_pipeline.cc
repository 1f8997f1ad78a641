/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/row_pipeline.h"
#include "plan/simd/vector_stages.h"

namespace gpufft {

bool pipelines_rows(const pass& p)
{
    const bool are_points = p.lanes_are(lane_kind::row_points) && p.grid.empty();
    const bool has_tiles = p.points() / p.lanes() > p.lanes() && p.stages.size() > 2;
    return are_points && has_tiles && p.vector().nt_store_rows && !p.convolves &&
           p.load.by == convolution::none && !stores_bins(p);
}

} // namespace gpufft
