/* SPDX-License-Identifier: GPL-3.0-or-later */
// CPU devices take planes and reals in vectors, and leave planes, whatever their lanes
// are, and compute right.
#include "plan/choice/choose_plan.h"
#include "plan/ir/plan.h"
#include "plan/text/plan_summary.h"
#include "support/devices/cpu_device.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include "support/transforms/vector_passes.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr auto PAIRS = complex_layout::interleaved;
constexpr auto PLANES = complex_layout::planar;

struct sample {
    const char* why;
    std::vector<std::int64_t> shape;
    int vector_width;
    complex_layout in;
    complex_layout out;
    bool is_real;
    std::vector<std::size_t> rows;
    bool are_columns = false; //!< of a shape of two, the first alone is transformed
    transform_kind kind = transform_kind::c2c;
};

constexpr auto R2C = transform_kind::r2c;
constexpr auto C2R = transform_kind::c2r;

const sample SAMPLES[] = {
    { "short rows of planes", { 3 }, 16, PLANES, PLANES, false, { 5, 96, 211 } },
    { "short rows to planes", { 5 }, 16, PAIRS, PLANES, false, { 1, 64, 131 } },
    { "vectors of planes that overlap", { 13 }, 8, PLANES, PAIRS, false, { 3, 8, 19 } },
    { "transpose blocks in a loop", { 60 }, 16, PLANES, PLANES, false, { 1, 50 } },
    { "transpose blocks to planes, of reals", { 60 }, 16, PAIRS, PLANES, true, { 33 } },
    { "lanes of points", { 64 }, 8, PLANES, PLANES, false, { 1, 7 } },
    { "lanes of points, the last overlap", { 480 }, 16, PAIRS, PLANES, false, { 3 } },
    { "Rader's points", { 61 }, 16, PLANES, PLANES, false, { 1, 19 } },
    { "dimensions at once", { 16, 24 }, 8, PLANES, PLANES, false, { 3 } },
    { "dimensions at once, of reals", { 4, 6, 16 }, 8, PAIRS, PAIRS, true, { 3 } },
    { "columns, then rows in place", { 10, 20 }, 8, PLANES, PLANES, false, { 1, 3 } },
    { "rows of reals, then columns", { 15, 36 }, 16, PAIRS, PLANES, true, { 2 } },
    { "columns of reals", { 15, 37 }, 16, PAIRS, PAIRS, true, { 1, 3 }, true },
    { "columns of reals to planes", { 30, 36 }, 4, PAIRS, PLANES, true, { 2 }, true },
    { "passes", { 100000 }, 16, PLANES, PLANES, false, { 1 } },
    { "a chirp", { 74 }, 16, PLANES, PLANES, false, { 1, 19, 67 } },
    { "a chirp to planes, of reals", { 82 }, 8, PAIRS, PLANES, true, { 9 } },
    { "a chirp on planes", { 41 }, 4, PLANES, PAIRS, false, { 6 } },
    { "a chirp in passes", { 8209 }, 8, PLANES, PLANES, false, { 2 } },
    { "a chirp in passes, of reals", { 8209 }, 4, PAIRS, PLANES, true, { 1 } },
    { "bins, several rows a lane",
      { 6 },
      16,
      PAIRS,
      PLANES,
      false,
      { 5, 131 },
      false,
      R2C },
    { "odd, several rows a lane",
      { 9 },
      16,
      PAIRS,
      PLANES,
      false,
      { 35, 64 },
      false,
      R2C },
    { "index maps in tables", { 90 }, 8, PAIRS, PLANES, false, { 3, 21 }, false, R2C },
    { "lanes of points", { 1000 }, 4, PAIRS, PLANES, false, { 3 }, false, R2C },
    { "bins of passes", { 262144 }, 8, PAIRS, PLANES, false, { 1 }, false, R2C },
    { "rows, then columns of bins",
      { 10, 20 },
      8,
      PAIRS,
      PLANES,
      false,
      { 3 },
      false,
      R2C },
    { "from short planes of bins",
      { 6 },
      16,
      PLANES,
      PAIRS,
      false,
      { 5, 131 },
      false,
      C2R },
    { "from odd planes of bins", { 9 }, 8, PLANES, PAIRS, false, { 35, 64 }, false, C2R },
    { "from planes of bins", { 100 }, 16, PLANES, PAIRS, false, { 3, 50 }, false, C2R },
};

transform transform_of(const sample& s)
{
    transform t;
    t.kind = s.kind;
    if (s.kind == C2R)
        t.dir = direction::inverse;
    t.shape.clear();
    for (const auto length : s.shape)
        t.shape.push_back(dimension{ length });
    t.input_layout = s.in;
    t.output_layout = s.out;
    t.real_input = s.is_real;
    if (s.are_columns) {
        const auto columns = s.shape[1];
        t.shape = { { s.shape[0], columns, columns } };
        t.loops = { { columns, 1, 1 } };
        t.input_distance = t.output_distance = s.shape[0] * columns;
    }
    return t;
}

} // namespace

class qa_vector_inputs : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_vector_inputs);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST(match_it_with_all_that_ends_do);
    CPPUNIT_TEST(match_it_in_place);
    CPPUNIT_TEST_SUITE_END();

    static void check(const transform& t, const sample& s)
    {
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        if (t.number == precision::float64 && !on->info().limits.has_float64)
            return;
        auto limits = on->info().limits;
        limits.vector_width = s.vector_width;
        const auto p = choose_plan(t, limits);
        CPPUNIT_ASSERT_MESSAGE(std::string(s.why) + ": " + to_string(p),
                               std::all_of(p.passes.begin(), p.passes.end(), is_vectors));
        const auto e = std::make_shared<executor>(p, on);
        for (const auto rows : s.rows) {
            const auto v = run_noise(e, rows);
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format(
                    "{}: {} rows of {}: {}", s.why, rows, to_string(p), text_of(v)),
                v.is_good());
        }
    }

    void match_the_reference()
    {
        for (const auto& s : some_of(SAMPLES))
            check(transform_of(s), s);
    }

    //! The inverse, which exchanges parts, by a factor, with a window and rotations.
    void match_it_with_all_that_ends_do()
    {
        for (const auto& s : some_of(SAMPLES)) {
            auto t = transform_of(s);
            if (t.points() > 100 || t.points() == 61 || s.are_columns)
                continue;
            if (s.kind != transform_kind::c2c) {
                t.norm = normalization::orthonormal;
                t.windowed = s.kind == R2C && t.shape.size() == 1;
                t.number = precision::float64;
                check(t, s);
                continue;
            }
            t.dir = direction::inverse;
            t.norm = normalization::by_length;
            const auto length = t.shape[0].length;
            // Rows that convolve have neither window nor rotation.
            const bool is_chirped = length == 74 || length == 82 || length == 41;
            if (!is_chirped) {
                t.windowed = true;
                t.shape[0].input_rotation = t.shape[0].output_rotation =
                    length == 64 ? 32 : length / 2;
            }
            check(t, s);
            t.number = precision::float64;
            check(t, s);
        }
    }

    void match_it_in_place()
    {
        for (const auto& s : some_of(SAMPLES)) {
            auto t = transform_of(s);
            if (s.in != PLANES || s.out != PLANES || t.points() > 1000)
                continue;
            t.in_place = true;
            check(t, s);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_vector_inputs);
