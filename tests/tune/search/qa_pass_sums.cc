/* SPDX-License-Identifier: GPL-3.0-or-later */
// Sums of passes from a recorded table, whose best plan is known.
#include "plan/planner/plan_shape.h"
#include "plan/text/plan_text.h"
#include "tune/candidates/candidates.h"
#include "tune/candidates/whole_plans.h"
#include "tune/search/pass_sums.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <set>

using namespace gpufft;

namespace {

device_limits gpu()
{
    device_limits limits;
    limits.local_memory_bytes = 96 * 1024;
    limits.max_work_items = 1024;
    limits.registers = 128;
    return limits;
}

const std::vector<plan>& shapes()
{
    static const auto all = shaped_plans(transform(1 << 17), gpu(), 10);
    return all;
}

//! Between \p least and twice that of what the estimate says, by the text alone.
double random_time(const plan& pass, double least = 1)
{
    const auto text = plan_text(pass);
    std::seed_seq seed(text.begin(), text.end());
    std::mt19937 random(seed);
    return plan_estimate(pass) *
           std::uniform_real_distribution<double>(least, 2 * least)(random);
}

//! Times passes by a rule, each once and never more than `most`.
struct recorder {
    timing_table table;
    std::size_t count = 0;
    std::size_t most = std::numeric_limits<std::size_t>::max();
    std::function<double(const plan&)> rule = [](const plan& p) {
        return random_time(p);
    };

    bool time(const std::vector<plan>& passes)
    {
        for (const auto& p : passes) {
            if (count == most)
                return false;
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), p.passes.size());
            CPPUNIT_ASSERT(!table.find(p));
            const double seconds = rule(p);
            table.add(plan_text(p),
                      seconds > 0 ? std::vector<double>{ seconds }
                                  : std::vector<double>());
            ++count;
        }
        return true;
    }

    double sum(const plan& p) const
    {
        double all = 0;
        for (std::size_t i = 0; i < p.passes.size(); ++i)
            all += rule(pass_alone(p, i));
        return all;
    }

    std::vector<plan> run(const pass_sum_settings& s)
    {
        return best_pass_sums(
            shapes(), table, [this](const auto& passes) { return time(passes); }, s);
    }
};

pass_sum_settings just_shapes()
{
    pass_sum_settings s;
    s.first = 0;
    s.rounds = 0;
    s.origins = 1;
    return s;
}

double least_sum(const recorder& r)
{
    double least = std::numeric_limits<double>::infinity();
    for (const auto& p : shapes())
        least = std::min(least, r.sum(p));
    return least;
}

} // namespace

class qa_pass_sums : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pass_sums);
    CPPUNIT_TEST(finds_the_best_shape_of_a_known_table);
    CPPUNIT_TEST(leaves_out_what_promises_too_little);
    CPPUNIT_TEST(finds_the_best_way_to_do_each_pass);
    CPPUNIT_TEST(gives_the_best_sums_in_order);
    CPPUNIT_TEST(goes_on_where_it_was_stopped);
    CPPUNIT_TEST(shapes_with_a_pass_that_fails_are_left_out);
    CPPUNIT_TEST_SUITE_END();

public:
    void finds_the_best_shape_of_a_known_table()
    {
        CPPUNIT_ASSERT(shapes().size() > 12);
        recorder r;
        auto s = just_shapes();
        const auto best = r.run(s);
        CPPUNIT_ASSERT(!best.empty());
        CPPUNIT_ASSERT_DOUBLES_EQUAL(least_sum(r), r.sum(best.front()), 1e-9);
        // Where nothing is given up on, every pass is timed, and once.
        recorder all;
        s.hopeful = 100;
        const auto every = all.run(s);
        std::set<std::string> passes;
        for (const auto& p : shapes()) {
            for (std::size_t i = 0; i < p.passes.size(); ++i)
                passes.insert(plan_text(pass_alone(p, i)));
        }
        CPPUNIT_ASSERT_EQUAL(passes.size(), all.count);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(least_sum(r), r.sum(every.front()), 1e-9);
    }

    void leaves_out_what_promises_too_little()
    {
        recorder r;
        // Three passes are never worth it, and are not timed but for the first look.
        r.rule = [](const plan& p) { return plan_estimate(p); };
        const auto best = r.run(just_shapes());
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), best.front().passes.size());
        CPPUNIT_ASSERT_DOUBLES_EQUAL(least_sum(r), r.sum(best.front()), 1e-9);
        std::size_t passes = 0;
        for (const auto& p : shapes())
            passes += p.passes.size();
        CPPUNIT_ASSERT(r.count < passes / 2);
        // A whole plan is known that is faster than any of these promises to be.
        recorder none;
        auto s = just_shapes();
        s.best_s = s.trip_s = 1;
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), none.run(s).size() + none.count);
    }

    void finds_the_best_way_to_do_each_pass()
    {
        recorder r;
        pass_sum_settings s;
        s.origins = 1;
        s.first = 1000;
        const auto best = r.run(s);
        CPPUNIT_ASSERT(!best.empty());
        // In the best plan's shape no other stages of any pass are faster, alone.
        const auto& p = best.front();
        for (std::size_t i = 0; i < p.passes.size(); ++i) {
            const double known = r.rule(pass_alone(p, i));
            for (const auto& other : stage_candidates(p, i, 1000)) {
                const auto other_s = r.table.find(pass_alone(other, i));
                CPPUNIT_ASSERT(!other_s || *other_s >= known);
            }
            for (const auto& other : neighbours_of(p, i)) {
                const auto other_s = r.table.find(pass_alone(other, i));
                CPPUNIT_ASSERT(other_s && *other_s >= known);
            }
        }
        // As many plans as there are ways in all cost just their sum to try.
        std::size_t product = 1;
        for (std::size_t i = 0; i < p.passes.size(); ++i)
            product *= stage_candidates(p, i, 1000).size();
        CPPUNIT_ASSERT(r.count < product);
    }

    void gives_the_best_sums_in_order()
    {
        recorder r;
        pass_sum_settings s;
        s.results = 12;
        const auto best = r.run(s);
        CPPUNIT_ASSERT_EQUAL(std::size_t(12), best.size());
        std::set<std::string> lines;
        for (std::size_t n = 0; n < best.size(); ++n) {
            lines.insert(plan_text(best[n]));
            CPPUNIT_ASSERT(n == 0 || r.sum(best[n - 1]) <= r.sum(best[n]) + 1e-12);
        }
        CPPUNIT_ASSERT_EQUAL(best.size(), lines.size());
    }

    void goes_on_where_it_was_stopped()
    {
        pass_sum_settings s;
        s.origins = 1;
        recorder whole;
        const auto wanted = whole.run(s);
        recorder parts; // a part of the passes each time, with the table kept
        std::vector<plan> best;
        for (int n = 0; n < 5; ++n) {
            parts.most = parts.count + (whole.count - 1) / 5;
            best = parts.run(s);
            CPPUNIT_ASSERT_EQUAL(parts.most, parts.count);
        }
        CPPUNIT_ASSERT(parts.count < whole.count);
        parts.most = 10 * whole.count;
        parts.run(s);
        // What was timed before a stop need not be what would have been timed next, but
        // little of it is in vain; and in the end nothing is left to time.
        CPPUNIT_ASSERT(parts.count < whole.count + whole.count / 4);
        parts.most = parts.count;
        best = parts.run(s);
        CPPUNIT_ASSERT_EQUAL(plan_text(wanted.front()), plan_text(best.front()));
    }

    void shapes_with_a_pass_that_fails_are_left_out()
    {
        recorder r;
        r.rule = [](const plan& p) {
            return p.passes.front().points() == 512 ? 0 : random_time(p);
        };
        for (const auto& p : r.run(just_shapes())) {
            for (const auto& one : p.passes)
                CPPUNIT_ASSERT(one.points() != 512);
        }
        recorder nothing;
        nothing.rule = [](const plan&) { return 0.0; };
        CPPUNIT_ASSERT(nothing.run(just_shapes()).empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pass_sums);
