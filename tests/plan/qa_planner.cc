/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/plan.h"
#include "plan/tile.h"
#include "support/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <chrono>

using namespace gpufft;
using gpufft::testing::LIMITS;

namespace {

transform of_length(std::int64_t length)
{
    transform t;
    t.length = length;
    return t;
}

// Long ones of every kind: pure powers, lone large primes, awkward mixtures.
const std::int64_t LONG_LENGTHS[] = { 8192,     10000,    16384,    28561,    32768,
                                      48000,    65536,    100000,   117649,   131072,
                                      161051,   262144,   371293,   531441,   1000000,
                                      1048576,  1771561,  2097152,  4826809,  5764801,
                                      9765625,  16777216, 19487171, 43046721, 48828125,
                                      60000000, 62748517, 67108864 };

} // namespace

class qa_planner : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_planner);
    CPPUNIT_TEST(every_smooth_length_fits_every_device);
    CPPUNIT_TEST(long_lengths_fit_every_device);
    CPPUNIT_TEST(one_pass_where_it_fits);
    CPPUNIT_TEST(a_plan_takes_little_time);
    CPPUNIT_TEST(the_same_request_gives_the_same_plan);
    CPPUNIT_TEST_SUITE_END();

    void check(std::int64_t length, const gpufft::testing::named_limits& on)
    {
        const auto made = choose_plan(of_length(length), on.limits);
        const auto what = fmt::format("{} on {}", to_string(made), on.why);
        std::int64_t product = 1;
        for (const auto& p : made.passes) {
            product *= p.points();
            CPPUNIT_ASSERT_MESSAGE(what,
                                   local_memory_bytes(p) <= on.limits.local_memory_bytes);
            CPPUNIT_ASSERT_MESSAGE(what, p.work_items() <= on.limits.max_work_items);
            // Every point of the row is in just one workgroup.
            std::int64_t covered = p.points() * p.columns.size;
            for (const auto& a : p.grid)
                covered *= a.size;
            if (!p.columns_are_rows())
                CPPUNIT_ASSERT_EQUAL_MESSAGE(what, length, covered);
        }
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, length, product);
        CPPUNIT_ASSERT_MESSAGE(what, made.passes.size() <= 4);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            what, made.passes.size() > 1 ? length : 0, made.scratch_points());
    }

    void every_smooth_length_fits_every_device()
    {
        for (const auto& on : LIMITS) {
            for (std::int64_t n = 1; n <= 4096; n = next_smooth(n + 1))
                check(n, on);
        }
    }

    void long_lengths_fit_every_device()
    {
        for (const auto& on : LIMITS) {
            // 4 KiB holds runs of eight columns of 64 points: 2^22 in four passes.
            const bool is_tiny = on.limits.local_memory_bytes <= 4096;
            for (const auto n : LONG_LENGTHS) {
                if (!is_tiny || n <= 200000)
                    check(n, on);
            }
        }
    }

    void one_pass_where_it_fits()
    {
        for (const auto& on : LIMITS) {
            const auto most = on.limits.local_memory_bytes / 16; // with room to spare
            for (std::int64_t n = 16; n <= most && n <= 16384; n *= 2) {
                const auto made = choose_plan(of_length(n), on.limits);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(fmt::format("{} on {}", n, on.why),
                                             std::size_t(1),
                                             made.passes.size());
            }
        }
    }

    void a_plan_takes_little_time()
    {
        const auto begin = std::chrono::steady_clock::now();
        int plans = 0;
        for (const auto n : LONG_LENGTHS) {
            choose_plan(of_length(n), LIMITS[2].limits);
            ++plans;
        }
        const std::chrono::duration<double> spent =
            std::chrono::steady_clock::now() - begin;
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} plans took {:.2f} s", plans, spent.count()),
            spent.count() < 0.1 * plans);
    }

    void the_same_request_gives_the_same_plan()
    {
        for (const std::int64_t n : { 60, 4096, 1000000 }) {
            CPPUNIT_ASSERT_EQUAL(to_string(choose_plan(of_length(n), LIMITS[0].limits)),
                                 to_string(choose_plan(of_length(n), LIMITS[0].limits)));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_planner);
