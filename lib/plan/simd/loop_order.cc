/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"
#include "plan/simd/buffer_padding.h"
#include "plan/simd/loop_order.h"
#include "plan/simd/row_pipeline.h"
#include "plan/simd/vector_stages.h"

namespace gpufft {

namespace {

// Bytes of a row whose outputs are stored one after the other.
constexpr std::int64_t FEWEST_BYTES_IN_RUNS = 16 * 1024;
// Fewer stages over the stack buffer have one order only.
constexpr std::size_t FEWEST_STAGES = 3;

std::int64_t buffer_bytes(const pass& p)
{
    return buffer_vectors(p) * p.lanes() * point_bytes(p.number);
}

//! The last stage over the stack buffer has loops in an order that may be another.
bool has_loops(const pass& p)
{
    const bool are_points = p.lanes_are(lane_kind::row_points) && !p.convolves;
    const bool are_columns = p.lanes_are(lane_kind::columns) && !p.convolves;
    return (are_points || are_columns) && p.stages.size() >= FEWEST_STAGES + are_points;
}

} // namespace

bool suits_last_stage(const pass& p, loop_order order)
{
    switch (order) {
    case loop_order::points:
        return true;
    case loop_order::outputs:
        return has_loops(p) && !stores_bins(p); // bins are stored after all stages
    case loop_order::nested:
        return has_loops(p) && !pipelines_rows(p);
    }
    return false;
}

loop_order default_last_stage(const pass& p)
{
    const auto bytes = buffer_bytes(p);
    if (p.is_within() && p.vector().nt_store_rows && bytes >= FEWEST_BYTES_IN_RUNS &&
        suits_last_stage(p, loop_order::outputs))
        return loop_order::outputs;
    return bytes > p.vector().l1_bytes && suits_last_stage(p, loop_order::nested)
               ? loop_order::nested
               : loop_order::points;
}

loop_order last_stage_of(const pass& p)
{
    return p.vector().last_stage.value_or(default_last_stage(p));
}

bool is_near_in_any_order(const pass& p)
{
    return buffer_bytes(p) < FEWEST_BYTES_IN_RUNS;
}

} // namespace gpufft
