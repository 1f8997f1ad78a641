/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "math/factor.h"
#include "plan/stage_choice.h"
#include <algorithm>
#include <limits>
#include <map>

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
    stage_search(const stage_request& r, const device_limits& limits)
        : d_request(r), d_limits(limits), d_most_held(most_points_held(limits, r.number))
    {
        d_pass.columns.size = r.columns;
        for (const auto d : r.order) {
            const auto points = r.lengths[d];
            d_points *= points;
            if (points > 1)
                d_order.push_back(d);
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
            descend(0, d_request.lengths[d_order[0]]);
        }
        if (d_best.empty())
            return std::nullopt;
        for (auto& s : d_best)
            s.twiddles = source_for(s.radix);
        return d_best;
    }

private:
    //! Stages for the rest of the length of the dimension at \p at in the order.
    void descend(std::size_t at, std::int64_t rest)
    {
        if (rest == 1) {
            if (++at == d_order.size()) {
                if (d_pass.stages.size() == d_count)
                    weigh();
                return;
            }
            rest = d_request.lengths[d_order[at]];
        }
        // Each dimension that waits needs a stage at least.
        if (d_pass.stages.size() + (d_order.size() - at) > d_count)
            return;
        for (const int radix : radices(rest)) {
            d_pass.stages.push_back({ radix, 1, twiddle_source::full, d_order[at] });
            descend(at, rest / radix);
            d_pass.stages.pop_back();
        }
    }

    //! Codelets that divide \p rest: those that fit the registers, and a larger prime
    //! where there is no way around it.
    const std::vector<int>& radices(std::int64_t rest)
    {
        auto& known = d_radices[rest];
        if (known.empty() && rest > 1) {
            const auto largest = static_cast<int>(
                std::min<std::int64_t>(prime_factors(rest).back(), MAX_CODELET_PRIME));
            for (const auto d : divisors(rest)) {
                if (d > 1 && (d <= d_most_held || d == largest))
                    known.push_back(static_cast<int>(d));
            }
        }
        return known;
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

    stage_request d_request;
    device_limits d_limits;
    int d_most_held;
    std::int64_t d_points = 1;
    std::vector<int> d_order; // without dimensions of one point
    std::map<std::int64_t, std::vector<int>> d_radices;
    std::size_t d_count = 0;
    pass d_pass;
    std::vector<stage> d_best;
    double d_least = std::numeric_limits<double>::max();
};

} // namespace

int most_points_held(const device_limits& limits, precision number)
{
    // Two registers a point, and as many temporaries and addresses as fit the rest.
    const int registers =
        number == precision::float64 ? limits.registers / 2 : limits.registers;
    if (registers >= 96)
        return 32;
    if (registers >= 48)
        return 16;
    return registers >= 32 ? 13 : 8;
}

std::optional<std::vector<stage>> choose_stages(const stage_request& r,
                                                const device_limits& limits)
{
    return stage_search(r, limits).run();
}

} // namespace gpufft
