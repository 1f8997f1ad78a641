/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure/rounded.h"
#include "bench/papers/model_choice.h"
#include "plan/planner/model_plan.h"
#include "plan/text/plan_text.h"
#include "tune/candidates/whole_plans.h"
#include "tune/search/search.h"
#include "tune/timing/device_timer.h"
#include <algorithm>

namespace gpufft::app {

namespace {

constexpr int SAMPLES_FOR_ONE = 3;

//! Takes three times as many samples and keeps the fastest: searches go by medians, which
//! others that use the machine spoil.
class undisturbed_timer : public timer
{
public:
    explicit undisturbed_timer(timer& of) : d_of(of) {}

    std::vector<timing> time(const std::vector<plan>& plans, int samples) override
    {
        auto times = d_of.time(plans, SAMPLES_FOR_ONE * samples);
        for (auto& t : times) {
            std::sort(t.seconds.begin(), t.seconds.end());
            t.seconds.resize(
                std::min(t.seconds.size(), static_cast<std::size_t>(samples)));
        }
        return times;
    }
    bool is_right(const plan& p) override { return d_of.is_right(p); }
    double elapsed() const override { return d_of.elapsed(); }

private:
    timer& d_of;
};

} // namespace

nlohmann::ordered_json
model_choice(const transform& request, paper_timer& with, double budget_s)
{
    nlohmann::ordered_json result;
    try {
        const auto& limits = with.on()->info().limits;
        const auto models = model_plan(request, limits);
        search_settings settings;
        settings.budget_s = budget_s;
        device_timer on_device(with.on(), with.input_bytes());
        undisturbed_timer times(on_device);
        const auto found = search(models, times, settings, whole_plans(request, limits));
        const bool is_models = plan_text(found.best) == plan_text(models);
        std::vector<plan> both = { models };
        if (!is_models)
            both.push_back(found.best);
        const auto again = with.time(both);
        result["model"] = plan_time_json(models, again.front());
        result["best"] = plan_time_json(both.back(), again.back());
        result["timed"] = found.timed;
        if (again.front().failure.empty() && again.back().failure.empty())
            result["lost"] = rounded(1 - again.back().seconds / again.front().seconds, 4);
    } catch (const std::exception& e) {
        result = { { "failure", e.what() } };
    }
    return result;
}

} // namespace gpufft::app
