/* SPDX-License-Identifier: GPL-3.0-or-later */
// Convolutions of the SIMD form with a lane a row: Rader's and Bluestein's, tiles that
// are not full, whatever the load and store operations ask.
#include "plan/choice/choose_plan.h"
#include "plan/text/plan_text.h"
#include "support/devices/cpu_device.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include "support/transforms/limits.h"
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
    { "one stage, full tiles and the rest",
      "c2c forward 17: vector convolution | 16 convolves load=c2c.rader store=c2c.rader "
      "simd lanes=16 columns=row:16 lane-columns workgroups=2",
      { 1, 16, 67 } },
    { "two stages, parts exchanged at input and output",
      "c2c inverse 61: vector convolution | 15.4 convolves load=c2c.swap.rader "
      "store=c2c.swap.rader simd lanes=8 columns=row:8 lane-columns workgroups=2",
      { 3, 41 } },
    { "another generator",
      "c2c forward 61: vector convolution | 15.4 convolves load=c2c.rader "
      "store=c2c.rader generator=6 simd lanes=16 columns=row:16 lane-columns "
      "workgroups=2",
      { 16 } },
    { "three stages, scaled",
      "c2c inverse 251, by length: vector convolution | 5.5.10 convolves "
      "load=c2c.swap.rader store=c2c.swap.rader.scaled simd lanes=16 columns=row:16 "
      "lane-columns workgroups=2",
      { 35 } },
    { "a chirp",
      "c2c forward 41: vector convolution | 10.9 convolves load=c2c.bluestein "
      "store=c2c.bluestein caller-length=41 simd lanes=16 columns=row:16 lane-columns "
      "workgroups=2",
      { 1, 16, 50 } },
    { "a chirp on exchanged parts, scaled, in place",
      "c2c inverse 37, by length, in place: vector convolution | 15.5 convolves "
      "load=c2c.swap.bluestein store=c2c.swap.bluestein.scaled caller-length=37 simd "
      "lanes=8 columns=row:8 lane-columns workgroups=2",
      { 9, 33 } },
    { "a chirp, 4 lanes",
      "c2c forward 43: vector convolution | 9.10 convolves load=c2c.bluestein "
      "store=c2c.bluestein caller-length=43 simd lanes=4 columns=row:4 lane-columns "
      "workgroups=2",
      { 3, 9 } },
    { "doubles",
      "c2c forward 61, float64: vector convolution | 15.4 convolves load=c2c.rader "
      "store=c2c.rader simd lanes=8 columns=row:8 lane-columns workgroups=2",
      { 3, 21 } },
    { "doubles, a chirp on exchanged parts, scaled",
      "c2c inverse 41, float64, by length: vector convolution | 10.9 convolves "
      "load=c2c.swap.bluestein store=c2c.swap.bluestein.scaled caller-length=41 simd "
      "lanes=4 columns=row:4 lane-columns workgroups=2",
      { 1, 9 } },
    { "reals",
      "c2c inverse 61, real input: vector convolution | 15.4 convolves "
      "load=c2c.real.swap.rader store=c2c.swap.rader simd lanes=8 columns=row:8 "
      "lane-columns workgroups=2",
      { 3, 21 } },
    { "reals, a chirp",
      "c2c forward 41, real input: vector convolution | 10.9 convolves "
      "load=c2c.real.bluestein store=c2c.bluestein caller-length=41 simd lanes=16 "
      "columns=row:16 lane-columns workgroups=2",
      { 1, 50 } },
    { "reals, a chirp on exchanged parts",
      "c2c inverse 41, real input: vector convolution | 10.9 convolves "
      "load=c2c.real.swap.bluestein store=c2c.swap.bluestein caller-length=41 simd "
      "lanes=8 columns=row:8 lane-columns workgroups=2",
      { 9 } },
    { "a stage of a large prime",
      "c2c forward 34: vector rows | 17.2 simd lanes=16 columns=row:16 lane-columns "
      "workgroups=2",
      { 1, 40 } },
};

} // namespace

class qa_convolution_rows : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_convolution_rows);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST(long_rows_with_busy_io_do);
    CPPUNIT_TEST_SUITE_END();

    void match_the_reference()
    {
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        for (const auto& s : some_of(SAMPLES)) {
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

    // Three passes: vectors are cut by the rotations and by the end of the row.
    void long_rows_with_busy_io_do()
    {
        transform t(8209);
        t.dir = direction::inverse;
        t.norm = normalization::by_length;
        t.windowed = true;
        t.shape[0].input_rotation = 4104;
        t.shape[0].output_rotation = 37;
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        auto limits = make_limits(true, 1024, 4096, 512);
        limits.has_float64 = on->info().limits.has_float64;
        std::vector<transform> asked = { t, t };
        asked[1].real_input = true;
        if (limits.has_float64) {
            asked.push_back(t);
            asked.back().number = precision::float64;
        }
        for (const auto& one : asked) {
            const auto made = choose_plan(one, limits);
            CPPUNIT_ASSERT_EQUAL(std::string("vector bluestein"), made.strategy);
            const auto e = std::make_shared<executor>(made, on);
            for (const std::size_t rows : { 1, 3 }) {
                const auto v = run_noise(e, rows);
                CPPUNIT_ASSERT_MESSAGE(text_of(v), v.is_good());
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_convolution_rows);
