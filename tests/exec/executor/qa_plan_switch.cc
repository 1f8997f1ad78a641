/* SPDX-License-Identifier: GPL-3.0-or-later */
// Another plan while submissions are in flight, on fake devices, with a cache that the
// test may empty.
#include "device/interface/registry.h"
#include "exec/rows/stream_executor.h"
#include "plan/text/plan_text.h"
#include "support/devices/fake_devices.h"
#include "support/own_cache.h"
#include "support/run_on.h"
#include "support/transforms/wisdom_entries.h"
#include "tune/candidates/whole_plans.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <deque>
#include <set>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::int64_t LENGTH = 480;
constexpr std::size_t ROWS = 3;
constexpr int CHANGES = 12;

//! "fake:0" works like a GPU (staging), "fake:1" like a CPU device (memory in place).
std::shared_ptr<fake_control> control()
{
    static const auto made = add_fake_devices({ fake_gpu(), fake_cpu() });
    return made;
}

std::vector<plan> plans_of(const char* device)
{
    return whole_plans(transform(LENGTH), open_device(device)->info().limits);
}

//! Wisdom as a later search would have left it.
void know(const char* device, const plan& p)
{
    static std::int64_t now_s = 1;
    testing::know(open_device(device)->info(), p, ++now_s);
}

} // namespace

class qa_plan_switch : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plan_switch);
    CPPUNIT_TEST(submissions_keep_their_order_and_plan);
    CPPUNIT_TEST(windows_stay);
    CPPUNIT_TEST(nothing_new_changes_nothing);
    CPPUNIT_TEST(what_does_not_build_changes_nothing);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        use_own_cache();
        forget_orders(*control());
        boost::filesystem::remove(wisdom_store::of_user().file().path());
    }

    // Each submission is under way while the plan of the next one changes.
    void submissions_keep_their_order_and_plan()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            const auto plans = plans_of(device);
            CPPUNIT_ASSERT(plans.size() > 1);
            stream_executor stream(transform(LENGTH), device, 4);
            control()->work_delay_us = 300;
            struct piece {
                std::vector<complex32> in, out;
            };
            std::deque<piece> in_flight;
            std::set<std::string> lines;
            const auto collect = [&] {
                CPPUNIT_ASSERT_EQUAL(ROWS, stream.wait_oldest());
                expect_rows(in_flight.front().in, in_flight.front().out, {});
                in_flight.pop_front();
            };
            for (int i = 0; i < CHANGES; ++i) {
                if (!stream.can_submit())
                    collect();
                auto in = noise(ROWS * LENGTH, static_cast<unsigned>(i));
                in_flight.push_back({ in, std::vector<complex32>(in.size()) });
                stream.submit(
                    in_flight.back().in.data(), in_flight.back().out.data(), ROWS);
                const auto& next = plans[static_cast<std::size_t>(i + 1) % plans.size()];
                know(device, next);
                CPPUNIT_ASSERT(stream.plan_switch());
                CPPUNIT_ASSERT(stream.in_flight() > 0);
                lines.insert(stream.plan_line());
            }
            while (stream.in_flight())
                collect();
            CPPUNIT_ASSERT_EQUAL(std::min<std::size_t>(plans.size(), CHANGES),
                                 lines.size());
        }
    }

    // A plan switch also takes the kernels with a window, and those without one that come
    // back.
    void windows_stay()
    {
        const char* const device = "fake:0";
        const auto plans = plans_of(device);
        stream_executor stream(transform(LENGTH), device);
        const auto before = stream.plan_line();
        std::vector<float> taps(LENGTH);
        for (std::size_t i = 0; i < taps.size(); ++i)
            taps[i] = static_cast<float>(i % 5) - 1.5F;
        stream.set_window(taps);
        know(device, plans[1]);
        CPPUNIT_ASSERT(stream.plan_switch());
        const auto in = noise(ROWS * LENGTH);
        std::vector<complex32> out(in.size());
        for (const auto& window : { taps, std::vector<float>() }) {
            stream.set_window(window);
            stream.submit(in.data(), out.data(), ROWS);
            stream.wait_oldest();
            expect_rows(in, out, window);
        }
        CPPUNIT_ASSERT(before != stream.plan_line());
    }

    void nothing_new_changes_nothing()
    {
        const char* const device = "fake:0";
        stream_executor stream(transform(LENGTH), device);
        const auto before = stream.plan_line();
        CPPUNIT_ASSERT(!stream.plan_switch());
        know(device, plans_of(device)[0]); // what it has
        CPPUNIT_ASSERT(!stream.plan_switch());
        CPPUNIT_ASSERT_EQUAL(before, stream.plan_line());
        know(device, plans_of(device)[1]);
        CPPUNIT_ASSERT(stream.plan_switch());
        CPPUNIT_ASSERT(!stream.plan_switch());
    }

    void what_does_not_build_changes_nothing()
    {
        const char* const device = "fake:0";
        stream_executor stream(transform(LENGTH), device);
        const auto before = stream.plan_line();
        know(device, plans_of(device)[1]);
        control()->unbuildable = 1; // then it is the planner's again
        CPPUNIT_ASSERT(!stream.plan_switch());
        know(device, plans_of(device)[2]); // the other is left aside
        control()->unbuildable = 1000;
        CPPUNIT_ASSERT_THROW(stream.plan_switch(), build_error);
        control()->unbuildable = 0;
        CPPUNIT_ASSERT_EQUAL(before, stream.plan_line());
        const auto in = noise(ROWS * LENGTH);
        std::vector<complex32> out(in.size());
        stream.submit(in.data(), out.data(), ROWS);
        stream.wait_oldest();
        expect_rows(in, out, {});
    }

private:
    static void expect_rows(const std::vector<complex32>& x,
                            const std::vector<complex32>& y,
                            const std::vector<float>& window)
    {
        const auto error =
            relative_error(y, reference_rows(transform(LENGTH), x, window));
        CPPUNIT_ASSERT_MESSAGE(fmt::format("error {:.2e}", error), error < 1e-6);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plan_switch);
