/* SPDX-License-Identifier: GPL-3.0-or-later */
// Dct and dst along a dimension that is not the last, with a lane a column: PoCL, or
// whatever device the test has, against the reference. Tiles of columns end full, partly
// filled and before the first is; index maps come both as tables and written out.
#include "plan/choice/choose_plan.h"
#include "plan/simd/vector_stages.h"
#include "plan/text/plan_summary.h"
#include "support/devices/cpu_device.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using kind = transform_kind;

struct sample {
    const char* why;
    transform_kind of;
    std::vector<std::int64_t> lengths;
    int vector_width;
    std::size_t rows;
    std::ptrdiff_t passes = 1; //!< that have a lane a column
};

// What load and store operations do is in qa_real_rows.cc for all kinds; here each comes
// once or twice.
const sample SAMPLES[] = {
    { "as many columns as the widest vector has lanes", kind::dct2, { 8, 16 }, 16, 5 },
    { "fewer columns than the narrowest has", kind::dct2, { 9, 3 }, 16, 3 },
    { "likewise, signs that alternate over an odd length", kind::dst3, { 9, 3 }, 4, 2 },
    { "narrower vectors for few columns", kind::dct3, { 20, 7 }, 16, 4 },
    { "full tiles and one that is not, tables of places", kind::dct2, { 90, 20 }, 8, 2 },
    { "index maps in tables, with signs", kind::dst2, { 45, 20 }, 8, 2 },
    { "index maps written out", kind::dst4, { 12, 9 }, 4, 3 },
    { "an odd inner DFT", kind::dct4, { 15, 10 }, 4, 2 },
    { "an inner DFT of one point less", kind::dct1, { 25, 6 }, 4, 2 },
    { "an inner DFT of one point more", kind::dst1, { 23, 6 }, 4, 2 },
    { "three dimensions, two of them columns", kind::dct2, { 6, 5, 12 }, 8, 3, 2 },
};

} // namespace

class qa_real_columns : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_real_columns);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST(match_it_in_doubles);
    CPPUNIT_TEST(match_it_in_place_and_scaled);
    CPPUNIT_TEST(take_an_axis_that_is_not_the_last);
    CPPUNIT_TEST_SUITE_END();

    static transform made(const sample& s)
    {
        transform t;
        t.kind = s.of;
        t.shape.clear();
        for (const auto length : s.lengths)
            t.shape.push_back(dimension{ length });
        return t;
    }

    //! \return the passes of \p t that have a lane a column
    static std::ptrdiff_t
    check(const transform& t, std::size_t rows, const char* why, int vector_width)
    {
        const auto on = cpu_device();
        auto limits = on->info().limits;
        limits.is_cpu = true;
        limits.vector_width = vector_width;
        const auto e = std::make_shared<executor>(choose_plan(t, limits), on);
        const auto v = run_noise(e, rows);
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {} rows of {}: {}",
                                           why,
                                           rows,
                                           to_string(e->made_plan()),
                                           text_of(v)),
                               v.is_good());
        const auto& passes = e->made_plan().passes;
        return std::count_if(passes.begin(), passes.end(), [](const pass& p) {
            return p.lanes_are(lane_kind::real_columns);
        });
    }

    void match_the_reference()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        for (const auto& s : some_of(SAMPLES))
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                s.why, s.passes, check(made(s), s.rows, s.why, s.vector_width));
    }

    void match_it_in_doubles()
    {
        const auto on = cpu_device();
        if (!on || !on->info().limits.has_float64)
            skip("there is no CPU device with doubles");
        for (const auto& s : some_of(SAMPLES)) {
            auto t = made(s);
            t.number = precision::float64;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                s.why, s.passes, check(t, s.rows, s.why, s.vector_width));
        }
    }

    void match_it_in_place_and_scaled()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        for (const auto in_place : { false, true }) {
            transform t;
            t.kind = in_place ? transform_kind::dct2 : transform_kind::dct3;
            t.shape = { dimension{ 18 }, dimension{ 13 } };
            t.norm = normalization::orthonormal;
            t.orthogonalize = true;
            t.in_place = in_place;
            check(t, 3, in_place ? "in place" : "orthonormal", 8);
        }
    }

    void take_an_axis_that_is_not_the_last()
    {
        if (!cpu_device())
            skip("there is no CPU device");
        transform t;
        t.kind = transform_kind::dct2;
        t.shape = { { 10, 21, 18 } };
        t.loops = { { 18, 1, 1 } };
        t.input_distance = 10 * 21;
        t.output_distance = 10 * 18;
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), check(t, 3, "gaps between columns", 8));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_real_columns);
