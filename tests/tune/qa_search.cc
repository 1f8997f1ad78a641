/* SPDX-License-Identifier: GPL-3.0-or-later */
// The search by itself: its timer is a table, so that the fastest plan is known.
#include "plan/plan_text.h"
#include "tune/candidates.h"
#include "tune/search.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <functional>
#include <map>
#include <random>
#include <set>

using namespace gpufft;

namespace {

plan planners_1024()
{
    device_limits limits;
    limits.local_memory_bytes = 48 * 1024;
    limits.max_work_items = 1024;
    limits.registers = 128;
    return choose_plan(transform(1024), limits);
}

//! Times plans by a rule instead of a device; a second of its clock a plan and sample.
class table : public timer
{
public:
    explicit table(std::function<double(const plan&)> rule) : d_rule(std::move(rule)) {}

    std::vector<timing> time(const std::vector<plan>& plans, int samples) override
    {
        std::vector<timing> all;
        for (const auto& p : plans) {
            timing t;
            const double seconds = d_rule(p);
            if (seconds <= 0)
                t.failure = "does not build";
            for (int i = 0; i < samples && t.failure.empty(); ++i)
                t.seconds.push_back(seconds * (1 + noise * d_off(d_random)));
            if (samples == 1 || !t.failure.empty() || !timed.insert(plan_text(p)).second)
                ++again;
            now += samples;
            all.push_back(std::move(t));
        }
        return all;
    }
    bool is_right(const plan& p) override { return !wrong.count(plan_text(p)); }
    double elapsed() const override { return now; }

    double noise = 0;
    double now = 100; // a search begins when it begins
    std::set<std::string> wrong;
    std::set<std::string> timed;
    int again = 0;

private:
    std::function<double(const plan&)> d_rule;
    std::mt19937 d_random{ 7 };
    std::uniform_real_distribution<double> d_off{ -1, 1 };
};

search_settings plenty()
{
    search_settings s;
    s.budget_s = 1e6;
    return s;
}

//! The further from these the slower, in one knob as in the other.
double distance_from(const plan& p, int first_radix, int resident, std::int64_t rows)
{
    const auto& one = p.passes.front();
    return 1 + 0.1 * std::abs(one.stages.front().radix - first_radix) +
           0.001 * std::abs(one.resident - resident) +
           0.01 * std::abs(static_cast<double>(one.columns.size - rows)) +
           (one.exchange_parts == exchange::split ? 0.2 : 0);
}

} // namespace

class qa_search : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_search);
    CPPUNIT_TEST(finds_the_best_of_the_first_candidates);
    CPPUNIT_TEST(goes_on_from_the_leaders);
    CPPUNIT_TEST(is_not_misled_by_noise);
    CPPUNIT_TEST(plans_that_fail_are_left_out);
    CPPUNIT_TEST(a_wrong_winner_gives_way_to_the_next);
    CPPUNIT_TEST(says_when_nothing_is_right);
    CPPUNIT_TEST(keeps_within_the_budget);
    CPPUNIT_TEST(the_planners_is_timed_with_the_others);
    CPPUNIT_TEST_SUITE_END();

public:
    void finds_the_best_of_the_first_candidates()
    {
        const auto all = first_candidates(planners_1024(), plenty().first);
        CPPUNIT_ASSERT(all.size() > 20);
        const auto wanted = plan_text(all[all.size() / 2]);
        table t([&](const plan& p) { return plan_text(p) == wanted ? 0.5 : 1.0; });
        const auto found = search(planners_1024(), t, plenty());
        CPPUNIT_ASSERT_EQUAL(wanted, plan_text(found.best));
        CPPUNIT_ASSERT_EQUAL(0.5, found.best_s);
        CPPUNIT_ASSERT_EQUAL(1.0, found.planners_s);
    }

    void goes_on_from_the_leaders()
    {
        // No first candidate has both: rows are the planner's there, resident is 0.
        table t([](const plan& p) { return distance_from(p, 16, 8, 4); });
        const auto found = search(planners_1024(), t, plenty());
        const auto& best = found.best.passes.front();
        CPPUNIT_ASSERT_EQUAL(16, best.stages.front().radix);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(4), best.columns.size);
        CPPUNIT_ASSERT(best.resident > 0);
        CPPUNIT_ASSERT(best.exchange_parts == exchange::whole);
    }

    void is_not_misled_by_noise()
    {
        const auto all = first_candidates(planners_1024(), plenty().first);
        const auto wanted = plan_text(all[3]);
        table t([&](const plan& p) { return plan_text(p) == wanted ? 0.97 : 1.0; });
        t.noise = 0.02; // two samples may be 4 % apart
        auto settings = plenty();
        settings.finalists = 1000;
        CPPUNIT_ASSERT_EQUAL(wanted,
                             plan_text(search(planners_1024(), t, settings).best));
    }

    void plans_that_fail_are_left_out()
    {
        const auto first = plan_text(planners_1024());
        table t([&](const plan& p) {
            const bool fails = p.passes.front().stages.size() > 2;
            return fails ? 0.0 : distance_from(p, 32, 0, 1);
        });
        const auto found = search(planners_1024(), t, plenty());
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), found.best.passes.front().stages.size());
        if (planners_1024().passes.front().stages.size() > 2)
            CPPUNIT_ASSERT_EQUAL(0.0, found.planners_s);
    }

    void a_wrong_winner_gives_way_to_the_next()
    {
        const auto all = first_candidates(planners_1024(), plenty().first);
        const std::map<std::string, double> known = { { plan_text(all[5]), 0.5 },
                                                      { plan_text(all[6]), 0.6 } };
        table t([&](const plan& p) {
            const auto found = known.find(plan_text(p));
            return found == known.end() ? 1.0 : found->second;
        });
        t.wrong = { plan_text(all[5]) };
        CPPUNIT_ASSERT_EQUAL(plan_text(all[6]),
                             plan_text(search(planners_1024(), t, plenty()).best));
    }

    void says_when_nothing_is_right()
    {
        table none([](const plan&) { return 0.0; });
        CPPUNIT_ASSERT_THROW(search(planners_1024(), none, plenty()), build_error);
        table t([](const plan&) { return 1.0; });
        auto settings = plenty();
        settings.finalists = 2;
        for (const auto& p : first_candidates(planners_1024(), settings.first))
            t.wrong.insert(plan_text(p));
        settings.leaders = 0;
        CPPUNIT_ASSERT_THROW(search(planners_1024(), t, settings), build_error);
    }

    void keeps_within_the_budget()
    {
        auto settings = plenty();
        for (const double budget : { 300.0, 600.0 }) {
            table t([](const plan& p) { return distance_from(p, 4, 8, 2); });
            settings.budget_s = budget;
            search(planners_1024(), t, settings);
            // What is under way is done to its end: 64 plans, and a round of the final.
            const double slack = 64 * settings.quick_samples + 7 * settings.final_samples;
            CPPUNIT_ASSERT(t.now - 100 <= budget + slack);
            CPPUNIT_ASSERT(t.now - 100 > budget / 2);
        }
    }

    void the_planners_is_timed_with_the_others()
    {
        table t([](const plan&) { return 1.0; });
        const auto found = search(planners_1024(), t, plenty());
        CPPUNIT_ASSERT_EQUAL(1.0, found.planners_s);
        CPPUNIT_ASSERT_EQUAL(t.timed.size(), found.timed);
        CPPUNIT_ASSERT(t.timed.count(plan_text(planners_1024())));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_search);
