/* SPDX-License-Identifier: GPL-3.0-or-later */
// r2c and c2r in several dimensions are in vectors on CPU devices, also where bins are no
// multiple of the lanes, and compute right.
#include "plan/choice/choose_plan.h"
#include "plan/ir/plan.h"
#include "plan/text/plan_summary.h"
#include "support/devices/cpu_device.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct sample {
    const char* why;
    std::vector<std::int64_t> shape;
    int vector_width;
    std::size_t rows;
};

const sample SAMPLES[] = {
    { "bins that overlap", { 16, 16 }, 8, 5 },
    { "an odd length", { 10, 15 }, 4, 3 },
    { "three dimensions, one of them in place", { 4, 12, 18 }, 8, 2 },
    { "a pass of points, then columns", { 20, 1000 }, 4, 2 },
};

transform transform_of(const sample& s, transform_kind kind)
{
    transform t;
    t.kind = kind;
    if (kind == transform_kind::c2r)
        t.dir = direction::inverse;
    t.shape.clear();
    for (const auto length : s.shape)
        t.shape.push_back(dimension{ length });
    return t;
}

} // namespace

class qa_real_dimensions : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_real_dimensions);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST(match_it_in_place);
    CPPUNIT_TEST_SUITE_END();

    static void check(const transform& t, const sample& s)
    {
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        auto limits = on->info().limits;
        limits.vector_width = s.vector_width;
        const auto p = choose_plan(t, limits);
        const bool are_vectors =
            std::all_of(p.passes.begin(), p.passes.end(), [](const pass& one) {
                return one.is_vector();
            });
        CPPUNIT_ASSERT_MESSAGE(std::string(s.why) + ": " + to_string(p), are_vectors);
        const auto v = run_noise(std::make_shared<executor>(p, on), s.rows);
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{}: {} rows of {}: {}", s.why, s.rows, to_string(p), text_of(v)),
            v.is_good());
    }

    void match_the_reference()
    {
        for (const auto& s : some_of(SAMPLES)) {
            for (const auto kind : { transform_kind::r2c, transform_kind::c2r })
                check(transform_of(s, kind), s);
        }
    }

    void match_it_in_place()
    {
        for (const auto kind : { transform_kind::r2c, transform_kind::c2r }) {
            auto t = transform_of(SAMPLES[0], kind);
            t.in_place = true;
            check(t, SAMPLES[0]);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_real_dimensions);
