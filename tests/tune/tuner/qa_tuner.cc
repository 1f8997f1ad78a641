/* SPDX-License-Identifier: GPL-3.0-or-later */
// From transforms to wisdom, on a fake device.
#include "exec/executor/device_key.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/plan_choice.h"
#include "plan/choice/small_batch.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "tune/tuner/tuner.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/fft.h>
#include <boost/filesystem.hpp>

using namespace gpufft;

namespace {

device_info fake_info()
{
    device_info info;
    info.name = "fake:0";
    info.product = "A fake";
    return info;
}

struct fake {
    std::shared_ptr<fake_control> control = std::make_shared<fake_control>();
    std::shared_ptr<device> on = make_fake_device(fake_info(), control);
    wisdom_store kept{ "" };

    const wisdom_entry* known(const std::string& transform)
    {
        book = kept.book();
        return book->of_device(device_key_of(on->info()), transform, call_size::many);
    }
    std::shared_ptr<const wisdom_index> book;
};

// Budget of searches that end before it is spent: no machine takes so long.
constexpr double FOR_EVER_S = 1e6;

tuning_settings quick(double budget_s)
{
    tuning_settings s;
    s.budget_s = budget_s;
    s.input_bytes = 1 << 12;
    return s;
}

std::vector<transform> some_transforms()
{
    return { parse_transform("c2c forward 60"),
             parse_transform("r2c forward 64"),
             parse_transform("c2c inverse 8x8, by length") };
}

} // namespace

class qa_tuner : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_tuner);
    CPPUNIT_TEST(what_it_finds_is_wisdom);
    CPPUNIT_TEST(expressions_are_timed_with_noise);
    CPPUNIT_TEST(the_budget_is_for_all);
    CPPUNIT_TEST(stopped_it_keeps_what_it_found);
    CPPUNIT_TEST(stopped_it_is_looked_at_again);
    CPPUNIT_TEST(given_up_it_keeps_nothing);
    CPPUNIT_TEST(one_that_fails_leaves_the_others);
    CPPUNIT_TEST(nothing_that_computes_wrongly_is_kept);
    CPPUNIT_TEST(begins_with_what_another_driver_liked);
    CPPUNIT_TEST(small_batches_have_a_winner_of_their_own);
    CPPUNIT_TEST(an_effort_measures_once);
    CPPUNIT_TEST(the_cache_gets_the_winners_kernels_alone);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_it_finds_is_wisdom()
    {
        // Plenty, under the sanitizers too; but a machine may stand still meanwhile.
        for (double budget_s = 12; !finds_wisdom(budget_s); budget_s *= 2)
            CPPUNIT_ASSERT(budget_s < 1000);
    }

    //! \return false: the time was over before each transform had its turn
    static bool finds_wisdom(double budget_s)
    {
        fake f;
        std::vector<std::size_t> numbers;
        auto settings = quick(budget_s);
        settings.report = [&](const tuning_progress& p) {
            CPPUNIT_ASSERT_EQUAL(std::size_t(3), p.count);
            CPPUNIT_ASSERT(p.timed > 0 && p.best_s > 0 && p.spent_s > 0);
            if (numbers.empty() || numbers.back() != p.number)
                numbers.push_back(p.number);
        };
        const auto all = tune(some_transforms(), f.on, f.kept, settings);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), all.size());
        CPPUNIT_ASSERT((numbers == std::vector<std::size_t>{ 0, 1, 2 }));
        bool has_time = true;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto& one = all[i];
            CPPUNIT_ASSERT_EQUAL(std::string(), one.failure);
            CPPUNIT_ASSERT_EQUAL(to_string(some_transforms()[i]), one.transform);
            CPPUNIT_ASSERT(one.after_s > 0 && one.after_s <= one.before_s);
            CPPUNIT_ASSERT(one.batch > 1 && one.call_bytes > 4096);
            has_time = has_time && one.timed > 1;
            const auto* known = f.known(one.transform);
            CPPUNIT_ASSERT(known);
            CPPUNIT_ASSERT_EQUAL(one.after, known->plan);
            CPPUNIT_ASSERT_EQUAL(one.transform,
                                 to_string(parse_plan(known->plan).request));
            CPPUNIT_ASSERT(known->when_s > 1500000000);
        }
        return has_time;
    }

    // What they name is the caller's, of whom a search knows nothing.
    void expressions_are_timed_with_noise()
    {
        fake f;
        const auto what =
            parse_transform("c2c forward 60, load x*h[n], store norm(y)*s, "
                            "arguments complex h[60]; number s, real output");
        const auto all = tune({ what }, f.on, f.kept, quick(FOR_EVER_S));
        CPPUNIT_ASSERT_EQUAL(std::string(), all[0].failure);
        CPPUNIT_ASSERT(all[0].timed > 1);
        const auto* known = f.known(to_string(what));
        CPPUNIT_ASSERT(known);
        CPPUNIT_ASSERT_EQUAL(all[0].after, known->plan);
    }

    void the_budget_is_for_all()
    {
        fake f;
        constexpr double BUDGET_S = 3, WORK_S = 3e-3;
        f.control->work_delay_us = static_cast<int>(1e6 * WORK_S);
        const auto all = tune(some_transforms(), f.on, f.kept, quick(BUDGET_S));
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), all.size());
        // By what was worked, at least so long each: of a clock nobody knows what else
        // the machine did meanwhile. Half as much again is for what is under way when
        // the time is over; qa_search has the rule.
        const double worked_s = WORK_S * f.control->calls.calls("work");
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{:.2f} s", worked_s),
                               worked_s < 1.5 * BUDGET_S);
    }

    void stopped_it_keeps_what_it_found()
    {
        fake f;
        bool stop = false;
        auto settings = quick(FOR_EVER_S);
        settings.report = [&](const tuning_progress& p) {
            stop = p.number == 1 && p.timed > 2;
        };
        settings.stop = [&] { return stop; };
        auto transforms = some_transforms();
        transforms[0] = parse_transform("c2c forward 2");
        const auto all = tune(transforms, f.on, f.kept, settings);
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), all.size());
        for (const auto& one : all) {
            CPPUNIT_ASSERT_EQUAL(std::string(), one.failure);
            CPPUNIT_ASSERT(f.known(one.transform));
        }
        CPPUNIT_ASSERT(!f.known(to_string(transforms[2])));
    }

    void stopped_it_is_looked_at_again()
    {
        fake f;
        bool stop = false;
        auto settings = quick(FOR_EVER_S);
        settings.report = [&](const tuning_progress&) { stop = true; };
        settings.stop = [&] { return stop; };
        tune({ transform(60) }, f.on, f.kept, settings);
        CPPUNIT_ASSERT(f.known("c2c forward 60")->how < effort::measure);
        tune({ transform(6) }, f.on, f.kept, quick(FOR_EVER_S)); // it ends in seconds
        CPPUNIT_ASSERT(f.known("c2c forward 6")->how == effort::measure);
    }

    void given_up_it_keeps_nothing()
    {
        fake f;
        bool gives_up = false;
        auto settings = quick(FOR_EVER_S);
        settings.report = [&](const tuning_progress&) { gives_up = true; };
        settings.give_up = [&] { return gives_up; };
        const auto all = tune(some_transforms(), f.on, f.kept, settings);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), all.size());
        CPPUNIT_ASSERT_EQUAL(std::string("given up"), all[0].failure);
        CPPUNIT_ASSERT(!f.known(all[0].transform));
    }

    void one_that_fails_leaves_the_others()
    {
        fake f;
        auto transforms = some_transforms();
        transforms[1] = parse_transform("c2c forward 64, float64"); // the fake has none
        const auto all = tune(transforms, f.on, f.kept, quick(1));
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), all.size());
        CPPUNIT_ASSERT(all[1].failure.find("double precision") != std::string::npos);
        CPPUNIT_ASSERT(all[1].after.empty() && !f.known(all[1].transform));
        CPPUNIT_ASSERT(f.known(all[0].transform) && f.known(all[2].transform));
    }

    void nothing_that_computes_wrongly_is_kept()
    {
        fake f;
        f.control->unbuildable = 1000000;
        const auto all = tune({ transform(60) }, f.on, f.kept, quick(0.5));
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), all.size());
        CPPUNIT_ASSERT_EQUAL(std::string("none of the plans could be timed"),
                             all[0].failure);
        CPPUNIT_ASSERT(!f.known("c2c forward 60"));
    }

    void begins_with_what_another_driver_liked()
    {
        fake f;
        wisdom_entry old;
        old.on = device_key_of(f.on->info());
        old.on.driver = "another";
        old.transform = "c2c forward 64";
        old.plan = "c2c forward 64: stockham | 2.2.2.2.2.2"; // no candidate otherwise
        f.kept.add({ old });
        auto settings = quick(FOR_EVER_S);
        std::size_t timed = 0;
        settings.report = [&](const tuning_progress& p) { timed = p.timed; };
        settings.stop = [&] { return timed >= 2; };
        CPPUNIT_ASSERT(!f.known("c2c forward 64"));
        const auto all = tune({ transform(64) }, f.on, f.kept, settings);
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), all[0].timed);
        CPPUNIT_ASSERT(f.known("c2c forward 64"));
    }

    void small_batches_have_a_winner_of_their_own()
    {
        fake f;
        const auto what = transform(256);
        const auto planners = choose_plan(what, f.on->info().limits);
        const auto most = most_small_batch(planners);
        CPPUNIT_ASSERT(most > 1 && !choose_plan_for_small_batch(planners));
        auto settings = quick(1);
        for (const auto rows : { most, most + 1 }) {
            settings.rows = rows;
            const auto all = tune({ what }, f.on, f.kept, settings);
            CPPUNIT_ASSERT_EQUAL(std::string(), all[0].failure);
            CPPUNIT_ASSERT_EQUAL(std::uint64_t(rows), all[0].batch);
            CPPUNIT_ASSERT_EQUAL(rows == most, all[0].is_small_batch);
            CPPUNIT_ASSERT_EQUAL(rows > most, f.known("c2c forward 256") != nullptr);
        }
        // Calls of so few rows, and no others, take it.
        const auto on = device_key_of(f.on->info());
        const auto few =
            choose_plan_for_small_batch(planners, on, effort::wisdom, *f.kept.book());
        CPPUNIT_ASSERT(few);
        CPPUNIT_ASSERT_EQUAL(most, few->rows);
        CPPUNIT_ASSERT(
            !choose_plan_for_small_batch(planners, on, effort::estimate, *f.kept.book()));
    }

    void an_effort_measures_once()
    {
        boost::filesystem::remove(wisdom_store::of_user().file().path());
        auto info = fake_info();
        info.limits.max_allocation_bytes = 1 << 14; // so that calls are short
        auto made = std::make_unique<fake_backend>(std::vector{ info });
        const auto control = made->control();
        add_backend(std::move(made));
        const auto launches = [&](effort how) {
            const int before = control->calls.calls("launch");
            const fft f(transform(6), "fake:0", how);
            if (how != effort::estimate)
                CPPUNIT_ASSERT_EQUAL(how == effort::wisdom
                                         ? std::string("the model")
                                         : std::string("wisdom of this device for c2c "
                                                       "forward 6"),
                                     f.plan_origin());
            return control->calls.calls("launch") - before;
        };
        CPPUNIT_ASSERT(launches(effort::wisdom) < 10);
        int more = launches(effort::measure);
        CPPUNIT_ASSERT(more > 10);
        // Where its seconds do not suffice, the next goes on, until nothing is left.
        for (int i = 0; more >= 10 && i < 50; ++i)
            more = launches(effort::measure);
        CPPUNIT_ASSERT(more < 10);
    }

    void the_cache_gets_the_winners_kernels_alone()
    {
        for (const char* what : { "c2c forward 60", "c2c forward 20000" }) {
            fake f;
            std::size_t timed = 0;
            auto settings = quick(FOR_EVER_S);
            settings.report = [&](const tuning_progress& p) { timed = p.timed; };
            settings.stop = [&] { return timed > 20; };
            const auto all = tune({ parse_transform(what) }, f.on, f.kept, settings);
            CPPUNIT_ASSERT_EQUAL(std::string(), all[0].failure);
            CPPUNIT_ASSERT(f.control->calls.calls("build") > 20);
            CPPUNIT_ASSERT_EQUAL(parse_plan(all[0].after).passes.size(),
                                 static_cast<std::size_t>(f.control->kept_builds));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_tuner);
