/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/text/plan_text.h"
#include "tune/candidates/candidate.h"
#include "tune/candidates/candidates.h"
#include "tune/candidates/whole_plans.h"
#include "tune/search/pass_sums.h"
#include "tune/search/search.h"
#include "tune/search/search_final.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <limits>
#include <map>

namespace gpufft {

namespace {

constexpr double SHARE_OF_SEARCH = 0.8; // of the budget; the rest is the final's
constexpr double SHARE_OF_PASSES = 0.5; // until when passes are timed alone
constexpr int MOST_IDLE_ROUNDS = 2;     // that bring nothing
constexpr double BETTER_SEARCHED = 0.998;
// Plans between two looks at the clock, and the part of the budget that they may take.
constexpr std::size_t MOST_AT_ONCE = 64;
constexpr double SHARE_AT_ONCE = 0.06;

class plan_search
{
public:
    plan_search(timer& with, const search_settings& s)
        : d_timer(with),
          d_settings(s),
          d_table(s.table ? *s.table : d_own_table),
          d_began(with.elapsed()),
          d_at_once(with.builds_at_once())
    {
    }

    search_result run(const plan& planners,
                      const std::vector<plan>& others,
                      const std::vector<plan>& shapes)
    {
        const auto first = plan_text(planners);
        d_planners = first;
        std::vector<plan> whole = { planners };
        whole.insert(whole.end(), others.begin(), others.end());
        try_plans(whole);
        try_shapes(shapes);
        for (const auto& origin : origins(planners)) {
            // Plans of several passes had other passes tried one by one, as shapes.
            if ((shapes.empty() || origin.passes.size() < 2) && !is_late())
                try_plans(first_candidates(origin, d_settings.first));
        }
        for (int idle = 0; idle < MOST_IDLE_ROUNDS && !is_late();) {
            const auto best = best_time();
            if (!expand_leaders())
                break;
            idle = best_time() < best * BETTER_SEARCHED ? 0 : idle + 1;
        }
        auto best = finalists();
        if (const auto found = d_known.find(first);
            found != d_known.end() &&
            std::find(best.begin(), best.end(), &found->second) == best.end())
            best.push_back(&found->second);
        decide(
            best,
            d_timer,
            d_settings,
            [this] { return d_settings.budget_s - spent(); },
            first);
        for (const auto* c : best)
            d_table.add_new(c->result, c->seconds);
        for (auto* c : best) {
            if (d_timer.is_right(c->result))
                return { c->result, c->time(), time_of(first), d_timed, !d_is_cut };
        }
        throw build_error(
            fmt::format("{}: of {} plans that were timed, none computes what it should",
                        first,
                        d_timed));
    }

private:
    double spent() const { return d_timer.elapsed() - d_began; }

    bool is_over(double share) const
    {
        return d_settings.stop() || spent() > share * d_settings.budget_s;
    }

    //! Asked where there is more to try, which is left out where it says true.
    bool is_late(double share = SHARE_OF_SEARCH)
    {
        const bool late = is_over(share);
        d_is_cut |= late;
        return late;
    }

    //! Times the passes of \p shapes alone, then the whole plans that these times promise
    //! to be the fastest.
    void try_shapes(const std::vector<plan>& shapes)
    {
        if (shapes.empty() || is_late(SHARE_OF_PASSES))
            return;
        pass_sum_settings s;
        s.origins = d_settings.origins;
        s.first = d_settings.first_of_pass;
        s.results = d_settings.sums;
        if (const auto all = sorted(); !all.empty()) {
            s.best_s = all.front()->time();
            s.trip_s = s.best_s / plan_estimate(all.front()->result);
        }
        const auto time = [&](const std::vector<plan>& passes) {
            return time_in_parts(passes, SHARE_OF_PASSES);
        };
        try_plans(best_pass_sums(shapes, d_table, time, s));
    }

    //! What stages are exchanged of: the best so far, or the planner's where nothing
    //! could be timed.
    std::vector<plan> origins(const plan& planners)
    {
        std::vector<plan> all;
        for (const auto* c : sorted()) {
            if (all.size() == d_settings.origins)
                break;
            all.push_back(c->result);
        }
        if (all.empty())
            all.push_back(planners);
        return all;
    }

    //! Twice as many where those before took a small part of the budget: kernels build
    //! side by side, so that more may take no longer. Half as many where they took more,
    //! but not fewer than build in the time of one.
    void adapt_count(double took_s)
    {
        const double share = took_s / d_settings.budget_s;
        if (share < SHARE_AT_ONCE)
            d_at_once = std::min(2 * d_at_once, MOST_AT_ONCE);
        else if (share > 2 * SHARE_AT_ONCE)
            d_at_once = std::max(d_at_once / 2, d_timer.builds_at_once());
    }

    double time_of(const std::string& text) const
    {
        const auto found = d_known.find(text);
        return found == d_known.end() ? 0 : found->second.time();
    }

    //! Times those that are new.
    void try_plans(const std::vector<plan>& plans)
    {
        std::vector<plan> fresh;
        for (const auto& p : plans) {
            const auto line = plan_text(p);
            if (!d_seen.emplace(line, true).second)
                continue;
            const auto before = d_table.find(p);
            if (!before)
                fresh.push_back(p);
            else if (*before > 0)
                d_known[line] = { p, d_table.samples().at(line), false };
        }
        time_in_parts(fresh, SHARE_OF_SEARCH);
    }

    //! \return whether there was time for all of them
    bool time_in_parts(const std::vector<plan>& fresh, double share)
    {
        for (std::size_t begin = 0; begin < fresh.size();) {
            // The planner's own is timed in any case.
            if ((d_timed > 0 || !d_known.empty()) && is_late(share))
                return false;
            const auto end = std::min(begin + d_at_once, fresh.size());
            time_some({ fresh.begin() + begin, fresh.begin() + end });
            begin = end;
        }
        return true;
    }

    void time_some(const std::vector<plan>& some)
    {
        const double began = spent();
        const auto times = d_timer.time(some, d_settings.quick_samples);
        adapt_count(spent() - began);
        for (std::size_t i = 0; i < some.size(); ++i) {
            ++d_timed;
            const auto line = plan_text(some[i]);
            const auto& seconds = times[i].seconds;
            if (seconds.empty() && !times[i].fails_for_good)
                d_table.add(line, {}); // for this search
            else
                d_table.add_new(some[i], seconds);
            // Whole plans, which d_seen has, compete; a pass alone is for the table only.
            if (!seconds.empty() && d_seen.count(line))
                d_known[line] = { some[i], seconds, false };
        }
        d_settings.report(
            { d_timed, d_known.empty() ? 0 : best_time(), time_of(d_planners) });
    }

    double best_time() const
    {
        double best = std::numeric_limits<double>::infinity();
        for (const auto& [text, c] : d_known)
            best = std::min(best, c.time());
        return best;
    }

    std::vector<candidate*> sorted()
    {
        std::vector<candidate*> all;
        for (auto& [text, c] : d_known)
            all.push_back(&c);
        sort_by_time(all);
        return all;
    }

    //! Tries the neighbours of the best that were not tried; false: there are none.
    bool expand_leaders()
    {
        const auto all = sorted();
        std::vector<plan> next;
        std::size_t count = 0;
        for (auto* c : all) {
            if (count == d_settings.leaders ||
                c->time() > d_settings.hopeful * all.front()->time())
                break;
            if (c->is_expanded)
                continue;
            c->is_expanded = true;
            ++count;
            const auto more = neighbours_of(c->result);
            next.insert(next.end(), more.begin(), more.end());
        }
        try_plans(next);
        return count > 0;
    }

    std::vector<candidate*> finalists()
    {
        auto best = sorted();
        if (best.empty())
            throw build_error("none of the plans could be timed");
        best.resize(std::min(best.size(), d_settings.finalists));
        return best;
    }

    timer& d_timer;
    search_settings d_settings;
    timing_table d_own_table;
    timing_table& d_table;
    double d_began;
    std::map<std::string, bool> d_seen;
    std::map<std::string, candidate> d_known; // by plan line; pointers to them stay valid
    std::size_t d_timed = 0;
    bool d_is_cut = false;
    std::size_t d_at_once;  // between two looks at the clock
    std::string d_planners; // its line
};

} // namespace

search_result search(const plan& planners,
                     timer& with,
                     const search_settings& s,
                     const std::vector<plan>& others,
                     const std::vector<plan>& shapes)
{
    return plan_search(with, s).run(planners, others, shapes);
}

} // namespace gpufft
