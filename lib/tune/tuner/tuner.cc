/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/interface/registry.h"
#include "exec/executor/device_key.h"
#include "plan/choice/probed_limits.h"
#include "plan/choice/small_batch.h"
#include "plan/planner/plan_shape.h"
#include "plan/request/validate.h"
#include "plan/text/plan_text.h"
#include "tune/candidates/whole_plans.h"
#include "tune/probe/probe.h"
#include "tune/search/search.h"
#include "tune/timing/device_timer.h"
#include "tune/timing/timing_file.h"
#include "tune/tuner/tuner.h"
#include <algorithm>
#include <map>
#include <optional>

namespace gpufft {

namespace {

constexpr std::size_t GPU_BYTES = std::size_t(1) << 28;
constexpr std::size_t CPU_BYTES = std::size_t(1) << 25;
constexpr std::int64_t SHARE_OF_DATA = 8; // input, output, workspace, twice over

constexpr double MEASURE_S = 5;
constexpr double EXHAUSTIVE_S = 60;

std::size_t bytes_of_calls(const tuning_settings& s, const device_limits& limits)
{
    if (s.input_bytes)
        return s.input_bytes;
    const auto wanted = limits.is_cpu ? CPU_BYTES : GPU_BYTES;
    return std::min(
        wanted,
        static_cast<std::size_t>(std::min(limits.global_memory_bytes / SHARE_OF_DATA,
                                          limits.max_allocation_bytes / 2)));
}

//! What ends a search without a winner; no failure of anything.
struct given_up {
};

search_settings settings_of(effort how)
{
    search_settings s;
    if (how == effort::exhaustive) {
        s.first = 2000;
        s.leaders = 12;
        s.hopeful = 1.3;
        s.origins = 8;
        s.finalists = 12;
        s.first_of_pass = 500;
        s.sums = 24;
    }
    return s;
}

//! Convolutions of each sort that are weighed.
std::size_t convolutions_of(effort how) { return how == effort::exhaustive ? 60 : 6; }

//! Splits of a length that are weighed, of each number of passes.
std::size_t splits_of(effort how) { return how == effort::exhaustive ? 200 : 24; }

class tuner
{
public:
    tuner(const std::shared_ptr<device>& on,
          wisdom_store& kept,
          const tuning_settings& settings)
        : d_on(on),
          d_where(device_key_of(on->info())),
          d_kept(kept),
          d_settings(settings),
          d_calls{ bytes_of_calls(settings, on->info().limits),
                   settings.rows,
                   settings.is_shared },
          d_timings(kept),
          d_timer(on, d_calls.input_bytes, settings.give_up)
    {
        d_timer.watch().set_rows(settings.rows);
    }

    std::vector<tuned> run(const std::vector<transform>& transforms)
    {
        std::vector<tuned> all;
        if (d_settings.probes_first)
            probe_device();
        read_timings(transforms);
        for (std::size_t i = 0; i < transforms.size() && !is_stopped(); ++i) {
            d_progress = {};
            d_progress.transform = to_string(transforms[i]);
            d_progress.number = i;
            d_progress.count = transforms.size();
            d_progress.budget_s = d_settings.budget_s;
            const double left = d_settings.budget_s - d_timer.elapsed();
            all.push_back(tune_one(transforms[i],
                                   std::max(0.0, left) /
                                       static_cast<double>(transforms.size() - i)));
        }
        return all;
    }

private:
    bool is_stopped() const { return d_settings.stop() || d_settings.give_up(); }

    void probe_device()
    {
        try {
            known_probe(d_on, d_kept);
        } catch (const std::exception& e) {
            log().warn("{} cannot be probed: {}", d_on->info().name, e.what());
        }
    }

    //! What earlier searches timed, by transform.
    void read_timings(const std::vector<transform>& transforms)
    {
        for (const auto& request : transforms)
            d_tables[to_string(request)];
        const auto is_ours = [&](const timing_record& r) {
            return r.on == d_where && r.calls == d_calls &&
                   d_tables.count(r.transform()) > 0;
        };
        if (d_settings.fresh) {
            try {
                d_timings.keep([&](const timing_record& r) { return !is_ours(r); });
            } catch (const std::exception& e) {
                log().warn("timings are not forgotten: {}", e.what());
            }
            return;
        }
        for (auto& r : d_timings.read()) {
            if (is_ours(r))
                d_tables[r.transform()].add(r.plan, std::move(r.seconds));
        }
    }

    void keep_timings(timing_table& table)
    {
        std::vector<timing_record> all;
        for (const auto& line : table.take_new())
            all.push_back({ d_where,
                            d_calls,
                            line,
                            table.samples().at(line),
                            seconds_since_1970() });
        d_timings.append(all);
    }

    tuned tune_one(const transform& request, double budget_s)
    {
        tuned one;
        one.transform = to_string(request);
        auto& table = d_tables[one.transform];
        one.known = table.samples().size();
        try {
            const auto book = d_kept.book();
            const auto limits = probed_limits(d_on->info().limits, d_where, *book);
            const auto whole = whole_plans(request, limits);
            const auto few = small_batch(whole.front());
            one.is_small_batch = few.has_value();
            const auto& planners = few ? *few : whole.front();
            one.before = plan_text(planners);
            auto others = hinted_plans(
                request, limits, d_where, few ? call_size::few : call_size::many, *book);
            others.insert(others.end(), whole.begin(), whole.end());
            auto shapes = shaped_plans(request, limits, splits_of(d_settings.how));
            for (auto& p :
                 convolved_plans(request, limits, convolutions_of(d_settings.how)))
                (p.passes.size() > 1 ? shapes : others).push_back(std::move(p));
            const auto found =
                search(planners, d_timer, asked(budget_s, table), others, shapes);
            keep_timings(table); // the final's
            one.after = plan_text(found.best);
            one.is_complete = found.is_complete && !d_settings.stop();
            one.before_s = found.planners_s;
            one.after_s = found.best_s;
            one.timed = found.timed;
            d_timer.forget_kernels();
            const executor best(found.best, d_on); // whose kernels are kept
            one.batch = d_timer.watch().rows_of(best);
            one.call_bytes = d_timer.watch().bytes_of(best);
            keep(one);
        } catch (const std::exception& e) {
            one.failure = e.what();
        } catch (const given_up&) {
            one.failure = "given up";
        }
        return one;
    }

    //! The planner's plan for calls that leave some of the device idle with \p many;
    //! nothing where those that are asked for do not.
    std::optional<plan> small_batch(const plan& many) const
    {
        const auto known = choose_plan_for_small_batch(many);
        const auto most = known ? known->rows : most_small_batch(many);
        if (d_settings.rows == 0 || d_settings.rows > most)
            return std::nullopt;
        return known ? known->result : many;
    }

    search_settings asked(double budget_s, timing_table& table)
    {
        auto s = settings_of(d_settings.how);
        s.budget_s = budget_s;
        s.table = &table;
        s.stop = [this] {
            if (d_settings.give_up())
                throw given_up();
            return d_settings.stop();
        };
        s.report = [this, &table](const search_state& now) {
            keep_timings(table);
            d_progress.spent_s = d_timer.elapsed();
            d_progress.timed = now.timed;
            d_progress.before_s = now.planners_s;
            d_progress.best_s = now.best_s;
            d_settings.report(d_progress);
        };
        return s;
    }

    void keep(const tuned& one)
    {
        wisdom_entry p;
        p.on = d_where;
        p.transform = one.transform;
        p.rows = one.is_small_batch ? call_size::few : call_size::many;
        p.plan = one.after;
        p.seconds = one.after_s;
        p.before_s = one.before_s;
        p.batch = one.batch;
        p.how = effort_before(p);
        if (one.is_complete)
            p.how = std::max(p.how, d_settings.how);
        p.when_s = seconds_since_1970();
        d_kept.add({ p });
    }

    //! What the record says that \p p replaces. A search that was cut short is no reason
    //! not to look again; nor does it undo one that was not, whose winner it began with.
    effort effort_before(const wisdom_entry& p) const
    {
        const auto book = d_kept.book();
        const auto* before = book->of_device(d_where, p.transform, p.rows);
        return before && !d_settings.fresh ? before->how : effort::wisdom;
    }

    std::shared_ptr<device> d_on;
    device_key d_where;
    wisdom_store& d_kept;
    const tuning_settings& d_settings;
    const timed_calls d_calls;
    const timing_file d_timings;
    std::map<std::string, timing_table> d_tables; // by transform
    device_timer d_timer;
    tuning_progress d_progress;
};

} // namespace

std::vector<tuned> tune(const std::vector<transform>& transforms,
                        const std::shared_ptr<device>& on,
                        wisdom_store& kept,
                        const tuning_settings& settings)
{
    return tuner(on, kept, settings).run(transforms);
}

void tune_if_asked(const transform& request, const std::string& device, effort how)
{
    if (how >= effort::measure)
        tune_if_asked(request, open_device(device), how);
}

void tune_if_asked(const transform& request,
                   const std::shared_ptr<device>& on,
                   effort how)
{
    if (how < effort::measure)
        return;
    validate(request);
    const auto book = wisdom_store::of_user().book();
    const auto* known =
        book->of_device(device_key_of(on->info()), to_string(request), call_size::many);
    if (known && known->how >= how)
        return;
    tuning_settings settings;
    settings.how = how;
    settings.budget_s = how == effort::measure ? MEASURE_S : EXHAUSTIVE_S;
    for (const auto& one : tune({ request }, on, wisdom_store::of_user(), settings)) {
        if (!one.failure.empty())
            log().warn("{} was not measured: {}", one.transform, one.failure);
    }
}

} // namespace gpufft
