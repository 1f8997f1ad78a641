/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/buffer_padding.h"
#include "plan/simd/loop_order.h"
#include "plan/simd/nt_stores.h"
#include "plan/simd/prefetching.h"
#include "plan/simd/vector_twiddles.h"
#include "tune/candidates/vector_choices.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

constexpr int LARGEST_VECTOR_RADIX = 32;
constexpr std::size_t MOST_VECTOR_ORDERS = 5000;
constexpr int REGISTER_RADIX = 16; // 32 values: as many as there are vector registers
constexpr double STAGE_COST = 0.15;
constexpr double SPILL_COST = 0.02; // a point beyond the registers
constexpr double UNEVEN_COST = 0.02;
constexpr int MOST_WORKERS_PER_UNIT = 64;

using radices = std::vector<int>;

void add_orders(std::vector<radices>& all, radices& result, std::int64_t rest)
{
    if (all.size() == MOST_VECTOR_ORDERS)
        return;
    if (rest == 1) {
        all.push_back(result);
        return;
    }
    for (int radix = 2; radix <= LARGEST_VECTOR_RADIX && radix <= rest; ++radix) {
        if (rest % radix)
            continue;
        result.push_back(radix);
        add_orders(all, result, rest / radix);
        result.pop_back();
    }
}

//! What is said of the stack buffer is for the stages as they were.
void forget_buffer(pass& p)
{
    p.change_vector().padding = {};
    p.change_vector().last_stage = {};
}

} // namespace

double vector_estimate(const pass& p, const device_limits& limits)
{
    double cost = 1;
    int most = 1;
    int least = LARGEST_VECTOR_RADIX;
    for (const auto& s : p.stages) {
        cost += STAGE_COST + SPILL_COST * std::max(0, s.radix - REGISTER_RADIX);
        most = std::max(most, s.radix);
        least = std::min(least, s.radix);
    }
    // Half a vector is half the work.
    const int width =
        p.number == precision::float64 ? limits.vector_width / 2 : limits.vector_width;
    cost *= std::sqrt(std::max(1.0, double(width) / p.lanes()));
    return cost + UNEVEN_COST * std::log2(double(most) / std::min(most, least));
}

std::vector<pass> other_vector_stages(const pass& p, std::size_t most)
{
    // Where lanes are points of the one dimension, their number fixes the first stage.
    const bool lanes_are_points = p.lanes_are(lane_kind::row_points);
    std::vector<std::pair<double, pass>> weighed;
    for (std::size_t d = 0; d < p.dimensions.size(); ++d) {
        const auto begin = lanes_are_points ? p.stages.begin() + 1 : p.stages.begin();
        const auto is_of_d = [&](const stage& s) {
            return s.dimension == static_cast<int>(d);
        };
        const auto first = std::find_if(begin, p.stages.end(), is_of_d);
        const auto last = std::find_if_not(first, p.stages.end(), is_of_d);
        std::int64_t points = 1;
        for (auto s = first; s != last; ++s)
            points *= s->radix;
        std::vector<radices> orders;
        radices result;
        add_orders(orders, result, points);
        for (const auto& order : orders) {
            auto other = p;
            forget_buffer(other);
            other.stages.assign(p.stages.begin(), first);
            for (const int radix : order)
                other.stages.push_back(
                    { radix, 1, twiddle_source::full, static_cast<int>(d) });
            other.stages.insert(other.stages.end(), last, p.stages.end());
            if (!other.stages.empty())
                weighed.emplace_back(vector_estimate(other, {}), std::move(other));
        }
    }
    std::stable_sort(weighed.begin(), weighed.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    std::vector<pass> all;
    for (auto& [cost, other] : weighed) {
        if (all.size() == most)
            break;
        all.push_back(std::move(other));
    }
    return all;
}

std::vector<pass> other_workgroups(const pass& p, const device_limits& limits)
{
    const int units = std::max(1, limits.compute_units);
    std::vector<pass> all;
    // A search goes on from the better one, up or down until it gets slower.
    for (const int workgroups :
         { 2 * p.vector().workgroups, p.vector().workgroups / 2 }) {
        if (workgroups < units || workgroups > MOST_WORKERS_PER_UNIT * units)
            continue;
        all.push_back(p);
        all.back().change_vector().workgroups = workgroups;
    }
    return all;
}

std::vector<pass> other_tile_twiddles(const pass& p)
{
    std::vector<pass> all;
    if (!has_tile_twiddles(p))
        return all;
    for (const auto source :
         { twiddle_source::full, twiddle_source::m2, twiddle_source::m3 }) {
        if (source == p.stages.front().twiddles)
            continue;
        all.push_back(p);
        all.back().stages.front().twiddles = source;
    }
    return all;
}

std::vector<pass> other_streaming(const pass& p)
{
    std::vector<pass> all;
    if (!may_stream(p))
        return all;
    for (const std::int64_t rows : { 0, 1 }) { // never, always
        if (rows == p.vector().nt_store_rows)
            continue;
        all.push_back(p);
        all.back().change_vector().nt_store_rows = rows;
        all.back().change_vector().last_stage = {}; // another suits non-temporal stores
    }
    return all;
}

std::vector<pass> other_prefetches(const pass& p)
{
    std::vector<pass> all;
    if (!may_prefetch(p))
        return all;
    // A search goes on from the better one until it gets slower.
    const auto near_and_far = p.vector().prefetch_distance > 0
                                  ? std::vector<int>{ p.vector().prefetch_distance / 2,
                                                      2 * p.vector().prefetch_distance }
                                  : std::vector<int>{ 0, 2, 8 };
    for (const int ahead : near_and_far) {
        if (ahead == p.vector().prefetch_distance || ahead > MOST_PREFETCHED)
            continue;
        all.push_back(p);
        all.back().change_vector().prefetch_distance = ahead;
    }
    return all;
}

std::vector<pass> other_paddings(const pass& p)
{
    std::vector<pass> all;
    if (!may_pad(p) || is_near_in_any_order(p))
        return all;
    const auto by_default = default_padding(p);
    const auto some = by_default.block ? by_default : padding_of_lines(p);
    const auto other = buffer_padding_of(p).block ? buffer_padding() : some;
    if (!keeps_distances(p, other))
        return all;
    all.push_back(p);
    all.back().change_vector().padding = other;
    return all;
}

std::vector<pass> other_last_stages(const pass& p)
{
    std::vector<pass> all;
    if (is_near_in_any_order(p))
        return all;
    for (const auto order :
         { loop_order::points, loop_order::outputs, loop_order::nested }) {
        if (order == last_stage_of(p) || !suits_last_stage(p, order))
            continue;
        all.push_back(p);
        all.back().change_vector().last_stage = order;
    }
    return all;
}

} // namespace gpufft
