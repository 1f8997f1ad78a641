/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/nt_stores.h"
#include "plan/simd/row_places.h"
#include "plan/simd/vector_stages.h"
#include <algorithm>

namespace gpufft {

namespace {

// Ordinary stores are faster up to so much input and output of a pass together for each
// compute unit, in sizes of the second-level cache: one such size stays in it, and the
// other is on its way out.
constexpr std::int64_t SECOND_LEVELS_OF_DATA = 2;

//! Bytes of a real number in memory on the side of \p p that \p op loads or stores.
std::int64_t number_bytes(const pass& p, const io_operation& op)
{
    constexpr std::int64_t HALF_BYTES = 2;
    return op.is_float16 ? HALF_BYTES : point_bytes(p.number) / 2;
}

//! Bytes of input and output of a row of the pass.
std::int64_t bytes_of_row(const pass& p)
{
    return 2 * (number_bytes(p, p.load) + number_bytes(p, p.store)) * points_of_row(p);
}

//! Bytes of a vector as \p p stores it.
std::int64_t vector_bytes(const pass& p) { return p.lanes() * number_bytes(p, p.store); }

// A tile that is put together before it is stored takes such a part of the second-level
// cache at most: more would drive the stack buffer out.
constexpr std::int64_t GATHERED_TILES_OF_L2 = 4;

bool has_real_rows(const pass& p) { return p.lanes_are(lane_kind::real_rows); }

//! Reals of a row that a lane stores.
std::int64_t row_numbers(const pass& p)
{
    return has_real_rows(p) ? row_outputs(p) : 2 * p.points();
}

//! Neither does the last vector of a row overlap the one before, nor do rows begin inside
//! a vector.
bool stores_whole_rows(const pass& p)
{
    const auto rows = p.columns.size / p.lanes(); // of a lane
    return !p.dimensions.front().output_rotation &&
           row_numbers(p) * rows % p.lanes() == 0 &&
           numbers_of(p.store) * p.output_distance * rows % p.lanes() == 0;
}

std::int64_t stored_tile_numbers(const pass& p)
{
    return p.columns.size * row_numbers(p);
}

//! Tiles are whole vectors, whatever their rows are.
bool stores_whole_tiles(const pass& p)
{
    const auto numbers = row_numbers(p);
    // Vectors that mostly overlap store all twice, which is worth it only where they
    // overlap less: see measurements.md, "Non-temporal stores that overlap".
    const bool is_worth_it = 4 * numbers * (p.columns.size / p.lanes()) >= 5 * p.lanes();
    return is_worth_it && numbers == numbers_of(p.store) * p.output_distance &&
           stored_tile_numbers(p) * point_bytes(p.number) / 2 <=
               p.vector().l2_bytes / GATHERED_TILES_OF_L2;
}

bool has_rows_of_lines(const pass& p)
{
    return 2 * p.dimensions.back().length * number_bytes(p, p.store) % LINE_BYTES == 0;
}

bool has_vectors_of_lines(const pass& p) { return vector_bytes(p) >= LINE_BYTES; }

bool has_pairs_of_lines(const pass& p) { return 2 * vector_bytes(p) >= LINE_BYTES; }

} // namespace

std::int64_t points_of_row(const pass& p)
{
    std::int64_t points = p.points() * (p.grid.empty() ? 1 : p.columns.size);
    for (const auto& a : p.grid)
        points *= a.size;
    return points;
}

bool may_stream(const pass& p)
{
    if (!p.is_vector() || p.convolves || p.store.kept ||
        p.store.by == convolution::bluestein)
        return false;
    if (p.store.stored == element::planar)
        return false;
    if (has_real_rows(p))
        return stores_whole_rows(p) || stores_whole_tiles(p);
    if (p.store.kind != transform_kind::c2c && !loads_bins(p))
        return false;
    if (!p.is_across())
        return true;
    if (p.lanes_are_rows())
        return stores_whole_rows(p) || stores_whole_tiles(p);
    const auto& d = p.dimensions.front();
    return d.output_step * d.output_stride % (p.lanes() / 2) == 0;
}

bool streams_whole_lines(const pass& p)
{
    if (p.lanes_are_rows())
        return (stores_whole_rows(p) && has_vectors_of_lines(p)) ||
               (stores_whole_tiles(p) &&
                stored_tile_numbers(p) * number_bytes(p, p.store) % LINE_BYTES == 0);
    if (p.is_across())
        return has_pairs_of_lines(p);
    if (p.dimensions.size() > 1)
        return has_rows_of_lines(p);
    // A single stage over the stack buffer stores a row's outputs one after the other.
    return has_pairs_of_lines(p) || (p.stages.size() == 2 && has_rows_of_lines(p));
}

int transposes_of_lines(const pass& p)
{
    return p.vector().nt_store_rows && has_rows_of_lines(p) && !has_vectors_of_lines(p)
               ? static_cast<int>(LINE_BYTES / vector_bytes(p))
               : 1;
}

bool combines_stores(const pass& p)
{
    return p.vector().nt_store_rows && p.lanes_are_rows() &&
           (!stores_whole_rows(p) || (!has_vectors_of_lines(p) && stores_whole_tiles(p)));
}

void set_nt_store_rows(pass& p, std::int64_t rows)
{
    if (p.is_vector())
        p.change_vector().nt_store_rows = rows;
}

void stream_large_outputs(std::vector<pass>& passes, const device_limits& limits)
{
    const auto cached =
        SECOND_LEVELS_OF_DATA * cpu_model_of(limits).l2_bytes * limits.compute_units;
    for (auto& p : passes) {
        // Outputs that are stored in place are in the caches already.
        if (may_stream(p) && streams_whole_lines(p) && !p.in_place)
            p.change_vector().nt_store_rows =
                std::max<std::int64_t>(1, cached / bytes_of_row(p));
    }
}

} // namespace gpufft
