/* SPDX-License-Identifier: GPL-3.0-or-later */
// Rows of an odd number of halves that a workgroup stages together, as plans for GPUs
// have them: the caller's rows follow one another, rows of the workspace have a gap each.
#include "device/interface/registry.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <set>
#include <string>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct sample {
    const char* request;
    std::size_t rows; //!< that a campaign found wrong values with
};

const sample SAMPLES[] = {
    { "dst4 forward 1x3, float16, in place", 2 },
    { "dct4 forward 1x5, float16", 4 },
    { "dst4 inverse 3x1x1, float16", 5 },
    { "dst4 inverse 9x1, float16", 4 },
};

bool stages_rows_with_gaps(const pass& p)
{
    return p.columns_are_rows() && p.columns.size > 1 &&
           p.input_distance != p.output_distance &&
           (p.workgroup().staged_input || p.workgroup().staged_output);
}

std::shared_ptr<device> fake_with(const device_limits& limits)
{
    device_info info;
    info.limits = limits;
    return make_fake_device(info, std::make_shared<fake_control>());
}

} // namespace

class qa_odd_halves : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_odd_halves);
    CPPUNIT_TEST(stage_rows_with_gaps);
    CPPUNIT_TEST(match_the_reference_as_the_plan_is_read);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST_SUITE_END();

    //! Calls check(sample, plan) for each plan that some GPU has.
    template <typename Check>
    static void for_each_plan(const Check& check)
    {
        std::set<std::string> lines;
        for (const auto& s : SAMPLES) {
            for (const auto& on : LIMITS) {
                if (on.limits.is_cpu)
                    continue;
                const auto p = model_plan(parse_transform(s.request), on.limits);
                if (lines.insert(plan_text(p)).second)
                    check(s, p);
            }
        }
    }

    static std::size_t full_tile_and_some(const plan& p)
    {
        std::int64_t most = 1;
        for (const auto& one : p.passes)
            if (one.columns_are_rows())
                most = std::max(most, one.columns.size);
        return static_cast<std::size_t>(most + 3);
    }

    static void
    expect_right(const sample& s, const plan& p, const std::shared_ptr<device>& on)
    {
        for (const auto rows : { s.rows, full_tile_and_some(p) }) {
            const auto v = run_noise(std::make_shared<executor>(p, on), rows);
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format("{} rows of {}: {}", rows, to_string(p), text_of(v)),
                v.is_good());
        }
    }

public:
    //! Plans must stage rows with gaps, or the tests below would test something else.
    void stage_rows_with_gaps()
    {
        for_each_plan([](const sample& s, const plan& p) {
            CPPUNIT_ASSERT_MESSAGE(
                s.request,
                std::any_of(p.passes.begin(), p.passes.end(), stages_rows_with_gaps));
        });
    }

    void match_the_reference_as_the_plan_is_read()
    {
        for_each_plan([](const sample& s, const plan& p) {
            expect_right(s, p, fake_with(p.limits));
        });
    }

    //! PoCL runs the work-items' form, too.
    void match_the_reference()
    {
        const auto on = open_device("auto");
        for_each_plan([&](const sample& s, const plan& p) { expect_right(s, p, on); });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_odd_halves);
