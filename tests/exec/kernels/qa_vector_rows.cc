/* SPDX-License-Identifier: GPL-3.0-or-later */
// The SIMD form with a lane a row: lengths that vectors do not divide, tiles that are not
// full, whatever the load and store operations ask.
#include "plan/text/plan_text.h"
#include "support/devices/cpu_device.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct sample {
    const char* why;
    const char* line;
    std::vector<std::size_t> rows;
};

// Two workgroups share the tiles, so that each has more tiles than one.
const sample SAMPLES[] = {
    { "several rows a lane, full tiles and the rest",
      "c2c forward 2: vector rows | 2 simd lanes=16 columns=row:64 lane-columns "
      "workgroups=2",
      { 1, 63, 64, 300 } },
    { "rows of a lane overlap in vectors",
      "c2c inverse 3: vector rows | 3 simd lanes=16 columns=row:48 lane-columns "
      "workgroups=2",
      { 5, 48, 101 } },
    { "a vector a row",
      "c2c forward 8: vector rows | 8 simd lanes=16 columns=row:16 lane-columns "
      "workgroups=2",
      { 1, 16, 70 } },
    { "one stage whose vectors overlap",
      "c2c forward 13: vector rows | 13 simd lanes=8 columns=row:8 lane-columns "
      "workgroups=2",
      { 3, 8, 41 } },
    { "two stages, order matters",
      "c2c forward 15: vector rows | 3.5 simd lanes=16 columns=row:16 lane-columns",
      { 1, 17 } },
    { "three stages of different radices",
      "c2c inverse 1001: vector rows | 7.11.13 simd lanes=16 columns=row:16 lane-columns "
      "workgroups=2",
      { 2, 35 } },
    { "rows that do not stay in a cache, prefetched far ahead",
      "c2c forward 60: vector rows | 10.6 simd lanes=16 columns=row:16 lane-columns "
      "workgroups=2 prefetch=8",
      { 4801 } },
    { "rows that do not stay in a cache, without prefetches",
      "c2c forward 60: vector rows | 10.6 simd lanes=16 columns=row:16 lane-columns "
      "workgroups=2 prefetch=0",
      { 4801 } },
    { "4 lanes",
      "c2c forward 90: vector rows | 9.10 simd lanes=4 columns=row:4 lane-columns",
      { 3, 4, 9 } },
    { "in place",
      "c2c forward 60, in place: vector rows | 10.6 simd lanes=16 columns=row:16 "
      "lane-columns workgroups=2",
      { 1, 50 } },
    { "short rows in place",
      "c2c forward 5, in place: vector rows | 5 simd lanes=16 columns=row:32 "
      "lane-columns "
      "workgroups=2",
      { 1, 31, 67 } },
    { "windowed, input and output rotated, a loop of transpose blocks",
      "c2c forward 60, windowed, input rotated by 7, output rotated by 30: vector rows | "
      "10.6 simd lanes=16 columns=row:16 lane-columns workgroups=2",
      { 1, 50 } },
    { "an inverse in registers, windowed, input and output rotated",
      "c2c inverse 13, windowed, input rotated by 12, output rotated by 6: vector rows | "
      "13 simd lanes=16 columns=row:16 lane-columns",
      { 3, 32 } },
    { "short rows, windowed, input and output rotated",
      "c2c forward 3, windowed, input rotated by 1, output rotated by 2: vector rows | 3 "
      "simd lanes=16 columns=row:48 lane-columns",
      { 4, 97 } },
    { "doubles, several rows a lane",
      "c2c forward 3, float64: vector rows | 3 simd lanes=8 columns=row:16 lane-columns "
      "workgroups=2",
      { 5, 16, 37 } },
    { "doubles, busy load and store operations, several stages",
      "c2c inverse 60, float64, by length, windowed, input rotated by 7, output rotated "
      "by 30: vector rows | 10.6 simd lanes=8 columns=row:8 lane-columns workgroups=2",
      { 1, 27 } },
    { "doubles, 4 lanes, vectors that overlap",
      "c2c forward 13, float64: vector rows | 13 simd lanes=4 columns=row:4 lane-columns",
      { 3, 9 } },
    { "reals, several rows a lane",
      "c2c forward 3, real input: vector rows | 3 simd lanes=16 columns=row:96 "
      "lane-columns workgroups=2",
      { 5, 96, 211 } },
    { "reals whose vectors overlap, parts exchanged, busy load and store operations",
      "c2c inverse 11, real input, by length, windowed, input rotated by 3, output "
      "rotated by 7: vector rows | 11 simd lanes=8 columns=row:8 lane-columns",
      { 7, 8, 19 } },
    { "reals, a loop of transpose blocks, a window, a rotation",
      "c2c forward 60, real input, windowed, input rotated by 7: vector rows | 10.6 simd "
      "lanes=16 columns=row:16 lane-columns workgroups=2",
      { 1, 50 } },
    { "non-temporal stores of a tile's lines, full tiles and the rest",
      "c2c forward 15: vector rows | 15 simd lanes=16 columns=row:16 lane-columns "
      "workgroups=2 nt-store-rows=1",
      { 3, 16, 70 } },
    { "non-temporal stores in a loop, rotated and scaled, from so many rows on",
      "c2c inverse 60, by length, output rotated by 7: vector rows | 10.6 simd lanes=16 "
      "columns=row:16 lane-columns workgroups=2 nt-store-rows=40",
      { 32, 70 } },
    { "non-temporal stores of several rows a lane",
      "c2c forward 5: vector rows | 5 simd lanes=16 columns=row:32 lane-columns "
      "workgroups=2 nt-store-rows=1",
      { 31, 32, 99 } },
    { "non-temporal stores of doubles",
      "c2c forward 13, float64: vector rows | 13 simd lanes=8 columns=row:8 lane-columns "
      "nt-store-rows=1",
      { 8, 27 } },
    { "scaled",
      "c2c inverse 12, by length: vector rows | 12 simd lanes=16 columns=row:16 "
      "lane-columns",
      { 33 } },
};

} // namespace

class qa_vector_rows : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_vector_rows);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST_SUITE_END();

    void match_the_reference()
    {
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        for (const auto& s : SAMPLES) {
            const auto p = parse_plan(s.line);
            if (p.request.number == precision::float64 && !on->info().limits.has_float64)
                continue;
            const auto e = std::make_shared<executor>(p, on);
            for (const auto rows : s.rows) {
                const auto v = run_noise(e, rows);
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format("{}: {} rows of {}: {}", s.why, rows, s.line, text_of(v)),
                    v.is_good());
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_vector_rows);
