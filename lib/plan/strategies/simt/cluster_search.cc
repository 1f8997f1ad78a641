/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/rank_digits.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/simt/paired_rank.h"
#include "plan/simt/tile_digits.h"
#include "plan/strategies/simt/cluster_search.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace gpufft {

namespace {

// Few and large stages are best: the points per item are the loads in flight.
constexpr int LEAST_RADIX = 5;
constexpr int MOST_RADIX = 40;
constexpr std::int64_t MOST_PRIME = 7; // of codelets that large
constexpr int MOST_HELD = 32;          // by butterflies per item
constexpr int MOST_DOUBLES = 16;       // likewise, complex doubles
constexpr std::size_t MOST_STAGES = 4;
constexpr std::int64_t LONG_RUN = 128; // bytes of neighbouring points: whole transactions
constexpr int LEAST_BLOCKS = 2;
constexpr int MANY_BLOCKS = 4;
constexpr double FEW_COST = 0.15; // of fewer, in stages

class cluster_search
{
public:
    cluster_search(const dft_problem& r, const device_limits& limits)
        : d_request(r), d_limits(limits), d_most_size(limits.max_cluster)
    {
        d_pass.dimensions = r.dimensions;
        d_pass.load = r.load;
        d_pass.store = r.store;
        d_pass.convolves = r.load.by != convolution::none;
        if (r.number == precision::float64) {
            d_least_radix = 4;
            d_most_radix = MOST_DOUBLES;
            d_most_held = MOST_DOUBLES;
        }
        if (r.load.kind == transform_kind::c2r)
            d_most_prime = 2; // see measurements.md, "Clusters of real kinds"
        if (r.store.needs_pairs()) {
            d_pairs = 2;
            d_pairs_held = d_most_held;
        }
        if (d_pass.convolves) { // the best radices and sizes found for convolutions
            d_least_radix = 8;
            d_most_radix = MOST_HELD;
            d_most_size = std::min(d_most_size, 8);
        }
        bind_sides(d_pass, r, r.in, r.out, { -1, 1 });
        d_candidate = d_pass;
    }

    std::optional<cluster_pass> run(double most)
    {
        d_least = most;
        std::vector<std::int64_t> lengths;
        for (const auto& d : d_request.dimensions)
            lengths.push_back(d.length);
        // Another stage costs more than most other differences.
        for (d_count = 2; d_count <= MOST_STAGES; ++d_count) {
            if (cost_of_form(2, 1, 0.01) >= d_least)
                break;
            descend(lengths, d_request.points());
        }
        if (!d_best)
            return std::nullopt;
        return cluster_pass{ *d_best, d_least };
    }

private:
    //! Chooses stages for the rest of each dimension.
    void descend(std::vector<std::int64_t>& rest, std::int64_t points)
    {
        const auto left = d_count - d_pass.stages.size();
        if (!left && points == 1)
            divide();
        if (points < power(d_least_radix, left) || fewest_stages(rest) > left || !left)
            return;
        for (std::size_t d = 0; d < rest.size(); ++d) {
            const auto whole = rest[d];
            for (const int radix : radices(whole)) {
                // The rest must suit the stages to come.
                if (points / radix < power(d_least_radix, left - 1) ||
                    points / radix > power(d_most_radix, left - 1))
                    continue;
                rest[d] = whole / radix;
                d_pass.stages.push_back(
                    { radix, 1, source_for(radix), static_cast<int>(d) });
                descend(rest, points / radix);
                d_pass.stages.pop_back();
            }
            rest[d] = whole;
        }
    }

    std::size_t fewest_stages(const std::vector<std::int64_t>& rest) const
    {
        std::size_t fewest = 0;
        for (auto points : rest) {
            for (; points > 1; points = (points + d_most_radix - 1) / d_most_radix)
                ++fewest;
        }
        return fewest;
    }

    //! Radices that the next stage may have where \p points of a dimension are left.
    const std::vector<int>& radices(std::int64_t points)
    {
        const auto [known, is_new] = d_radices.try_emplace(points);
        if (is_new) {
            for (const auto d : divisors(points)) {
                if (d >= d_least_radix && d <= d_most_radix &&
                    prime_factors(d).back() <= d_most_prime)
                    known->second.push_back(static_cast<int>(d));
            }
        }
        return known->second;
    }

    static std::int64_t power(std::int64_t base, std::size_t exponent)
    {
        std::int64_t product = 1;
        while (exponent-- > 0)
            product *= base;
        return product;
    }

    // Products of few loads while loads of the next step are in flight (40 points:
    // spilled).
    static twiddle_source source_for(int radix)
    {
        return (radix & (radix - 1)) == 0 ? twiddle_source::m3 : twiddle_source::m2;
    }

    //! Weighs every cluster, and every place of its exchange.
    void divide()
    {
        if (d_pairs * d_pass.stages.back().radix > d_pairs_held)
            return;
        const auto bytes = d_pass.points() * point_bytes(d_pass.number);
        const int points = held();
        const double idle = least_idle(points) - 1e-9;
        const double first = 0.01 * d_pass.stages.front().radix / points;
        for (auto& order : d_orders)
            order.reset();
        for (int size = 2; size <= d_most_size; ++size) {
            if (bytes % size)
                continue;
            // All work-items hold as many points as any stage does.
            const auto items = std::max<std::int64_t>(d_pass.points() / size / points, 1);
            const auto most =
                std::min(min_blocks(items, points),
                         d_limits.local_memory_bytes / (bytes / size + GROUP_BYTES));
            if (items > d_limits.max_work_items || most < LEAST_BLOCKS)
                continue;
            const double crowded = most < MANY_BLOCKS ? FEW_COST : 0;
            for (std::size_t after = 1; after < d_count; ++after) {
                if (!divides(size, after) ||
                    cost_of_form(size, after, first) + idle + crowded >= d_least)
                    continue;
                auto& p = d_candidate; // without copying what never changes
                p.stages = d_pass.stages;
                p.change_workgroup().cluster.size = size;
                p.change_workgroup().cluster.after = static_cast<int>(after);
                p.change_workgroup().paired_output = false;
                auto& order = d_orders[after];
                if (!order)
                    order = rank_order_of(p);
                weigh(p, *order);
            }
        }
    }

    bool divides(int size, std::size_t after) const
    {
        std::int64_t before = 1, behind = 1;
        for (std::size_t i = 0; i < d_count; ++i)
            (i < after ? before : behind) *= d_pass.stages[i].radix;
        return before % size == 0 && behind % size == 0;
    }

    //! Points per item, at the best of all stages.
    int held() const
    {
        int most = d_pairs * d_pass.stages.back().radix;
        for (const auto& s : d_pass.stages)
            most = std::max(most, s.radix);
        return 2 * most <= d_most_held ? 2 * most : most;
    }

    //! Least share of idle work-items with up to \p target points in registers: a stage
    //! that cannot hold as many as another's radix needs more of them.
    double least_idle(int target) const
    {
        const auto& s = d_pass.stages;
        int least = target;
        for (std::size_t i = 0; i < s.size(); ++i) {
            const int of = s[i + 1 < s.size() ? i + 1 : i - 1].radix;
            int per_item = std::max(1, target / s[i].radix);
            while (of % per_item)
                --per_item;
            least = std::min(least, s[i].radix * per_item);
        }
        double idle = 0;
        for (const auto& one : s)
            idle += 2 * std::max(0.0, 1 - static_cast<double>(least) / one.radix);
        return idle;
    }

    //! Cost before it is known how the work-items share the points. \p first: gain by the
    //! first stage's part of the points per item.
    double cost_of_form(int size, std::size_t after, double first) const
    {
        double cost = static_cast<double>(d_count);
        cost += 0.1 * std::log2(size);
        // A later exchange comes after one within the group, and all wait for all to have
        // read.
        cost += after > 1 ? 0.3 : 0;
        // The first stage keeps loads in flight.
        return cost - first;
    }

    //! Registers of a work-item that spills little: measured by compiling 16, 32 and 40
    //! points, and 24 to 32 of convolutions.
    static int registers_for(const pass& p, int held)
    {
        if (p.number == precision::float64)
            return std::min(128, 4 * held + 48);
        return p.convolves && held > 24 ? 128 : std::min(96, 2 * held + 32);
    }

    //! Groups of so many work-items that fit a compute unit, by their registers.
    std::int64_t min_blocks(std::int64_t items, int held) const
    {
        return d_limits.workgroup_registers
                   ? d_limits.workgroup_registers / (items * registers_for(d_pass, held))
                   : std::numeric_limits<int>::max();
    }

    int min_blocks(const pass& p, int held) const
    {
        const auto bytes =
            p.points() / p.workgroup().cluster.size * point_bytes(p.number) + GROUP_BYTES;
        return static_cast<int>(std::min(d_limits.local_memory_bytes / bytes,
                                         min_blocks(p.work_items(), held)));
    }

    void weigh(pass& p, const rank_order& order)
    {
        const int held = this->held();
        double cost = cost_of_form(p.workgroup().cluster.size,
                                   static_cast<std::size_t>(p.workgroup().cluster.after),
                                   0.01 * p.stages.front().radix / held);
        auto parts = find_rank_parts(p, order);
        if (!parts)
            return; // its digits do not share the cluster
        const digit_list whole{ make_digits(p), *std::move(parts) };
        if (d_pairs > 1) {
            p.stages.back().per_item = 1;
            if (!can_pair_rank(p) || !can_pair_output(p))
                return;
            p.change_workgroup().paired_output = true;
        }
        choose_per_item(p, held, whole);
        const int items = p.work_items();
        p.change_workgroup().min_blocks = min_blocks(p, held);
        if (items > d_limits.max_work_items || p.workgroup().min_blocks < LEAST_BLOCKS)
            return;
        cost += p.workgroup().min_blocks < MANY_BLOCKS ? FEW_COST : 0;
        for (std::size_t i = 0; i < p.stages.size(); ++i)
            cost += 2 * (1 - static_cast<double>(p.active_items(i)) / items);
        if (cost < d_least)
            cost += short_runs(p, whole);
        if (cost < d_least) {
            d_least = cost;
            d_best = p;
        }
    }

    //! \p whole: digits without cuts.
    void choose_per_item(pass& p, int target, const digit_list& whole)
    {
        const auto can_be_made = [&] {
            d_cut = whole;
            return mark_cuts(p, d_cut).empty();
        };
        for (std::size_t i = 0; i < p.stages.size(); ++i) {
            if (p.is_paired(i))
                continue;
            auto& s = p.stages[i];
            const auto from = i + 1 < p.stages.size() ? i + 1 : i - 1;
            for (s.per_item = target / s.radix; s.per_item > 1; --s.per_item) {
                if (p.stages[from].radix % s.per_item == 0 && can_be_made())
                    break;
            }
        }
    }

    static double short_runs(const pass& p, digit_list digits)
    {
        if (!mark_cuts(p, digits).empty())
            return std::numeric_limits<double>::infinity();
        const auto lost = [&](std::int64_t run) {
            const auto bytes = run * point_bytes(p.number);
            return bytes < LONG_RUN ? 0.3 * (static_cast<double>(LONG_RUN) / bytes - 1)
                                    : 0;
        };
        return lost(input_run(p, digits)) + lost(output_run(p, digits));
    }

    const dft_problem& d_request;
    const device_limits& d_limits;
    int d_least_radix = LEAST_RADIX;
    int d_most_radix = MOST_RADIX;
    std::int64_t d_most_prime = MOST_PRIME;
    int d_most_held = MOST_HELD;
    int d_most_size; // of a cluster
    int d_pairs = 1; // butterflies of the last stage that a work-item must hold
    int d_pairs_held = MOST_RADIX; // most points in them
    std::size_t d_count = 0;       // of stages
    std::map<std::int64_t, std::vector<int>> d_radices;
    pass d_pass;
    pass d_candidate;
    //! rank_order_of() d_pass for each place of the exchange, cluster.after, once known.
    std::array<std::optional<rank_order>, MOST_STAGES> d_orders;
    digit_list d_cut; // of choose_per_item(): kept memory
    std::optional<pass> d_best;
    double d_least = std::numeric_limits<double>::max();
};

} // namespace

std::optional<cluster_pass>
best_cluster(const dft_problem& r, const device_limits& limits, double most)
{
    return cluster_search(r, limits).run(most);
}

} // namespace gpufft
