/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which lines the butterflies of a vector pass prefetch, a few at each.
#include "plan/choice/choose_plan.h"
#include "plan/ir/plan.h"
#include "plan/request/parse_transform.h"
#include "plan/simd/prefetching.h"

#include "plan/simd/vector_stages.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>


using namespace gpufft;

namespace {

constexpr std::int64_t NUMBER_BYTES = 4;
constexpr std::int64_t LINE_BYTES = 64;

device_limits cpu()
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = 16;
    return limits;
}

//! The only pass of \p t.
pass pass_of(const transform& t) { return choose_plan(t, cpu()).passes.at(0); }

//! Lines that all butterflies of a tile prefetch.
std::int64_t asked_lines(const pass& p, const prefetch_schedule& s)
{
    const auto rows = p.lanes_are_rows() ? p.columns.size : 1;
    std::int64_t asked = 0;
    for (std::size_t i = 0; i < p.stages.size(); ++i)
        asked += s.lines[i] * (p.points() * rows / p.lanes() / p.stages[i].radix);
    return asked;
}

struct sample {
    const char* why;
    const char* request;
    std::int64_t tiles; // prefetch distance
    bool is_for_first_level;
};

const sample SAMPLES[] = {
    { "lanes of rows, 4 KiB a tile: two are on their way", "c2c forward 32", 2, false },
    { "lines that butterflies do not divide", "c2c forward 60", 1, false },
    { "two dimensions, 2 KiB", "c2c forward 16x16", 4, false },
    { "two dimensions, 32 KiB", "c2c forward 64x64", 1, false },
    { "three dimensions", "c2c forward 16x16x16", 1, false },
    { "lanes of points that fit the first level", "c2c forward 1024", 2, true },
    { "lanes of points that do not", "c2c forward 4096", 1, false },
    { "rows that overlap, in the second level", "c2c forward 16384", 1, false },
    { "rows that do not overlap are shorter", "r2c forward 4096", 1, false },
};

} // namespace

class qa_prefetching : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_prefetching);
    CPPUNIT_TEST(butterflies_ask_for_a_tile);
    CPPUNIT_TEST(all_stages_have_a_share);
    CPPUNIT_TEST(a_setting_says_how_many_tiles_ahead);
    CPPUNIT_TEST(short_rows_are_asked_for_on_zen_5);
    CPPUNIT_TEST(only_runs_that_wait_in_a_cache_are_scheduled);
    CPPUNIT_TEST(other_caches_hold_other_tiles);
    CPPUNIT_TEST_SUITE_END();

public:
    void butterflies_ask_for_a_tile()
    {
        for (const auto& s : SAMPLES) {
            const auto p = pass_of(parse_transform(s.request));
            const auto made = schedule_prefetches(p, NUMBER_BYTES);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, p.stages.size(), made.lines.size());
            const auto rows = p.lanes_are_rows() ? p.columns.size : 1;
            const auto numbers = 2 * p.points() * rows;
            const auto lines = numbers * NUMBER_BYTES / LINE_BYTES;
            const auto asked = asked_lines(p, made);
            // Lines that the last stage's butterflies cannot share evenly are prefetched
            // beyond the tile.
            const auto last = p.points() * rows / p.lanes() / p.stages.back().radix;
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {} lines of {}", s.why, asked, lines),
                                   asked >= lines && asked < lines + last);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, s.tiles * numbers, made.distance);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                s.why, s.is_for_first_level, made.is_for_first_level);
        }
    }

    void all_stages_have_a_share()
    {
        for (const auto& s : SAMPLES) {
            for (const int lines :
                 schedule_prefetches(pass_of(parse_transform(s.request)), NUMBER_BYTES)
                     .lines)
                CPPUNIT_ASSERT_MESSAGE(s.why, lines > 0);
        }
    }

    void a_setting_says_how_many_tiles_ahead()
    {
        auto p = pass_of(parse_transform("c2c forward 32x32"));
        p.change_vector().prefetch_distance = 3;
        CPPUNIT_ASSERT_EQUAL(std::int64_t{ 3 * 2 * 1024 },
                             schedule_prefetches(p, NUMBER_BYTES).distance);
        p.change_vector().prefetch_distance = 0;
        CPPUNIT_ASSERT_EQUAL(std::int64_t{ 0 },
                             schedule_prefetches(p, NUMBER_BYTES).distance);
        // The hardware prefetches rows of half a KiB, but a plan line may have them
        // prefetched, too.
        p = pass_of(transform(64));
        CPPUNIT_ASSERT(!p.lanes_are_rows());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{ 0 },
                             schedule_prefetches(p, NUMBER_BYTES).distance);
        p.change_vector().prefetch_distance = 8;
        CPPUNIT_ASSERT_EQUAL(std::int64_t{ 8 * 2 * 64 },
                             schedule_prefetches(p, NUMBER_BYTES).distance);
    }

    void short_rows_are_asked_for_on_zen_5()
    {
        auto limits = cpu();
        limits.architecture = "zen5";
        const auto made = [&](std::uint32_t length) {
            return choose_plan(transform(length), limits).passes.at(0);
        };
        CPPUNIT_ASSERT_EQUAL(2, made(16).vector().prefetch_distance);
        for (const auto length : { 64u, 128u }) {
            CPPUNIT_ASSERT_EQUAL(8, made(length).lanes());
            CPPUNIT_ASSERT(!made(length).lanes_are_rows());
            CPPUNIT_ASSERT_EQUAL(8, made(length).vector().prefetch_distance);
        }
        CPPUNIT_ASSERT_EQUAL(AUTO_PREFETCH, made(256).vector().prefetch_distance);
        CPPUNIT_ASSERT(pass_of(transform(128)).lanes_are_rows());
    }

    void only_runs_that_wait_in_a_cache_are_scheduled()
    {
        const auto is_scheduled = [](const transform& t) {
            return !schedule_prefetches(pass_of(t), NUMBER_BYTES).lines.empty();
        };
        CPPUNIT_ASSERT(is_scheduled(transform(60)));
        transform planar(60);
        planar.input_layout = complex_layout::planar;
        CPPUNIT_ASSERT(!is_scheduled(planar));
        transform overlapping(60);
        overlapping.input_distance = 30;
        CPPUNIT_ASSERT(is_scheduled(overlapping));
        transform apart(60);
        apart.input_distance = 61;
        CPPUNIT_ASSERT(!is_scheduled(apart));
        CPPUNIT_ASSERT(!is_scheduled(transform(15))); // a single stage
        CPPUNIT_ASSERT(is_scheduled(parse_transform("c2c forward 64x64")));
        CPPUNIT_ASSERT(!is_scheduled(parse_transform("c2c forward 128x128")));
        CPPUNIT_ASSERT(!is_scheduled(transform(32768)));
        CPPUNIT_ASSERT(!is_scheduled(parse_transform("r2c forward 16384")));
        CPPUNIT_ASSERT(!is_scheduled(transform(61))); // convolves
    }

    void other_caches_hold_other_tiles()
    {
        const auto made = [](const char* request, std::int64_t l1, std::int64_t l2) {
            auto p = pass_of(parse_transform(request));
            p.change_vector().l1_bytes = l1;
            p.change_vector().l2_bytes = l2;
            return p;
        };
        const auto schedule = [&](const char* request, std::int64_t l1, std::int64_t l2) {
            return schedule_prefetches(made(request, l1, l2), NUMBER_BYTES);
        };
        constexpr std::int64_t L1 = DEFAULT_L1_BYTES, L2 = DEFAULT_L2_BYTES;
        // Lanes that are rows, of 125 KiB a tile.
        CPPUNIT_ASSERT(!schedule("c2c forward 1000", L1, L2).has_any());
        CPPUNIT_ASSERT(schedule("c2c forward 1000", L1, 2 * L2).has_any());
        CPPUNIT_ASSERT(!schedule("c2c forward 490", L1, L2 / 2).has_any());
        // Lanes along rows, 256 KiB of which overlap, and 32 KiB which do not.
        CPPUNIT_ASSERT(!schedule("c2c forward 32768", L1, L2).has_any());
        CPPUNIT_ASSERT(schedule("c2c forward 32768", L1, 2 * L2).has_any());
        CPPUNIT_ASSERT(schedule("r2c forward 8192", L1, L2).has_any());
        CPPUNIT_ASSERT(!schedule("r2c forward 8192", L1 / 2, L2).has_any());
        CPPUNIT_ASSERT(schedule("c2c forward 1024", L1, L2).is_for_first_level);
        CPPUNIT_ASSERT(!schedule("c2c forward 1024", L1 / 2, L2).is_for_first_level);
        CPPUNIT_ASSERT_EQUAL(4 * L2 / 480,
                             most_cached_rows(made("c2c forward 60", L1, 2 * L2), 480));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_prefetching);
