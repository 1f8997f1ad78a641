/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/cost/memory_cost.h"
#include "plan/cost/occupancy.h"
#include "plan/cost/run_cost.h"
#include "plan/stages/fit_stages.h"
#include "plan/stages/tile_columns.h"
#include "plan/strategies/strategy.h"
#include <algorithm>
#include <limits>

/*!
 * Two passes for dimensions that do not fit one: the one in the middle is split, Y = Y_1
 * Y_2. Point y is (j_1, j_2) with j_1 the slower, output k is (k_2, k_1) with k_1 the
 * faster. Pass 1 takes the faster dimensions, whole, and j_1; pass 2, after a twiddle,
 * j_2 and the slower dimensions, of each of some columns. So neither needs a tile as
 * large as whole dimensions, or columns as few, would make it. Between them the point
 * lies at k_1 + Y_1 j_2, where pass 2 leaves output k_1 + Y_1 k_2.
 */
namespace gpufft {

namespace {

constexpr double HARDER = 1.01;

struct share {
    std::size_t dimension = 0;
    std::int64_t first = 1;   //!< Y_1
    std::int64_t columns = 1; //!< of pass 2
};

//! Points of dimensions \p begin .. \p end - 1.
std::int64_t points_of(const dft_problem& r, std::size_t begin, std::size_t end)
{
    std::int64_t product = 1;
    for (auto i = begin; i < end; ++i)
        product *= r.dimensions[i].length;
    return product;
}

//! Load and store operations do nothing but copy, so they need no place in the
//! dimensions, and points of the last dimension are neighbours.
bool io_only_copy(const dft_problem& r)
{
    const bool is_rotated = std::any_of(r.dimensions.begin(),
                                        r.dimensions.end(),
                                        [](const auto& d) { return d.is_rotated(); });
    return r.load.has_dft_points() && r.store.has_dft_points() && !r.load.windowed &&
           !r.store.power && !is_rotated && r.in.strides.back() == 1 &&
           r.out.strides.back() == 1;
}

share cheapest(const dft_problem& r, const device_limits& limits)
{
    share best;
    double least = std::numeric_limits<double>::max();
    const auto rank = r.dimensions.size();
    for (std::size_t s = 0; s + 1 < rank; ++s) {
        const auto faster = points_of(r, s + 1, rank);
        const auto length = r.dimensions[s].length;
        auto factors = divisors(length);
        // Where factors cost the same, the largest is taken: the part for pass 2 is
        // shorter, and its runs of columns are longer.
        std::reverse(factors.begin(), factors.end());
        for (const auto first : factors) {
            const auto points = length / first * points_of(r, 0, s);
            if (first == 1 || first == length ||
                first * faster > most_points(1, r.number, limits) ||
                points > most_points(1, r.number, limits))
                continue;
            const auto extent = r.dimensions.back().length;
            auto columns = columns_for(points, extent, r.number, limits);
            while (2 * columns * points <= BUSY_POINTS && extent % (2 * columns) == 0 &&
                   2 * columns <= LONGEST_RUN)
                columns *= 2;
            // A pass over several dimensions at once is the harder one.
            const double cost =
                HARDER *
                    memory_cost(
                        first * faster / MOST_COLUMNS, MOST_COLUMNS, r.number, limits) +
                memory_cost(points, columns, r.number, limits) +
                (has_plenty(limits) ? cost_of_small_groups(points * columns, r.number)
                                    : 0);
            if (cost < least) {
                least = cost;
                best = { s, first, columns };
            }
        }
    }
    return best;
}

//! \p side with \p dimensions as its dimensions and \p looped as outer loops.
dft_view part_of(const dft_view& side,
                 const std::vector<std::size_t>& dimensions,
                 const std::vector<std::size_t>& looped)
{
    auto part = side;
    part.strides.clear();
    for (const auto d : dimensions)
        part.strides.push_back(side.strides[d]);
    for (const auto d : looped)
        part.outer_weights.push_back(side.strides[d]);
    return part;
}

//! An inner DFT over \p dimensions of \p r, with the rest as outer loops.
dft_problem part_of(const dft_problem& r, const std::vector<std::size_t>& dimensions)
{
    auto part = r;
    part.dimensions.clear();
    for (const auto d : dimensions)
        part.dimensions.push_back(r.dimensions[d]);
    std::vector<std::size_t> looped;
    for (std::size_t d = 0; d < r.dimensions.size(); ++d) {
        if (std::count(dimensions.begin(), dimensions.end(), d))
            continue;
        looped.push_back(d);
        part.outer_loops.push_back(r.dimensions[d].length);
    }
    part.in = part_of(r.in, dimensions, looped);
    part.out = part_of(r.out, dimensions, looped);
    return part;
}

//! Stages of \p p, which takes \p shared points of its first dimension.
bool fit_shared(pass& p, std::int64_t shared, const device_limits& limits)
{
    std::vector<std::int64_t> lengths;
    for (const auto& d : p.dimensions)
        lengths.push_back(d.length);
    lengths.front() = shared;
    return fit_stages(p, lengths, limits);
}

pass first_pass(const dft_problem& whole, const share& how, const dft_view& between)
{
    auto r = whole;
    r.out = between;
    std::vector<std::size_t> dimensions;
    for (auto d = how.dimension; d < whole.dimensions.size(); ++d)
        dimensions.push_back(d);
    r = merged(part_of(r, dimensions));
    const auto rest = r.dimensions.front().length / how.first;

    pass p;
    p.dimensions = r.dimensions;
    p.dimensions.front().input_step = rest;
    p.load = r.load;
    p.columns.name = "column";
    axis point;
    point.name = "point";
    point.size = rest;
    point.input_step = 1;
    point.output_step = how.first;
    p.grid.push_back(point);
    bind_sides(p, r, r.in, r.out, {});
    return p;
}

pass second_pass(const dft_problem& whole,
                 const share& how,
                 const dft_view& between,
                 std::int64_t columns)
{
    auto r = whole;
    r.in = between;
    std::vector<std::size_t> dimensions = { how.dimension };
    for (std::size_t d = 0; d < how.dimension; ++d)
        dimensions.push_back(d);
    r = merged(part_of(r, dimensions));

    pass p;
    p.dimensions = r.dimensions;
    p.dimensions.front().input_step = p.dimensions.front().output_step = how.first;
    p.store = r.store;
    p.columns.name = "column"; // one column where no outer loop is left
    p.twiddle_order = r.dimensions.front().length;
    axis done;
    done.name = "pass1_k";
    done.size = how.first;
    done.input_step = done.output_step = 1;
    done.twiddle_weight = 1;
    p.grid.push_back(done);
    // The fastest dimension gives the columns: the last outer loop, or merged with it.
    const auto last = static_cast<int>(r.outer_loops.size()) - 1;
    bind_sides(p, r, r.in, r.out, { last, columns });
    // Neighbouring workgroups take neighbouring columns, if there are any.
    if (p.grid.size() > 1)
        std::swap(p.grid[0], p.grid[1]);
    return p;
}

} // namespace

std::vector<pass> make_split_dimension(const dft_problem& r, const device_limits& limits)
{
    if (r.dimensions.size() < 2 || limits.is_cpu || !io_only_copy(r) ||
        !is_covered(r.points()))
        return {};
    const auto how = cheapest(r, limits);
    if (how.first == 1)
        return {};
    // Pass 1 does not work in place. Pass 2 may overwrite its inputs.
    const bool via_workspace = r.in_place || r.in.at == r.out.at || r.store.is_float16 ||
                               r.store.stored == element::planar;
    const auto between = via_workspace ? packed_workspace(r, r.workspace_offset) : r.out;
    auto first = first_pass(r, how, between);
    if (!fit_shared(first, how.first, limits))
        return {};
    const auto rest = r.dimensions[how.dimension].length / how.first;
    for (auto columns = how.columns; columns > 0; columns /= 2) {
        auto second = second_pass(r, how, between, columns);
        if (fit_shared(second, rest, limits)) {
            cap_registers(first, limits);
            cap_registers(second, limits);
            return { first, second };
        }
    }
    return {};
}

} // namespace gpufft
