/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/deinterleave_order.h"
#include "plan/simd/nt_stores.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/vector_cost.h"
#include <algorithm>

namespace gpufft {

namespace {

// Vectors along a row or an N-d row are transposed once, vectors of columns never, and
// vectors of rows both as they are loaded and as they are stored.
constexpr double ALONG = 0.95;
// Half a vector that takes as long as a whole one, where units take whole ones in two
// steps, shuffles less: see measurements.md, "Half a vector on Zen 4", "N-d rows in half
// the lanes" and "Rows that are no whole lines".
constexpr double HALF_FOR_A_WHOLE = 0.9;
// Cost of a row of two stages, 256 points in 16 lanes, which would be three in half of
// them.
constexpr double TWO_STAGES = 0.85;
// Approximate cost of vectors that are narrow, or overlap: see measurements.md, "Lanes
// along short rows", "Bins in narrow lanes", "Narrow lanes along N-d rows" and "Lanes of
// few columns".
constexpr double NARROW = 1.4;

// Rows that are a multiple of such a part of the second-level cache apart begin at the
// same few places of it, and of the first-level cache.
constexpr std::int64_t COLLIDING_PARTS_OF_L2 = 16;
// Rows of reals in narrow lanes are slower than three passes of vectors, see
// measurements.md, "Real rows with separate I/O passes", and faster than a tile of
// work-items.
constexpr double NARROW_REAL_ROWS = 3.5;

//! Rows of reals whose lanes are a quarter of the widest vector, or half of it where rows
//! collide in the caches; and whose load and store operations have vectors in passes of
//! their own, since rows are even and the fewest lanes divide the inner DFT.
bool are_narrow_real_rows(const pass& p, const device_limits& limits)
{
    constexpr int FEWEST_LANES = 4;
    if (!p.is_vector() || !p.lanes_are(lane_kind::real_rows) ||
        p.points() % FEWEST_LANES || p.dimensions[0].caller_length % 2)
        return false;
    const auto widest = widest_vector(p.number, limits);
    const auto bytes = p.input_distance * numbers_of(p.load) * point_bytes(p.number) / 2;
    const bool collides = bytes % (p.vector().l2_bytes / COLLIDING_PARTS_OF_L2) == 0;
    return 2 * p.lanes() < widest || (2 * p.lanes() == widest && collides);
}

class lane_costs
{
public:
    lane_costs(const pass& p, const device_limits& limits)
        : d_p(p),
          d_model(cpu_model_of(limits)),
          d_widest(widest_vector(p.number, limits)),
          d_native(native_vector(p.number, limits))
    {
    }

    double cost() const
    {
        switch (d_p.vector().lanes_are) {
        case lane_kind::row_points:
            return stores_bins(d_p) || loads_bins(d_p) ? of_bins() : of_row();
        case lane_kind::row_points_nd:
            return of_image();
        case lane_kind::rows:
            return of_rows();
        case lane_kind::columns:
            return has_few_columns() ? NARROW : ALONG;
        case lane_kind::real_rows:
        case lane_kind::rows_nd:
        case lane_kind::real_columns:
        case lane_kind::convolved_columns:
        case lane_kind::columns_nd:
            return narrowness();
        }
        return COST_OF_ROWS;
    }

private:
    //! Vectors are more by the factor by which they are narrower than the widest.
    double narrowness() const { return COST_OF_ROWS * d_widest / d_p.lanes(); }

    bool is_half() const { return 2 * d_p.lanes() == d_widest; }

    //! Lanes are half a vector, but units take as long for a whole one.
    bool is_half_for_a_whole() const { return is_half() && d_p.lanes() == d_native; }

    bool is_quarter() const { return 2 * d_p.lanes() < d_widest; }

    double of_row() const
    {
        if (is_half_for_a_whole())
            return HALF_FOR_A_WHOLE;
        if (d_p.lanes() < d_native)
            return is_half() && is_short() ? ALONG : NARROW;
        return d_p.stages.size() == 2 ? TWO_STAGES : ALONG;
    }

    //! Half a vector along a short row is faster than a lane for each row; but neither
    //! with doubles, nor with half of 256 bits, where blocks are transposed within
    //! 128-bit lanes, nor where non-temporal stores would not fill whole lines: see
    //! measurements.md, "Lanes along short rows".
    bool is_short() const
    {
        return d_p.points() <= d_model.short_row_points &&
               shuffle_blocks(d_widest, d_p.number) != 2 &&
               d_p.number != precision::float64 && may_stream(d_p) &&
               streams_whole_lines(d_p);
    }

    //! Every vector of bins also computes its conjugate, or is loaded as one. Far wider
    //! lanes of rows are faster: see measurements.md, "Bins in narrow lanes".
    double of_bins() const
    {
        return !is_quarter() && has_points_for_bins() ? ALONG : NARROW;
    }

    bool has_points_for_bins() const
    {
        const auto points = d_p.points();
        if (loads_bins(d_p))
            return points >= d_model.loaded_bins_points;
        // A single transpose block is worth it as well: see measurements.md, "Reals along
        // half a vector".
        const bool is_square = points == d_p.lanes() * d_p.lanes();
        return points >= d_model.stored_bins_points ||
               (is_half_for_a_whole() &&
                (is_square || points >= d_model.stored_bins_points_of_half));
    }

    //! Small N-d rows are faster in half of the lanes, larger ones are not; narrow lanes
    //! are not faster, but for two dimensions of a stage each.
    double of_image() const
    {
        const bool is_simple = !has_several_stages() && d_p.dimensions.size() == 2;
        if (is_quarter())
            return is_simple ? ALONG : NARROW;
        const bool is_small =
            d_p.points() * point_bytes(d_p.number) <= d_model.l1_bytes / 2;
        return is_half_for_a_whole() && is_small && has_several_stages()
                   ? HALF_FOR_A_WHOLE
                   : ALONG;
    }

    //! Some dimension is more than a single stage, which needs few registers and no
    //! twiddles.
    bool has_several_stages() const
    {
        const auto& stages = d_p.stages;
        return std::adjacent_find(
                   stages.begin(), stages.end(), [](const stage& a, const stage& b) {
                       return a.dimension == b.dimension;
                   }) != stages.end();
    }

    //! Rows that are no whole cache lines begin inside one, and whole vectors of them
    //! cross it, which half a vector does less. In a pass of a single stage transpose
    //! blocks are most of the work: see measurements.md, "Rows that are no whole lines".
    double of_rows() const
    {
        const bool is_whole_lines =
            d_p.points() * point_bytes(d_p.number) % LINE_BYTES == 0;
        return is_half_for_a_whole() && !is_whole_lines && d_p.stages.size() == 1
                   ? HALF_FOR_A_WHOLE
                   : narrowness();
    }

    //! Columns are fewer than the lanes of the widest vector: they overlap, or fill a
    //! quarter of it.
    bool has_few_columns() const
    {
        const auto& columns = d_p.columns;
        const auto all = columns.extent || d_p.grid.empty()
                             ? columns.extent
                             : columns.size * d_p.grid.front().size;
        return all < d_widest && (is_quarter() || columns.extent);
    }

    const pass& d_p;
    const cpu_model d_model;
    const int d_widest;
    const int d_native;
};

} // namespace

double memory_passes_of(const pass& p, const device_limits& limits)
{
    return are_narrow_real_rows(p, limits) ? NARROW_REAL_ROWS : 1;
}

double vector_cost(const pass& p, const device_limits& limits)
{
    return p.is_vector() ? lane_costs(p, limits).cost() : COST_OF_ROWS;
}

double vector_cost(const std::vector<pass>& passes, const device_limits& limits)
{
    double sum = 0;
    for (const auto& p : passes)
        sum += vector_cost(p, limits);
    return sum;
}

std::vector<pass>
cheaper(std::vector<pass> first, std::vector<pass> second, const device_limits& limits)
{
    if (first.empty() || second.empty())
        return first.empty() ? second : first;
    return vector_cost(second, limits) < vector_cost(first, limits) ? second : first;
}

} // namespace gpufft
