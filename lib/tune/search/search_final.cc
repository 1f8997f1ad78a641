/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/text/plan_text.h"
#include "tune/search/search_final.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int FEWEST_FINAL_SAMPLES = 3;
constexpr double SHORTEST_SAMPLE = 1e-3; // calls are repeated up to that

//! As many of each as take half of what is left, within bounds.
int samples_for(const std::vector<candidate*>& best,
                const search_settings& s,
                double left_s)
{
    double each = 0;
    for (const auto* c : best)
        each += std::max(c->time(), SHORTEST_SAMPLE);
    return std::clamp(static_cast<int>(left_s / 2 / each),
                      std::min(FEWEST_FINAL_SAMPLES, s.final_samples),
                      s.final_samples);
}

} // namespace

void decide(std::vector<candidate*>& best,
            timer& with,
            const search_settings& s,
            const std::function<double()>& left_s,
            const std::string& planners)
{
    std::vector<plan> plans;
    for (const auto* c : best)
        plans.push_back(c->result);
    for (int round = 0; round < s.final_rounds && !s.stop(); ++round) {
        const auto times = with.time(plans, samples_for(best, s, left_s()));
        for (std::size_t i = 0; i < best.size(); ++i) {
            auto& known = best[i]->seconds;
            const auto& more = times[i].seconds;
            if (round == 0 && !more.empty())
                known.clear();
            known.insert(known.end(), more.begin(), more.end());
        }
        auto order = best;
        sort_by_time(order);
        if (order.size() < 2 || s.stop() || left_s() < 0 ||
            order[0]->is_clear_of(*order[1]))
            break;
    }
    sort_by_time(best);
    const auto own = std::find_if(best.begin(), best.end(), [&](const candidate* c) {
        return plan_text(c->result) == planners;
    });
    if (own != best.end() && !best.front()->is_clear_of(**own))
        std::rotate(best.begin(), own, own + 1);
}

} // namespace gpufft
