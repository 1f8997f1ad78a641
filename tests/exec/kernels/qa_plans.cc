/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plans mean what they say: the fake device computes each pass in double precision from
// the plan alone, so an error is the planner's, never a kernel's.
#include "plan/text/plan_summary.h"
#include "reference/fake/fake_backend.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include "support/transforms/transforms.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;
using namespace gpufft::testing;

class qa_plans : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plans);
    CPPUNIT_TEST(every_short_length_is_a_dft);
    CPPUNIT_TEST(several_passes_are_a_dft);
    CPPUNIT_TEST(both_ends_do_what_was_asked);
    CPPUNIT_TEST_SUITE_END();

    void check(const transform& t, const named_limits& on, std::size_t rows)
    {
        device_info info;
        info.limits = on.limits;
        const auto e = std::make_shared<executor>(
            t, make_fake_device(info, std::make_shared<fake_control>()));
        const auto v = run_noise(e, rows);
        // Values are rounded to float at the end of each pass, and nowhere else.
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} on {}: {}", to_string(e->made_plan()), on.why, text_of(v)),
            v.error < 2e-7 && v.has_kept_gaps);
    }

    void every_short_length_is_a_dft()
    {
        for (const auto& on : LIMITS) {
            for (std::int64_t n = 1; n <= 256; ++n)
                check(transform(n), on, 3);
        }
    }

    void several_passes_are_a_dft()
    {
        for (const auto n : { 1024, 1001, 2197, 4096, 5000, 9009, 16384 })
            check(transform(n), LIMITS[5], 2);
        check(transform(131072), LIMITS[4], 1);
        check(transform(131072), LIMITS[1], 2); // a lane a column
        check(transform(100000), LIMITS[1], 1);
    }

    void both_ends_do_what_was_asked()
    {
        for (const auto& on : { LIMITS[0], LIMITS[5] }) {
            for (const auto length : { 1, 2, 15, 16, 1001, 1024 }) {
                for (const auto& v : variants(length))
                    check(v.request, on, 3);
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plans);
