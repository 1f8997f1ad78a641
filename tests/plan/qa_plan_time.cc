/* SPDX-License-Identifier: GPL-3.0-or-later */
// The model's choice takes so little time that nobody needs to keep plans for that alone.
#include "plan/plan.h"
#include "plan/power.h"
#include "support/every_transform.h"
#include "support/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <chrono>

using namespace gpufft;
using namespace gpufft::testing;
using kind = transform_kind;

namespace {

// A millisecond is the aim, on a machine that does nothing else; 120x120x120 takes two on
// a GPU with clusters. Before candidates were bounded and tiles laid out once for all
// paddings, GPU plans of these took 1 to 130 ms.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
constexpr double MOST_MS = 5;
#else
constexpr double MOST_MS = 250;
#endif

constexpr int TRIES = 7; // the least of which others on the machine have not disturbed

const device_limits DEVICES[] = {
    with_clusters(), LIMITS[0].limits, LIMITS[1].limits, LIMITS[2].limits
};

transform with_doubles(transform t)
{
    t.number = precision::float64;
    return t;
}

const transform TRANSFORMS[] = { transform(4096),
                                 transform(65536),
                                 transform(48000),
                                 transform(1 << 24),
                                 transform(1021),
                                 transform(4093),
                                 transform(1000003),
                                 transform_of(kind::c2c, { 64, 64, 64 }),
                                 transform_of(kind::c2c, { 120, 120, 120 }),
                                 transform_of(kind::c2c, { 512, 512, 512 }),
                                 transform_of(kind::c2c, { 1024, 1024 }),
                                 transform_of(kind::c2c, { 4096, 4096 }),
                                 transform_of(kind::r2c, { 1 << 20 }),
                                 transform_of(kind::r2c, { 128, 128, 128 }),
                                 transform_of(kind::dct2, { 512, 512 }),
                                 with_doubles(transform(4096)),
                                 with_doubles(transform(1 << 20)) };

template <typename Work>
double least_ms(Work work)
{
    double least = 1e9;
    for (int i = 0; i < TRIES; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> spent =
            std::chrono::steady_clock::now() - begin;
        least = std::min(least, spent.count());
    }
    return least;
}

device_limits with_room_and_doubles(device_limits limits)
{
    limits.has_float64 = true;
    limits.global_memory_bytes = limits.max_allocation_bytes = std::int64_t(1) << 40;
    return limits;
}

} // namespace

class qa_plan_time : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plan_time);
    CPPUNIT_TEST(a_transform_is_planned_at_once);
    CPPUNIT_TEST(so_is_a_spectrum);
    CPPUNIT_TEST_SUITE_END();

    void a_transform_is_planned_at_once()
    {
        for (const auto& on : DEVICES) {
            for (const auto& t : TRANSFORMS) {
                const auto limits = with_room_and_doubles(on);
                const double ms = least_ms([&] { model_plan(t, limits); });
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format("{} took {:.2f} ms with {} bytes of local memory",
                                to_string(t),
                                ms,
                                limits.local_memory_bytes),
                    ms < MOST_MS);
            }
        }
    }

    void so_is_a_spectrum()
    {
        for (const auto& on : DEVICES) {
            for (const std::int64_t length : { 4096, 1 << 20 }) {
                power_request asked;
                asked.length = length;
                asked.hop = length / 2;
                const auto limits = with_room_and_doubles(on);
                const double ms = least_ms([&] { choose_power_plan(asked, limits); });
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format("a spectrum of {} took {:.2f} ms", length, ms),
                    ms < MOST_MS);
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plan_time);
