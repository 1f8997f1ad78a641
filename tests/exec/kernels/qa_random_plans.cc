/* SPDX-License-Identifier: GPL-3.0-or-later */
// Transforms that nobody thought of, other ones in every run, on fake devices: plans and
// host memory, without a kernel's text.
#include "plan/text/plan_summary.h"
#include "reference/fake/fake_backend.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;
using namespace gpufft::testing;

class qa_random_plans : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_random_plans);
    CPPUNIT_TEST(every_transform_is_its_definition);
    CPPUNIT_TEST_SUITE_END();

    //! Empty, or what went wrong.
    static std::string fault_of(std::mt19937& random)
    {
        const auto& on = LIMITS[random() % std::size(LIMITS)];
        device_info info;
        info.limits = on.limits;
        info.limits.has_float64 = true;
        const std::size_t rows = 1 + random() % 5;
        const auto seed = random();
        const auto t = random_transform(random, {}, rows);
        auto what = fmt::format("{}, {} rows, on {}", to_string(t), rows, on.why);
        try {
            const auto e = std::make_shared<executor>(
                t, make_fake_device(info, std::make_shared<fake_control>()));
            what =
                fmt::format("{} rows on {}, {}", rows, on.why, to_string(e->made_plan()));
            const auto v = run_noise(e, rows, seed);
            // Values are rounded at the end of each pass; in double precision the fake's
            // own roundings add to that.
            const double most = t.number == precision::float64 ? 16 : 4;
            return v.ratio < most && v.has_kept_gaps ? "" : what + ": " + text_of(v);
        } catch (const std::exception& e) {
            return what + ": " + e.what();
        }
    }

    void every_transform_is_its_definition()
    {
        std::mt19937 random(run_seed("exec.random_plans"));
        int failed = 0;
        for (int i = 0; i < 2000; ++i) {
            const auto fault = fault_of(random);
            if (!fault.empty() && ++failed <= 10)
                fmt::print("{}\n", fault);
        }
        CPPUNIT_ASSERT_EQUAL(0, failed);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_random_plans);
