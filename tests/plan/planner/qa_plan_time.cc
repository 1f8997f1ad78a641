/* SPDX-License-Identifier: GPL-3.0-or-later */
// The model's choice takes so little time that nobody needs to keep plans for that alone.
#include "plan/choice/choose_power_plan.h"
#include "plan/ir/power.h"
#include "plan/planner/limits_of_plans.h"
#include "plan/planner/model_plan.h"
#include "support/is_timed.h"
#include <fmt/format.h>
#include <algorithm>
#include <ctime>

using namespace gpufft;
using namespace gpufft::testing;
using kind = transform_kind;

namespace {

// A millisecond is the aim, and what these take on a core of their own: 0.05 to 0.9. The
// bounds leave room for what else goes on and for slower cores. They are of processor
// time, the least of several. Before orders of stages that cannot fit were left out, an
// r2c of 120x120 doubles took 13 ms on a GPU with clusters; before those that differ in
// nothing but their dimensions were, 24x24x24x24 took 18 on a CPU device without vectors.
// Before one dimension after the other bounded what groups of them may cost, 30x30x30x30
// doubles took 4 on one with vectors.
const double MOST_MS = is_timed_closely() ? 2 : is_timed() ? 8 : 100;

constexpr int TRIES = 15; // the least of which others on the machine have not disturbed

device_limits cpu_of(int lanes)
{
    auto limits = make_limits(true, 1024, 4096, lanes * (lanes == 8 ? 16 : 32));
    limits.vector_width = lanes;
    limits.subgroup = 1;
    return limits;
}

const device_limits DEVICES[] = { with_clusters(),  LIMITS[0].limits, LIMITS[1].limits,
                                  LIMITS[2].limits, LIMITS[3].limits, LIMITS[4].limits,
                                  LIMITS[5].limits, cpu_of(1),        cpu_of(4),
                                  cpu_of(8) };

transform with_doubles(transform t)
{
    t.number = precision::float64;
    return t;
}

const transform TRANSFORMS[] = {
    transform(4096),
    transform(65536),
    transform(48000),
    transform(1 << 24),
    transform(110880),
    transform(1021),
    transform(1289),
    transform(4093),
    transform(8209),
    transform(12289),
    transform(16411),
    transform(524309),
    transform(720720),
    transform(8191),
    transform(10007),
    transform(1000003),
    transform_of(kind::c2c, { 64, 64, 64 }),
    transform_of(kind::c2c, { 60, 60, 60 }),
    transform_of(kind::c2c, { 120, 120, 120 }),
    transform_of(kind::c2c, { 210, 210 }),
    transform_of(kind::c2c, { 512, 512, 512 }),
    transform_of(kind::c2c, { 1024, 1024 }),
    transform_of(kind::c2c, { 4096, 4096 }),
    transform_of(kind::r2c, { 1 << 20 }),
    transform_of(kind::r2c, { 128, 128, 128 }),
    transform_of(kind::dct2, { 512, 512 }),
    transform_of(kind::dct1, { 55440 }),
    transform_of(kind::dct2, { 20160 }),
    transform_of(kind::dct2, { 221760 }),
    transform_of(kind::dct3, { 30030 }),
    transform_of(kind::dst1, { 4096 }),
    transform_of(kind::dst1, { 1 << 20 }),
    with_doubles(transform_of(kind::r2c, { 8209 })),
    with_doubles(transform_of(kind::r2c, { 120, 120 })),
    with_doubles(transform_of(kind::dct2, { 20160 })),
    with_doubles(transform_of(kind::dst1, { 1 << 20 })),
    with_doubles(transform_of(kind::dst1, { 4096 })),
    with_doubles(transform(4096)),
    with_doubles(transform(1 << 20)),
    with_doubles(transform(1048320)),
    with_doubles(transform_of(kind::dst1, { 16400 })),
    transform_of(kind::c2c, { 12, 15, 20, 24 }),
    transform_of(kind::c2c, { 24, 24, 24, 24 }),
    transform_of(kind::r2c, { 24, 24, 24, 24 }),
    with_doubles(transform_of(kind::r2c, { 16, 16, 16, 16 })),
    with_doubles(transform_of(kind::c2c, { 30, 30, 30, 30 })),
    transform_of(kind::c2c, { 240, 240 }),
    transform_of(kind::c2c, { 240, 240, 240 })
};

template <typename Work>
double least_ms(Work work)
{
    double least = 1e9;
    for (int i = 0; i < TRIES; ++i) {
        const auto begin = std::clock();
        work();
        const auto spent = static_cast<double>(std::clock() - begin);
        least = std::min(least, 1000 * spent / CLOCKS_PER_SEC);
    }
    return least;
}

// A core whose other thread is busy takes 1.75 times as long for every plan. What one
// transform takes at the same time tells such a core from a search that tries too much.
double slowness()
{
    constexpr double MS_OTHERWISE = 0.95;
    const auto limits = with_room_and_doubles(LIMITS[0].limits);
    return std::max(
        1.0, least_ms([&] { model_plan(transform(720720), limits); }) / MS_OTHERWISE);
}

bool is_at_once(double ms)
{
    return ms < MOST_MS || (!is_timed_closely() && ms < MOST_MS * slowness());
}

} // namespace

class qa_plan_time : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plan_time);
    CPPUNIT_TEST(a_transform_is_planned_at_once);
    CPPUNIT_TEST(so_is_a_spectrum);
    CPPUNIT_TEST_SUITE_END();

    static void check(const transform& t, device_limits limits)
    {
        limits = with_room_and_doubles(limits);
        const double ms = least_ms([&] { model_plan(t, limits); });
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} took {:.2f} ms with {} bytes of local memory",
                        to_string(t),
                        ms,
                        limits.local_memory_bytes),
            is_at_once(ms));
    }

    void a_transform_is_planned_at_once()
    {
        for (const auto& on : DEVICES) {
            for (const auto& t : TRANSFORMS)
                check(t, on);
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
                    is_at_once(ms));
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plan_time);
