/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/cost/occupancy_limits.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/rank_digits.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "plan/strategies/simt/cluster_search.h"
#include "plan/strategies/strategy.h"
#include <algorithm>
#include <limits>
#include <optional>

namespace gpufft {

namespace {

// Lengths of convolutions are multiples of this, which clusters and subgroups divide.
// Several lengths are tried: one that is a little longer may be quicker to compute.
constexpr std::int64_t CONVOLUTION_STEP = 256;
constexpr double MOST_LONGER = 1.125;
constexpr int MOST_LENGTHS = 3;
// Longest convolution over a cluster: longer ones, which take more stages, are faster
// in three passes, see measurements.md, "Convolutions over a cluster".
constexpr std::int64_t MOST_CONVOLVED = 36 * 1024;

//! \p op is one that a tile over several workgroups can have: each point for itself, or
//! both of a pair whose outputs the exchange brings to one workgroup.
bool can_be_of_tile(const io_operation& op)
{
    const bool is_real = op.kind == transform_kind::r2c || op.kind == transform_kind::c2r;
    return op.has_dft_points() || (is_real && op.is_half && op.by == convolution::none);
}

//! \p r is an inner DFT that several workgroups can share.
bool can_be_shared(const dft_problem& r)
{
    return !r.store.power && r.outer_loops.empty();
}

//! A workgroup that has the compute unit to itself is as good as a cluster: it holds
//! conjugate pairs in registers, or doubles, of which those of a cluster are as few, or
//! several dimensions. See measurements.md, "Clusters of real kinds" and "Clusters of
//! doubles". Doubles and dimensions may have no such workgroup, for want of registers.
bool is_well_alone(const dft_problem& r, const device_limits& limits)
{
    if (r.load.kind == transform_kind::c2r || r.store.needs_pairs())
        return true;
    pass p;
    p.number = r.number;
    p.dimensions = r.dimensions;
    return (r.number == precision::float64 || r.dimensions.size() > 1) &&
           may_have_stages(p, r.points(), limits);
}

//! A workgroup for all of it would be alone on its compute unit, or does not fit.
bool is_too_large(const dft_problem& r, const device_limits& limits)
{
    const auto bytes = r.points() * point_bytes(r.number);
    return (is_well_alone(r, limits) ? 1 : 2) * bytes > limits.local_memory_bytes;
}

//! A workgroup for all of it would take more than a fourth of the local memory, and finds
//! no stages for its work-items.
bool has_no_workgroup(const dft_problem& r, const device_limits& limits)
{
    return 4 * r.points() * point_bytes(r.number) > limits.local_memory_bytes &&
           make_single_pass(r, limits).empty();
}

std::vector<pass> finished(pass p, const device_limits& limits)
{
    // Balanced clusters of floats are faster where the exchange is after the first stage,
    // and slower after the second: see measurements.md, "Balanced clusters" and "Clusters
    // of doubles".
    const bool is_double = p.number == precision::float64;
    const bool is_late = p.workgroup().cluster.after > 1;
    p.change_workgroup().cluster.is_balanced = is_double || !is_late;
    p.change_workgroup().cluster.is_async =
        (is_double || is_late) && is_of_whole_subgroups(p) && !p.convolves;
    p.change_workgroup().padding = choose_padding(p, limits);
    if (p.workgroup().min_blocks * (local_memory_bytes(p) + GROUP_BYTES) >
        limits.local_memory_bytes)
        p.change_workgroup().min_blocks -= 1;
    return { p };
}

//! The caller's side is of half as many bytes, so that its passes cost less: three are
//! faster than a cluster. See measurements.md, "Convolutions over a cluster".
bool has_reals(const dft_problem& r)
{
    return r.load.stored == element::real || r.store.stored == element::real;
}

//! \p points and more that a cluster may convolve.
std::vector<std::int64_t> convolution_lengths(std::int64_t points)
{
    std::vector<std::int64_t> lengths;
    const auto most =
        std::min(static_cast<std::int64_t>(MOST_LONGER * static_cast<double>(points)),
                 MOST_CONVOLVED);
    for (auto m = (points + CONVOLUTION_STEP - 1) / CONVOLUTION_STEP * CONVOLUTION_STEP;
         m <= most && lengths.size() < MOST_LENGTHS;
         m += CONVOLUTION_STEP) {
        if (prime_factors(m).back() <= 7)
            lengths.push_back(m);
    }
    return lengths;
}

} // namespace

std::vector<pass> make_cluster_pass(const dft_problem& r, const device_limits& limits)
{
    if (limits.max_cluster < 2 || !can_be_of_tile(r.load) || !can_be_of_tile(r.store) ||
        !can_be_shared(r) || !(is_too_large(r, limits) || has_no_workgroup(r, limits)))
        return {};
    const auto best = best_cluster(r, limits);
    return best ? finished(best->result, limits) : std::vector<pass>();
}

std::vector<pass> make_cluster_convolution(const dft_problem& r,
                                           const device_limits& limits)
{
    if (limits.max_cluster < 2 || r.store.needs_pairs() || !can_be_shared(r) ||
        r.number == precision::float64 || has_reals(r))
        return {};
    std::optional<pass> best;
    double least = std::numeric_limits<double>::max();
    for (const auto m : convolution_lengths(2 * r.points() - 1)) {
        auto longer = r;
        longer.dimensions[0].length = m;
        longer.load.by = longer.store.by = convolution::bluestein;
        const auto points = static_cast<double>(m);
        if (const auto found = best_cluster(longer, limits, least / points)) {
            least = found->cost * points;
            best = found->result;
        }
    }
    return best ? finished(*best, limits) : std::vector<pass>();
}

} // namespace gpufft
