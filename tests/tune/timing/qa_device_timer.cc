/* SPDX-License-Identifier: GPL-3.0-or-later */
// Timing on a device, a fake one: what is timed, what fails, and a whole search.
#include "codegen/generate/generate.h"
#include "plan/choice/choose_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/faults/fault_points.h"
#include "tune/search/search.h"
#include "tune/timing/build_plans.h"
#include "tune/timing/device_timer.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <atomic>
#include <thread>

using namespace gpufft;

namespace {

struct fake {
    std::shared_ptr<fake_control> control = std::make_shared<fake_control>();
    std::shared_ptr<device> on;

    fake()
    {
        device_info info;
        info.name = "fake:0";
        info.limits.has_float64 = true;
        on = make_fake_device(info, control);
    }
    plan planned(const std::string& what) const
    {
        return choose_plan(parse_transform(what), on->info().limits);
    }
};

} // namespace

class qa_device_timer : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_device_timer);
    CPPUNIT_TEST(builds_in_the_order_of_the_plans);
    CPPUNIT_TEST(builds_on_the_threads_that_there_are);
    CPPUNIT_TEST(stops_building_when_told);
    CPPUNIT_TEST(a_call_moves_as_many_bytes_as_asked);
    CPPUNIT_TEST(times_by_the_devices_clock);
    CPPUNIT_TEST(one_plan_that_fails_leaves_the_others);
    CPPUNIT_TEST(builds_a_kernel_that_it_holds_once);
    CPPUNIT_TEST(searches_on_a_device);
    CPPUNIT_TEST_SUITE_END();

public:
    void builds_in_the_order_of_the_plans()
    {
        const fake f;
        const std::vector<plan> plans = { f.planned("c2c forward 8"),
                                          f.planned("c2c forward 16"),
                                          f.planned("r2c forward 32") };
        const auto built = build_plans(plans, f.on, true);
        CPPUNIT_ASSERT_EQUAL(plans.size(), built.size());
        for (std::size_t i = 0; i < plans.size(); ++i) {
            CPPUNIT_ASSERT_EQUAL(std::string(), built[i].failure);
            CPPUNIT_ASSERT_EQUAL(plan_text(plans[i]),
                                 plan_text(built[i].result->made_plan()));
            CPPUNIT_ASSERT_EQUAL(plans[i].passes.size(),
                                 built[i].result->resources().size());
        }
    }

    void builds_on_the_threads_that_there_are()
    {
        const fake f;
        const std::vector<plan> plans(8, f.planned("c2c forward 8"));
        const auto failures = [&](long nth) {
            const testing::one_fault fault(testing::asked::thread, nth);
            const auto built = build_plans(plans, f.on, false);
            CPPUNIT_ASSERT(fault.has_struck());
            return std::count_if(built.begin(), built.end(), [](const auto& one) {
                return !one.failure.empty();
            });
        };
        // The first thread is to build plans, where there are cores for it; others are
        // of compilers and of the device, which one plan may need.
        if (std::thread::hardware_concurrency() > 1)
            CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(0), failures(1));
        for (const long nth : { 2, 3, 5 })
            CPPUNIT_ASSERT(failures(nth) <= 1);
        failures(-1); // there are none at all, which the device cannot do without
    }

    void stops_building_when_told()
    {
        const fake f;
        const std::vector<plan> plans(20, f.planned("c2c forward 8"));
        std::atomic<int> asked = 0;
        const auto built = build_plans(plans, f.on, false, [&] { return ++asked > 5; });
        std::size_t made = 0;
        for (const auto& b : built) {
            made += b.result != nullptr;
            if (!b.result)
                CPPUNIT_ASSERT_EQUAL(std::string("not built: there was no time left"),
                                     b.failure);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(5), made);
    }

    void a_call_moves_as_many_bytes_as_asked()
    {
        const fake f;
        const stopwatch watch(f.on, 1 << 16);
        const executor short_one(f.planned("c2c forward 16"), f.on);
        CPPUNIT_ASSERT_EQUAL(std::uint32_t(512), watch.rows_of(short_one));
        CPPUNIT_ASSERT_EQUAL(double(1 << 17), watch.bytes_of(short_one));
        const executor long_one(f.planned("c2c forward 16384"), f.on);
        CPPUNIT_ASSERT_EQUAL(std::uint32_t(1), watch.rows_of(long_one));
    }

    void times_by_the_devices_clock()
    {
        const fake f;
        stopwatch watch(f.on, 1 << 10);
        const executor e(f.planned("c2c forward 16"), f.on);
        const int before = f.control->calls.calls("launch");
        f.control->work_delay_us = 2000;
        const double seconds = watch.time(e, 3);
        CPPUNIT_ASSERT_EQUAL(before + 4, f.control->calls.calls("launch"));
        CPPUNIT_ASSERT(seconds >= 2e-3);
        CPPUNIT_ASSERT(watch.time_copy(1 << 10, 2) >= 2e-3);
        // Windowed, planar, in place and with a workspace: each transform brings its
        // memory.
        f.control->work_delay_us = 0;
        for (const std::string what : { "c2c forward 16, windowed",
                                        "c2c forward 16, in place",
                                        "c2c forward 16, planar input, planar output",
                                        "c2c forward 16384, float64" })
            CPPUNIT_ASSERT(watch.time(executor(f.planned(what), f.on), 1) > 0);
    }

    void one_plan_that_fails_leaves_the_others()
    {
        const fake f;
        device_timer with(f.on, 1 << 10);
        auto too_large = f.planned("c2c forward 16");
        too_large.passes.front().columns.size = 4096;
        const auto times = with.time(
            { f.planned("c2c forward 8"), too_large, f.planned("r2c forward 8") }, 3);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), times[0].seconds.size());
        CPPUNIT_ASSERT(times[1].seconds.empty());
        CPPUNIT_ASSERT(!times[1].failure.empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), times[2].seconds.size());
    }

    //! As the best of a search are timed again, from nowhere else to be had.
    void builds_a_kernel_that_it_holds_once()
    {
        const fake f;
        device_timer with(f.on, 1 << 10);
        const auto p = f.planned("c2c forward 16");
        std::weak_ptr<kernel> held;
        with.time({ p }, 1);
        held = f.on->build_for_trial(generate_kernels(p, f.on->kernel_dialect()).front());
        CPPUNIT_ASSERT(!held.expired());
        with.time({ p }, 1);
        CPPUNIT_ASSERT(!held.expired());
        with.forget_kernels();
        CPPUNIT_ASSERT(held.expired());
        CPPUNIT_ASSERT_EQUAL(0, f.control->kept_builds.load());
    }

    void searches_on_a_device()
    {
        const fake f;
        device_timer with(f.on, 1 << 10);
        search_settings settings;
        settings.budget_s = 1e6; // ends before, whatever else the machine does
        settings.first = 10;
        std::size_t timed = 0;
        settings.report = [&](const search_state& now) { timed = now.timed; };
        settings.stop = [&] { return timed > 10; };
        const auto found = search(f.planned("c2c forward 60"), with, settings);
        CPPUNIT_ASSERT(found.timed > 10);
        CPPUNIT_ASSERT(found.best_s > 0);
        CPPUNIT_ASSERT(with.is_right(found.best));
        CPPUNIT_ASSERT_EQUAL(std::string("c2c forward 60"),
                             to_string(found.best.request));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_device_timer);
