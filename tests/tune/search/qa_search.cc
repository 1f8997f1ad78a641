/* SPDX-License-Identifier: GPL-3.0-or-later */
// The search by itself: its timer is a table, so that the fastest plan is known.
#include "base/median.h"
#include "plan/choice/choose_plan.h"
#include "plan/planner/plan_shape.h"
#include "plan/text/plan_text.h"
#include "tune/candidates/candidates.h"
#include "tune/search/search.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <cmath>
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
            t.fails_for_good = seconds <= 0 && fails_for_good;
            for (int i = 0; i < samples && t.failure.empty(); ++i)
                t.seconds.push_back(seconds * (1 + noise * d_off(d_random)));
            if (samples == 1 || !t.failure.empty() || !timed.insert(plan_text(p)).second)
                ++again;
            now += samples * sample_s;
            all.push_back(std::move(t));
        }
        return all;
    }
    bool is_right(const plan& p) override { return !wrong.count(plan_text(p)); }
    double elapsed() const override { return now; }

    double noise = 0;
    bool fails_for_good = true;
    double sample_s = 1;
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
double distance_from(const plan& p, int first_radix, int min_blocks, std::int64_t rows)
{
    const auto& one = p.passes.front();
    return 1 + 0.1 * std::abs(one.stages.front().radix - first_radix) +
           0.001 * std::abs(one.workgroup().min_blocks - min_blocks) +
           0.01 * std::abs(static_cast<double>(one.columns.size - rows)) +
           (one.workgroup().parts == exchange::split ? 0.2 : 0);
}

device_limits gpu()
{
    device_limits limits;
    limits.local_memory_bytes = 96 * 1024;
    limits.max_work_items = 1024;
    limits.registers = 128;
    return limits;
}

transform what_is_long() { return transform(1 << 16); }

std::vector<plan> shapes_of_long() { return shaped_plans(what_is_long(), gpu(), 4); }

std::vector<std::int64_t> lengths_of(const plan& p)
{
    std::vector<std::int64_t> lengths;
    for (const auto& one : p.passes)
        lengths.push_back(one.points());
    return lengths;
}

//! The sum of a memory pass for each pass, less for points in \p fast and small radices.
double sum_of(const plan& p, const std::vector<std::int64_t>& fast)
{
    double sum = 0;
    for (const auto& one : p.passes) {
        const bool is_fast = std::count(fast.begin(), fast.end(), one.points()) > 0;
        sum += (is_fast ? 1 : 1.2) + 0.01 * one.stages.front().radix;
    }
    return sum;
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
    CPPUNIT_TEST(the_budget_holds_to_a_tenth_for_slow_plans);
    CPPUNIT_TEST(a_search_that_is_stopped_keeps_the_best_so_far);
    CPPUNIT_TEST(other_plans_are_timed_first_and_go_on_from);
    CPPUNIT_TEST(the_planners_is_timed_with_the_others);
    CPPUNIT_TEST(workers_are_raised_until_speed_falls);
    CPPUNIT_TEST(passes_are_timed_one_by_one);
    CPPUNIT_TEST(the_budget_holds_with_shapes);
    CPPUNIT_TEST(a_table_that_is_kept_goes_on_where_it_was_stopped);
    CPPUNIT_TEST(says_whether_there_was_more_to_try);
    CPPUNIT_TEST(plans_that_fail_are_kept_where_they_would_again);
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
        // No first candidate has both: rows are the planner's there, min_blocks is 0.
        table t([](const plan& p) { return distance_from(p, 16, 8, 4); });
        const auto found = search(planners_1024(), t, plenty());
        const auto& best = found.best.passes.front();
        CPPUNIT_ASSERT_EQUAL(16, best.stages.front().radix);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(4), best.columns.size);
        CPPUNIT_ASSERT(best.workgroup().min_blocks > 0);
        CPPUNIT_ASSERT(best.workgroup().parts == exchange::whole);
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
            // Six finalists of three samples each take a second a sample here.
            CPPUNIT_ASSERT_LESSEQUAL(1.1 * budget + 7 * 3, t.now - 100);
            CPPUNIT_ASSERT(t.now - 100 > budget / 2);
        }
    }

    // A plan and sample take so many seconds of a budget of 100.
    void the_budget_holds_to_a_tenth_for_slow_plans()
    {
        for (const double each : { 0.003, 0.02, 0.1, 0.5 }) {
            table t([](const plan& p) { return distance_from(p, 4, 8, 2); });
            t.sample_s = each;
            auto settings = plenty();
            settings.budget_s = 100;
            settings.first = 1000;
            settings.hopeful = 100;
            search(planners_1024(), t, settings);
            CPPUNIT_ASSERT_LESSEQUAL(110.0, t.now - 100);
        }
    }

    void a_search_that_is_stopped_keeps_the_best_so_far()
    {
        for (const std::size_t after : { 0, 1, 10, 30 }) {
            table t([](const plan& p) { return distance_from(p, 16, 8, 4); });
            auto settings = plenty();
            std::size_t reported = 0;
            double best = 0;
            settings.report = [&](const search_state& s) {
                reported = s.timed;
                best = s.best_s;
            };
            settings.stop = [&] { return reported >= after; };
            const auto found = search(planners_1024(), t, settings);
            CPPUNIT_ASSERT_EQUAL(best, found.best_s);
            CPPUNIT_ASSERT_EQUAL(reported, found.timed);
            CPPUNIT_ASSERT(found.timed <= std::max<std::size_t>(after, 1) + 64);
        }
    }

    void other_plans_are_timed_first_and_go_on_from()
    {
        device_limits small = planners_1024().limits;
        small.registers = 32;
        small.max_work_items = 128;
        const auto other = choose_plan(transform(1024), small);
        CPPUNIT_ASSERT(plan_text(other) != plan_text(planners_1024()));
        const auto wanted = plan_text(other);
        table t([&](const plan& p) { return plan_text(p) == wanted ? 0.1 : 1.0; });
        auto settings = plenty();
        std::vector<std::size_t> reports;
        settings.report = [&](const search_state& s) { reports.push_back(s.timed); };
        settings.stop = [&] { return reports.size() == 2; };
        const auto found = search(planners_1024(), t, settings, { other });
        CPPUNIT_ASSERT_EQUAL(wanted, plan_text(found.best));
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), found.timed);
        CPPUNIT_ASSERT_EQUAL(1.0, found.planners_s);
    }

    void the_planners_is_timed_with_the_others()
    {
        table t([](const plan&) { return 1.0; });
        const auto found = search(planners_1024(), t, plenty());
        CPPUNIT_ASSERT_EQUAL(1.0, found.planners_s);
        CPPUNIT_ASSERT_EQUAL(t.timed.size(), found.timed);
        CPPUNIT_ASSERT(t.timed.count(plan_text(planners_1024())));
    }

    void workers_are_raised_until_speed_falls()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.vector_width = 16;
        limits.compute_units = 2;
        limits.subgroup = 1;
        const auto planners = choose_plan(transform(1024), limits);
        for (const int best : { 4, 64, 128 }) {
            std::set<int> tried;
            table t([&](const plan& p) {
                const int workgroups = p.passes.front().vector().workgroups;
                tried.insert(workgroups);
                return 1 + 0.05 * std::abs(std::log2(workgroups) - std::log2(best));
            });
            const auto found = search(planners, t, plenty());
            CPPUNIT_ASSERT_EQUAL(best, found.best.passes.front().vector().workgroups);
            // The other way the search goes no further than it gets slower.
            CPPUNIT_ASSERT(best > 16 ? *tried.begin() >= 4 : *tried.rbegin() <= 64);
        }
    }

    void passes_are_timed_one_by_one()
    {
        // An uneven split is the fastest, and better still with other stages in both of
        // its passes, for which no whole plan is timed.
        const auto all = shapes_of_long();
        const auto wanted = lengths_of(all[3]);
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), wanted.size());
        CPPUNIT_ASSERT(wanted[0] != wanted[1]);
        table t([&](const plan& p) { return sum_of(p, wanted); });
        auto settings = plenty();
        timing_table kept;
        settings.table = &kept;
        settings.leaders = 0; // by passes alone
        const auto found =
            search(choose_plan(what_is_long(), gpu()), t, settings, {}, all);
        const auto lengths = lengths_of(found.best);
        CPPUNIT_ASSERT(std::is_permutation(
            lengths.begin(), lengths.end(), wanted.begin(), wanted.end()));
        double least = 1e9;
        for (const auto& [line, seconds] : kept.samples())
            least = std::min(least,
                             parse_plan(line).passes.size() > 1 ? median(seconds) : 1e9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(least, found.best_s, 1e-12);
        // Faster than the shape as the model has it: its passes were changed.
        CPPUNIT_ASSERT(found.best_s < sum_of(all[3], wanted));
        CPPUNIT_ASSERT(found.best_s < found.planners_s);
    }

    void the_budget_holds_with_shapes()
    {
        const auto all = shapes_of_long();
        for (const double each : { 0.01, 0.1, 0.5, 1.0 }) {
            table t([&](const plan& p) { return sum_of(p, lengths_of(all[1])); });
            t.sample_s = each;
            auto settings = plenty();
            settings.budget_s = 100;
            search(choose_plan(what_is_long(), gpu()), t, settings, {}, all);
            CPPUNIT_ASSERT_LESSEQUAL(110.0, t.now - 100);
        }
    }

    void a_table_that_is_kept_goes_on_where_it_was_stopped()
    {
        const auto all = shapes_of_long();
        const auto rule = [&](const plan& p) { return sum_of(p, lengths_of(all[2])); };
        const auto planners = choose_plan(what_is_long(), gpu());
        timing_table kept;
        auto settings = plenty();
        settings.table = &kept;
        table once(rule);
        const auto whole = search(planners, once, plenty(), {}, all);
        std::size_t before = 0;
        for (int n = 0; n < 100; ++n) { // each is stopped soon
            table t(rule);
            settings.budget_s = 60;
            const auto found = search(planners, t, settings, {}, all);
            CPPUNIT_ASSERT_EQUAL(kept.samples().size() - before, found.timed);
            if (kept.samples().size() == before)
                break;
            before = kept.samples().size();
        }
        table t(rule);
        const auto last = search(planners, t, settings, {}, all);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), last.timed);
        CPPUNIT_ASSERT_EQUAL(plan_text(whole.best), plan_text(last.best));
    }

    void says_whether_there_was_more_to_try()
    {
        const auto rule = [](const plan& p) { return distance_from(p, 16, 8, 4); };
        for (const auto& shapes : { std::vector<plan>(), shapes_of_long() }) {
            const auto planners =
                shapes.empty() ? planners_1024() : choose_plan(what_is_long(), gpu());
            table whole(rule);
            const auto found = search(planners, whole, plenty(), {}, shapes);
            CPPUNIT_ASSERT(found.is_complete);
            table half(rule); // two samples of each are a second each
            auto less = plenty();
            less.budget_s = static_cast<double>(found.timed);
            CPPUNIT_ASSERT(!search(planners, half, less, {}, shapes).is_complete);
            table stopped(rule);
            auto settings = plenty();
            settings.stop = [&] { return stopped.timed.size() >= 20; };
            CPPUNIT_ASSERT(!search(planners, stopped, settings, {}, shapes).is_complete);
        }
    }

    void plans_that_fail_are_kept_where_they_would_again()
    {
        for (const bool for_good : { true, false }) {
            table t([](const plan& p) {
                return p.passes.front().stages.size() > 2 ? 0.0 : 1.0;
            });
            t.fails_for_good = for_good;
            timing_table kept;
            auto settings = plenty();
            settings.table = &kept;
            search(planners_1024(), t, settings);
            std::size_t failed = 0, timed = 0;
            for (const auto& line : kept.take_new())
                ++(kept.samples().at(line).empty() ? failed : timed);
            CPPUNIT_ASSERT(timed > 0);
            CPPUNIT_ASSERT_EQUAL(for_good, failed > 0);
            CPPUNIT_ASSERT(kept.take_new().empty());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_search);
