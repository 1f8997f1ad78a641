/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/text/plan_text.h"
#include "tune/candidates/candidates.h"
#include "tune/candidates/whole_plans.h"
#include "tune/search/pass_sums.h"
#include <algorithm>
#include <limits>
#include <set>

namespace gpufft {

namespace {

constexpr double NEVER = std::numeric_limits<double>::infinity();
constexpr std::size_t SHAPES_AT_ONCE = 3;
constexpr double CLEARLY_LESS = 0.998;

// Estimates are rough: a pass that was not timed may take this fraction of what the best
// pass so far predicts. The first fraction is for predictions by passes of these shapes,
// the smaller one for those by another plan, which says less about these passes.
constexpr double MAYBE_BETTER = 0.9;
constexpr double FIRST_MAYBE_BETTER = 0.6;

//! A way to do a pass, and what it takes.
struct way {
    pass result;
    std::string line; //!< of the pass alone
    double seconds = NEVER;
    bool is_expanded = false;
};

struct shape {
    plan result;
    std::vector<double> estimates; //!< of each pass, in memory passes
    double seconds = NEVER;        //!< of all passes
};

//! Ways to do the passes from one on, and what they take together.
struct tail {
    double seconds = 0;
    std::vector<std::size_t> ways;
};

//! The \p most best tails of \p options from \p i on: the recurrence.
std::vector<tail>
best_tails(const std::vector<std::vector<way>>& options, std::size_t i, std::size_t most)
{
    if (i == options.size())
        return { tail{} };
    std::vector<tail> all;
    for (const auto& rest : best_tails(options, i + 1, most)) {
        for (std::size_t w = 0; w < std::min(most, options[i].size()); ++w) {
            tail result = rest;
            result.seconds += options[i][w].seconds;
            result.ways.insert(result.ways.begin(), w);
            all.push_back(std::move(result));
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const tail& a, const tail& b) {
        return a.seconds < b.seconds;
    });
    all.resize(std::min(all.size(), most));
    return all;
}

class sum_search
{
public:
    sum_search(const timing_table& table,
               const std::function<bool(const std::vector<plan>&)>& time,
               const pass_sum_settings& s)
        : d_table(table), d_time(time), d_settings(s)
    {
    }

    std::vector<plan> run(const std::vector<plan>& shapes)
    {
        for (const auto& p : shapes) {
            shape one;
            one.result = p;
            for (std::size_t i = 0; i < p.passes.size(); ++i)
                one.estimates.push_back(plan_estimate(pass_alone(p, i)));
            d_shapes.push_back(std::move(one));
        }
        time_shapes();
        std::vector<shape*> best;
        for (auto& one : d_shapes) {
            if (one.seconds < NEVER)
                best.push_back(&one);
        }
        std::stable_sort(best.begin(), best.end(), [](const shape* a, const shape* b) {
            return a->seconds < b->seconds;
        });
        best.resize(std::min(best.size(), d_settings.origins));
        for (const auto* one : best)
            d_origins.push_back({ one->result, options_of(one->result) });
        vary();
        return sums();
    }

private:
    struct origin {
        plan result;
        std::vector<std::vector<way>> options; //!< of each pass, best first
    };

    std::optional<double> time_of(const plan& p, std::size_t i) const
    {
        const auto found = d_table.find(pass_alone(p, i));
        return found && *found <= 0 ? NEVER : found;
    }

    //! Seconds of an estimated memory pass, at the best.
    double trip() const
    {
        double least = NEVER;
        for (const auto& one : d_shapes) {
            for (std::size_t i = 0; i < one.estimates.size(); ++i) {
                if (const auto known = time_of(one.result, i))
                    least = std::min(least, *known / one.estimates[i]);
            }
        }
        return least < NEVER ? MAYBE_BETTER * least
                             : FIRST_MAYBE_BETTER * d_settings.trip_s;
    }

    //! Shapes that are not timed and promise enough, the best first.
    std::vector<const shape*> promising()
    {
        const double each = trip();
        double best = d_settings.best_s > 0 ? d_settings.best_s : NEVER;
        std::vector<std::pair<double, const shape*>> open;
        for (auto& one : d_shapes) {
            double sum = 0;
            bool is_known = true;
            for (std::size_t i = 0; i < one.estimates.size(); ++i) {
                const auto known = time_of(one.result, i);
                is_known &= known.has_value();
                sum += known ? *known : each * one.estimates[i];
            }
            if (is_known) {
                one.seconds = sum;
                best = std::min(best, sum);
            } else {
                open.emplace_back(sum, &one);
            }
        }
        std::stable_sort(open.begin(), open.end(), [](const auto& a, const auto& b) {
            return a.first < b.first;
        });
        std::vector<const shape*> all;
        for (const auto& [sum, one] : open) {
            if (sum < NEVER && sum < d_settings.hopeful * best)
                all.push_back(one);
        }
        return all;
    }

    void time_shapes()
    {
        for (auto open = promising(); !open.empty(); open = promising()) {
            plan_list fresh(d_table);
            for (std::size_t s = 0; s < std::min(open.size(), SHAPES_AT_ONCE); ++s) {
                for (std::size_t i = 0; i < open[s]->result.passes.size(); ++i)
                    fresh.add(pass_alone(open[s]->result, i));
            }
            if (!d_time(fresh.plans)) {
                promising(); // what is known now
                return;
            }
        }
    }

    //! Plans to be timed: of those that are added, each that the table lacks, once.
    struct plan_list {
        explicit plan_list(const timing_table& t) : table(t) {}
        void add(plan p)
        {
            if (!table.find(p) && seen.insert(plan_text(p)).second)
                plans.push_back(std::move(p));
        }
        const timing_table& table;
        std::set<std::string> seen;
        std::vector<plan> plans;
    };

    std::vector<std::vector<way>> options_of(const plan& p) const
    {
        std::vector<std::vector<way>> options;
        for (std::size_t i = 0; i < p.passes.size(); ++i)
            options.push_back({ { p.passes[i],
                                  plan_text(pass_alone(p, i)),
                                  time_of(p, i).value_or(NEVER),
                                  false } });
        return options;
    }

    //! Other stages for the passes of the origins, then other settings of the best way
    //! to do each, as long as one gets better.
    void vary()
    {
        bool has_time = true;
        if (d_settings.first > 0)
            has_time = try_ways([&](const plan& p, std::size_t i, way&) {
                return stage_candidates(p, i, d_settings.first);
            });
        for (int round = 0; round < d_settings.rounds && has_time; ++round) {
            const double before = total();
            has_time = try_ways([&](const plan& p, std::size_t i, way& best) {
                if (best.is_expanded)
                    return std::vector<plan>();
                best.is_expanded = true;
                return neighbours_of(p, i);
            });
            if (total() > CLEARLY_LESS * before)
                return;
        }
    }

    //! Times what \p make makes of each origin with the best way to do pass i. Passes
    //! alternate, so that each one had some time where time runs out.
    template <typename Make>
    bool try_ways(Make&& make)
    {
        struct tried {
            std::vector<way>* options;
            std::size_t i;
            std::vector<plan> plans;
        };
        std::vector<tried> all;
        std::size_t longest = 0;
        for (auto& o : d_origins) {
            for (std::size_t i = 0; i < o.options.size(); ++i) {
                auto p = o.result;
                p.passes[i] = o.options[i].front().result;
                all.push_back({ &o.options[i], i, make(p, i, o.options[i].front()) });
                longest = std::max(longest, all.back().plans.size());
            }
        }
        plan_list fresh(d_table);
        for (std::size_t n = 0; n < longest; ++n) {
            for (const auto& t : all) {
                if (n < t.plans.size())
                    fresh.add(pass_alone(t.plans[n], t.i));
            }
        }
        const bool has_time = fresh.plans.empty() || d_time(fresh.plans);
        for (auto& t : all) {
            for (const auto& p : t.plans) {
                const auto known = time_of(p, t.i);
                const auto line = plan_text(pass_alone(p, t.i));
                const bool is_new =
                    std::none_of(t.options->begin(), t.options->end(), [&](const way& w) {
                        return w.line == line;
                    });
                if (known && *known < NEVER && is_new)
                    t.options->push_back({ p.passes[t.i], line, *known, false });
            }
            std::stable_sort(
                t.options->begin(), t.options->end(), [](const way& a, const way& b) {
                    return a.seconds < b.seconds;
                });
        }
        return has_time;
    }

    double total() const
    {
        double sum = 0;
        for (const auto& o : d_origins) {
            for (const auto& options : o.options)
                sum += options.front().seconds;
        }
        return sum;
    }

    std::vector<plan> sums() const
    {
        std::vector<std::pair<double, plan>> all;
        for (const auto& o : d_origins) {
            for (const auto& t : best_tails(o.options, 0, d_settings.results)) {
                auto p = o.result;
                for (std::size_t i = 0; i < p.passes.size(); ++i)
                    p.passes[i] = o.options[i][t.ways[i]].result;
                if (is_sound(p))
                    all.emplace_back(t.seconds, std::move(p));
            }
        }
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return a.first < b.first;
        });
        std::vector<plan> best;
        for (auto& [seconds, p] : all) {
            if (best.size() < d_settings.results)
                best.push_back(std::move(p));
        }
        return best;
    }

    const timing_table& d_table;
    const std::function<bool(const std::vector<plan>&)>& d_time;
    const pass_sum_settings& d_settings;
    std::vector<shape> d_shapes;
    std::vector<origin> d_origins;
};

} // namespace

std::vector<plan>
best_pass_sums(const std::vector<plan>& shapes,
               const timing_table& table,
               const std::function<bool(const std::vector<plan>&)>& time,
               const pass_sum_settings& s)
{
    return sum_search(table, time, s).run(shapes);
}

} // namespace gpufft
