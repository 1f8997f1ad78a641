/* SPDX-License-Identifier: GPL-3.0-or-later */
// A probe ends in time, whatever the device takes for what was begun.
#include "device/fake/fake_backend.h"
#include "tune/probe.h"
#include "tune/timed_findings.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

using namespace gpufft;
using namespace std::chrono_literals;

namespace {

// 2 s, and what a busy machine takes until a thread runs that need wait no more. Left to
// itself all that is tried here would take longer, or for ever.
constexpr double MOST_SECONDS = 2 + 3;

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
    CPPUNIT_TEST(slow_copies_are_repeated_less_and_left_out);
    CPPUNIT_TEST(what_is_found_in_time_is_kept);
    CPPUNIT_TEST(late_work_ends_before_more_is_begun);
    CPPUNIT_TEST(failures_are_told);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_compiler_that_hangs_is_left_alone()
    {
        const fake f;
        f.control->holds_builds = true;
        std::map<std::string, double> numbers;
        const double seconds = seconds_of([&] { numbers = probe(f.on); });
        f.control->holds_builds = false;
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{:.2f} s", seconds), seconds < MOST_SECONDS);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(seconds, numbers.at("seconds"), 0.5 * seconds);
        CPPUNIT_ASSERT(numbers.at("copy_gb_per_s") > 0); // it came before
        const auto missing = left_out(numbers, f.on->info().limits);
        CPPUNIT_ASSERT(!has(missing, "copy_gb_per_s"));
        CPPUNIT_ASSERT(has(missing, "launch_us"));
        CPPUNIT_ASSERT(has(missing, "fast_register_bytes"));
    }

    void slow_copies_are_repeated_less_and_left_out()
    {
        for (const int delay_us : { 200'000, 3'000'000 }) {
            const fake f;
            f.control->work_delay_us = delay_us;
            std::map<std::string, double> numbers;
            const double seconds = seconds_of([&] {
                try {
                    numbers = probe(f.on);
                } catch (const device_error&) { // fakes know no kernel that is no pass
                }
            });
            f.control->work_delay_us = 0;
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{:.2f} s", seconds),
                                   seconds < MOST_SECONDS);
            CPPUNIT_ASSERT(has(left_out(numbers, f.on->info().limits), "launch_us"));
        }
    }

    void what_is_found_in_time_is_kept()
    {
        const auto all = timed_findings::within(10s, [](timed_findings& found) {
            found.add("a", 1);
            found.add("b", 2);
        });
        CPPUNIT_ASSERT(all == timed_findings::numbers({ { "a", 1 }, { "b", 2 } }));

        std::atomic<bool> goes_on{ true };
        std::atomic<bool> is_over{ false };
        const auto some = timed_findings::within(100ms, [&](timed_findings& found) {
            found.add("a", 1);
            while (goes_on)
                std::this_thread::sleep_for(1ms);
            found.add("b", 2);
            is_over = found.is_over();
        });
        CPPUNIT_ASSERT(some == timed_findings::numbers({ { "a", 1 } }));
        goes_on = false;
        timed_findings::within(10s, [](timed_findings&) {}); // waits for it
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
        // The time is over meanwhile: what is asked now is not even begun.
        CPPUNIT_ASSERT(timed_findings::within(50ms, hang).empty());
        CPPUNIT_ASSERT_EQUAL(1, begun.load());
        goes_on = false;
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), timed_findings::within(10s, hang).size());
        CPPUNIT_ASSERT_EQUAL(2, begun.load());
    }

    void failures_are_told()
    {
        const fake f;
        f.control->calls.fail("make_queue");
        CPPUNIT_ASSERT_THROW(probe(f.on), device_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_probe_time);
