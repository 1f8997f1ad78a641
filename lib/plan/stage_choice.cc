/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/stage_choice.h"
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

constexpr int COMFORTABLE_POINTS = 16; // more only where it saves a stage
constexpr std::size_t MOST_STAGES = 8;

//! A fill of stage \p i fits beside the fill another stage takes from the same digit.
bool divides_in_chain(int a, int b) { return std::max(a, b) % std::min(a, b) == 0; }

//! Fills that bring every stage as near to \p target points as its neighbours allow.
void choose_fills(std::vector<stage>& stages, int target)
{
    const std::size_t m = stages.size();
    if (m < 2)
        return;
    std::vector<int> taken(m, 1); // fill already taken from each digit
    for (std::size_t i = 0; i < m; ++i) {
        const std::size_t from = i + 1 < m ? i + 1 : i - 1;
        for (int fill = target / stages[i].radix; fill > 1; --fill) {
            if (stages[from].radix % fill == 0 && divides_in_chain(fill, taken[from])) {
                stages[i].fill = fill;
                taken[from] = std::max(taken[from], fill);
                break;
            }
        }
    }
}

class stage_search
{
public:
    stage_search(std::int64_t points, std::int64_t columns, const device_limits& limits)
        : d_points(points), d_limits(limits), d_most_held(most_points_held(limits))
    {
        d_pass.columns.size = columns;
        for (const auto d : divisors(points)) {
            if (d > 1 && d <= d_most_held)
                d_radices.push_back(static_cast<int>(d));
        }
    }

    std::optional<std::vector<stage>> run()
    {
        if (d_points == 1) {
            return std::vector<stage>{ { 1, 1, twiddle_source::full } };
        }
        // Another stage costs more than anything else: stop at the least number.
        for (std::size_t count = 1; count <= MOST_STAGES && d_best.empty(); ++count) {
            d_count = count;
            descend(d_points);
        }
        if (d_best.empty())
            return std::nullopt;
        for (auto& s : d_best)
            s.twiddles = source_for(s.radix);
        return d_best;
    }

private:
    void descend(std::int64_t rest)
    {
        if (d_pass.stages.size() == d_count) {
            if (rest == 1)
                weigh();
            return;
        }
        for (const int radix : d_radices) {
            if (rest % radix)
                continue;
            d_pass.stages.push_back({ radix, 1, twiddle_source::full });
            descend(rest / radix);
            d_pass.stages.pop_back();
        }
    }

    void weigh()
    {
        pass candidate = d_pass;
        int target = 1;
        for (const auto& s : candidate.stages)
            target = std::max(target, s.radix);
        choose_fills(candidate.stages, target);
        const int items = candidate.work_items();
        if (items > d_limits.max_work_items)
            return;

        double cost = 0;
        for (std::size_t i = 0; i < candidate.stages.size(); ++i) {
            const double busy = static_cast<double>(candidate.active_items(i)) / items;
            cost += 1 + 2 * (1 - busy);
        }
        // Wide first and last stages keep global accesses in flight.
        cost -= 0.01 * (candidate.stages.front().radix + candidate.stages.back().radix) /
                target;
        if (target > COMFORTABLE_POINTS)
            cost += 0.9 * (target - COMFORTABLE_POINTS) / COMFORTABLE_POINTS;
        if (cost < d_least) {
            d_least = cost;
            d_best = candidate.stages;
        }
    }

    twiddle_source source_for(int radix) const
    {
        // Short tables stay in the L1; beyond, fewer loads are worth the products.
        if (radix <= 2 || d_points <= 1024)
            return twiddle_source::full;
        return d_points < 8192 ? twiddle_source::m2 : twiddle_source::m3;
    }

    std::int64_t d_points;
    device_limits d_limits;
    int d_most_held;
    std::vector<int> d_radices;
    std::size_t d_count = 0;
    pass d_pass;
    std::vector<stage> d_best;
    double d_least = std::numeric_limits<double>::max();
};

} // namespace

int most_points_held(const device_limits& limits)
{
    // Two registers a point, and as many temporaries and addresses as fit the rest.
    if (limits.registers >= 96)
        return 32;
    return limits.registers >= 48 ? 16 : 13;
}

std::optional<std::vector<stage>>
choose_stages(std::int64_t points, std::int64_t columns, const device_limits& limits)
{
    return stage_search(points, columns, limits).run();
}

} // namespace gpufft
