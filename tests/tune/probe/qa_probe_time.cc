/* SPDX-License-Identifier: GPL-3.0-or-later */
// A probe ends in time, whatever the device takes for what was begun.
#include "reference/fake/fake_backend.h"
#include "soak/watchdog.h"
#include "support/is_timed.h"
#include "tune/probe/probe.h"
#include "tune/probe/timed_findings.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <thread>

using namespace gpufft;
using namespace std::chrono_literals;

namespace {

// 2 s, and what a busy machine takes until a thread runs that need wait no more.
constexpr double MOST_SECONDS = 2 + 3;
// What is tried here would else take for ever: whoever waits for it is ended.
constexpr std::chrono::seconds FOR_EVER{ 600 };
constexpr int TRIES = 50;

struct fake {
    std::shared_ptr<fake_control> control = std::make_shared<fake_control>();
    std::shared_ptr<device> on = make_fake_device({}, control);
};

double seconds_of(const std::function<void()>& work)
{
    const auto began = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began)
        .count();
}

//! \p names has \p name.
bool has(const std::vector<std::string>& names, const std::string& name)
{
    return std::count(names.begin(), names.end(), name) > 0;
}

} // namespace

class qa_probe_time : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_probe_time);
    CPPUNIT_TEST(a_compiler_that_hangs_is_left_alone);
    CPPUNIT_TEST(slow_copies_are_repeated_less);
    CPPUNIT_TEST(slower_ones_are_left_out);
    CPPUNIT_TEST(what_is_found_in_time_is_kept);
    CPPUNIT_TEST(late_work_ends_before_more_is_begun);
    CPPUNIT_TEST(failures_are_told);
    CPPUNIT_TEST_SUITE_END();

public:
    //! What a probe finds, and how long it took by the caller's clock.
    static std::map<std::string, double> probed(const fake& f, double* seconds)
    {
        const testing::watchdog dog("a probe", FOR_EVER);
        std::map<std::string, double> numbers;
        *seconds = seconds_of([&] {
            try {
                numbers = probe(f.on);
            } catch (const device_error&) { // fakes know no kernel that is no pass
            }
        });
        if (testing::is_timed_closely())
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{:.2f} s", *seconds),
                                   *seconds < MOST_SECONDS);
        return numbers;
    }

    // The compiler is still under way when the probe has ended.
    void a_compiler_that_hangs_is_left_alone()
    {
        const fake f;
        std::map<std::string, double> numbers;
        double seconds = 0;
        // What comes before is there, unless the machine is very busy.
        for (int i = 0; i < TRIES && !numbers.count("copy_gb_per_s"); ++i) {
            f.control->holds_builds = true;
            numbers = probed(f, &seconds);
            f.control->holds_builds = false;
        }
        CPPUNIT_ASSERT(numbers.at("copy_gb_per_s") > 0);
        CPPUNIT_ASSERT(numbers.at("seconds") > 1 && numbers.at("seconds") <= seconds);
        const auto missing = left_out(numbers, f.on->info().limits);
        CPPUNIT_ASSERT(!has(missing, "copy_gb_per_s"));
        CPPUNIT_ASSERT(has(missing, "launch_us"));
        CPPUNIT_ASSERT(has(missing, "fast_register_bytes"));
    }

    void slow_copies_are_repeated_less()
    {
        const fake f;
        std::map<std::string, double> numbers;
        double seconds = 0;
        f.control->work_delay_us = 30'000;
        // Memory is filled before, for which a busy machine may take all the time.
        for (int i = 0; i < TRIES && !f.control->calls.calls("copy"); ++i)
            numbers = probed(f, &seconds);
        f.control->work_delay_us = 0;
        CPPUNIT_ASSERT_EQUAL(3, f.control->calls.calls("copy")); // as for a sample
        CPPUNIT_ASSERT(has(left_out(numbers, f.on->info().limits), "launch_us"));
    }

    // The first copy is still under way when the probe has ended.
    void slower_ones_are_left_out()
    {
        const fake f;
        double seconds = 0;
        std::promise<void> ended;
        f.control->before_work = [until = ended.get_future().share()] { until.wait(); };
        const auto numbers = probed(f, &seconds);
        ended.set_value();
        CPPUNIT_ASSERT(numbers.at("seconds") > 1 && numbers.at("seconds") <= seconds);
        const auto missing = left_out(numbers, f.on->info().limits);
        CPPUNIT_ASSERT(has(missing, "copy_gb_per_s"));
        CPPUNIT_ASSERT(has(missing, "launch_us"));
    }

    void what_is_found_in_time_is_kept()
    {
        const auto all = timed_findings::within(1h, [](timed_findings& found) {
            found.add("a", 1);
            found.add("b", 2);
        });
        CPPUNIT_ASSERT(all == timed_findings::numbers({ { "a", 1 }, { "b", 2 } }));

        // For so long that it has begun by then.
        timed_findings::numbers some;
        bool is_over = false;
        for (auto time = 50ms; some.empty() && time < 1h; time *= 2) {
            std::atomic<bool> goes_on{ true };
            some = timed_findings::within(time, [&](timed_findings& found) {
                found.add("a", 1);
                while (goes_on)
                    std::this_thread::sleep_for(1ms);
                found.add("b", 2);
                is_over = found.is_over();
            });
            goes_on = false;
            timed_findings::within(1h, [](timed_findings&) {}); // waits for it
        }
        CPPUNIT_ASSERT(some == timed_findings::numbers({ { "a", 1 } }));
        CPPUNIT_ASSERT(is_over);
    }

    void late_work_ends_before_more_is_begun()
    {
        std::atomic<bool> goes_on{ true };
        std::atomic<int> begun{ 0 };
        const auto hang = [&](timed_findings& found) {
            ++begun;
            found.add("a", 1);
            while (goes_on)
                std::this_thread::sleep_for(1ms);
        };
        timed_findings::within(50ms, hang);
        while (begun == 0)
            std::this_thread::sleep_for(1ms);
        // The time is over meanwhile: what is asked now is not even begun.
        CPPUNIT_ASSERT(timed_findings::within(50ms, hang).empty());
        CPPUNIT_ASSERT_EQUAL(1, begun.load());
        goes_on = false;
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), timed_findings::within(1h, hang).size());
        CPPUNIT_ASSERT_EQUAL(2, begun.load());
    }

    void failures_are_told()
    {
        const fake f;
        bool is_told = false; // unless the time was over before
        for (int i = 0; i < TRIES && !is_told; ++i) {
            f.control->calls.clear();
            f.control->calls.fail("make_queue");
            try {
                probe(f.on);
            } catch (const device_error&) {
                is_told = true;
            }
        }
        CPPUNIT_ASSERT(is_told);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_probe_time);
