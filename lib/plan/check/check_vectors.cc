/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_lanes.h"
#include "plan/check/check_vectors.h"
#include "plan/request/refuse.h"
#include "plan/simd/lane_kinds.h"
#include "plan/simd/nt_stores.h"
#include "plan/simd/prefetching.h"
#include "plan/simd/vector_stages.h"
#include "plan/simd/vector_twiddles.h"

namespace gpufft {

namespace {

constexpr int MOST_WORKGROUPS = 1 << 16;
constexpr int MOST_DOUBLES = 8; // in a vector

//! Two reals make an inner point.
bool is_pairs(const load_operation& load)
{
    return load.kind == transform_kind::r2c && load.is_half &&
           load.stored == element::real && !load.swap_parts &&
           load.by == convolution::none;
}

//! Cache sizes are such as a processor may have, so that the kernel's numbers stay within
//! bounds.
void check_caches(const vector_kernel& k)
{
    constexpr std::int64_t LEAST = 4 * 1024, MOST = std::int64_t(1) << 30;
    if (k.l1_bytes < LEAST || k.l2_bytes < k.l1_bytes || k.l2_bytes > MOST)
        refuse("l1-bytes={} l2-bytes={}: {} .. l2-bytes and l1-bytes .. {}",
               k.l1_bytes,
               k.l2_bytes,
               LEAST,
               MOST);
}

void check_form(const pass& p)
{
    check_caches(p.vector());
    if (p.lanes() != 4 && p.lanes() != 8 && p.lanes() != 16)
        refuse("lanes must be 4, 8 or 16, got {}", p.lanes());
    if (p.vector().workgroups < 1 || p.vector().workgroups > MOST_WORKGROUPS)
        refuse(
            "workgroups must be 1 .. {}, got {}", MOST_WORKGROUPS, p.vector().workgroups);
    if (p.number == precision::float64 && p.lanes() > MOST_DOUBLES)
        refuse("lanes must be 4 or 8 in float64, got {}", p.lanes());
    const bool loads = vectors_copy(p.load) || (is_pairs(p.load) && !p.is_across());
    if (p.lanes_are(lane_kind::real_rows) || p.lanes_are(lane_kind::real_columns)) {
        if (p.points() !=
            dft_length(p.load.kind, p.load.is_half, p.dimensions[0].caller_length))
            refuse("lanes of {} reals do not have an inner DFT of {} points",
                   p.dimensions[0].caller_length,
                   p.points());
    } else if (stores_bins(p)) {
        if (!is_pairs(p.load) || p.dimensions[0].output_rotation ||
            p.dimensions[0].caller_length != 2 * p.points())
            refuse(
                "lanes of points store bins of pairs of reals, {} of them, not rotated",
                2 * p.points());
    } else if (loads_bins(p)) {
        if (p.dimensions[0].is_rotated() || p.load.windowed ||
            p.dimensions[0].caller_length != 2 * p.points())
            refuse("lanes of points load bins of {} reals, neither windowed nor rotated",
                   2 * p.points());
    } else if (!loads || !vectors_copy(p.store) ||
               (p.store.stored == element::real && !p.store.expression))
        refuse("vectors load complex or real numbers and store complex ones");
    for (const auto& s : p.stages) {
        const bool has_source = &s == &p.stages.front() && has_tile_twiddles(p);
        if (s.per_item != 1 || (s.twiddles != twiddle_source::full && !has_source))
            refuse("stages over vectors have one butterfly per item, and twiddle sources "
                   "just the first "
                   "one where lanes are points of a row");
    }
}

//! Checks that dimensions, columns and load and store operations suit the kind of lanes.
void check_lanes(const pass& p)
{
    switch (p.vector().lanes_are) {
    case lane_kind::row_points:
        return check_point_lanes(p);
    case lane_kind::row_points_nd:
        return check_vector_dimensions(p);
    case lane_kind::rows:
    case lane_kind::real_rows:
        return check_row_lanes(p);
    case lane_kind::rows_nd:
        return check_nd_row_lanes(p);
    case lane_kind::columns:
        return check_column_lanes(p);
    case lane_kind::real_columns:
        return check_real_column_lanes(p);
    case lane_kind::convolved_columns:
        return check_convolved_columns(p);
    case lane_kind::columns_nd:
        return check_nd_row_columns(p);
    }
}

} // namespace

void check_buffer_size(const pass& p, std::int64_t vectors, std::int64_t most)
{
    if (vectors > most)
        refuse("{} vectors of {} lanes are too many for a work-item", vectors, p.lanes());
}

void check_buffer_size(const pass& p, std::int64_t vectors)
{
    check_buffer_size(p, vectors, most_buffer_vectors(p));
}

void check_vectors(const pass& p)
{
    check_form(p);
    if (p.vector().nt_store_rows < 0 || (p.vector().nt_store_rows && !may_stream(p)))
        refuse("nt-store-rows={}: 0, or more where all vectors of a tile are stored at "
               "whole vectors from its first, or its rows fill a run without gaps",
               p.vector().nt_store_rows);
    if (p.vector().prefetch_distance < AUTO_PREFETCH ||
        p.vector().prefetch_distance > MOST_PREFETCHED ||
        (p.vector().prefetch_distance != AUTO_PREFETCH && !may_prefetch(p)))
        refuse("prefetch={}: 0 .. {} where inputs are complex points that are loaded "
               "as they lie, and convolve only where lanes are rows",
               p.vector().prefetch_distance,
               MOST_PREFETCHED);
    if (p.vector().inner_batch > 1 && !p.is_across())
        refuse("inner-batch={}: columns lie between points where lanes are rows or "
               "columns",
               p.vector().inner_batch);
    if (p.vector().lanes_are != lane_kind_of(p))
        refuse("the lanes are not what the dimensions, the grid and the load and store "
               "operations say");
    check_lanes(p);
    check_buffer(p);
}

} // namespace gpufft
