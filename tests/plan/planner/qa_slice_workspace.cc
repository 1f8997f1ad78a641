/* SPDX-License-Identifier: GPL-3.0-or-later */
// Where threads take rows of several dimensions, data wait in the workspace for the last
// pass, whose non-temporal stores bypass the caches; a small batch goes on in the output.
#include "plan/check/check_plan.h"
#include "plan/choice/small_batch.h"
#include "plan/planner/model_plan.h"
#include "plan/planner/slice_workspace.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

namespace {

struct sample {
    const char* request;
    bool is_kept; //!< in the workspace
    bool has_few = is_kept;
};

const sample SAMPLES[] = {
    { "c2c forward 512x512", true },
    { "c2c inverse 64x64x64", true },
    { "c2c forward 384x384, float64", true },
    { "c2c forward 512x512, input distance 300000", true },
    { "c2c forward 512x512, planar input", true },
    // Rows that follow one another in the workspace alone.
    { "c2c forward 512x512, output distance 300000", true, false },
    // Outputs that are the input, hold less, or lie in two arrays.
    { "c2c forward 512x512, in place", false },
    { "c2c forward 512x512, float16", false },
    { "c2c forward 512x512, planar output", false },
    { "r2c forward 512x512", false },
    // Rows of the output that are no whole cache lines.
    { "c2c forward 300x302", false },
    // Rows that threads share.
    { "c2c forward 1024x1024", false },
    { "c2c forward 96x100", false },
};

device_limits of_a_cpu()
{
    device_limits limits;
    limits.is_cpu = true;
    limits.has_float64 = true;
    limits.vector_width = 8;
    limits.compute_units = 2;
    limits.threads_take_rows = true;
    return limits;
}

plan made_for(const char* request)
{
    return model_plan(parse_transform(request), of_a_cpu());
}

bool meet_in(const plan& p, buffer_role where)
{
    return p.passes.size() > 1 && p.passes.front().to == where &&
           p.passes.back().from == where;
}

} // namespace

class qa_slice_workspace : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_slice_workspace);
    CPPUNIT_TEST(is_for_plain_outputs);
    CPPUNIT_TEST(small_batches_go_on_in_the_output);
    CPPUNIT_TEST(without_threads_all_do);
    CPPUNIT_TEST_SUITE_END();

public:
    void is_for_plain_outputs()
    {
        for (const auto& s : SAMPLES) {
            const auto p = made_for(s.request);
            const bool is_kept = p.request.rank() > 1 &&
                                 meet_in(p, buffer_role::workspace) &&
                                 p.passes.back().vector().nt_store_rows > 0;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.request, s.is_kept, is_kept);
            check_plan(p);
            CPPUNIT_ASSERT_EQUAL(plan_text(p), plan_text(parse_plan(plan_text(p))));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                s.request, s.has_few, keep_small_batch_in_output(p).has_value());
        }
    }

    void small_batches_go_on_in_the_output()
    {
        const auto many = made_for("c2c forward 512x512");
        const auto few = choose_plan_for_small_batch(many);
        CPPUNIT_ASSERT(few && meet_in(few->result, buffer_role::output));
        CPPUNIT_ASSERT_EQUAL(4U, few->rows); // 8 MiB of output for two units
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), few->result.workspace_points());
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0),
                             few->result.passes.back().vector().nt_store_rows);
        // The small batch is planned as where no workspace may be gone through.
        auto in_place = made_for("c2c forward 512x512, in place");
        in_place.request.in_place = false;
        in_place.passes.front().in_place = false;
        CPPUNIT_ASSERT_EQUAL(plan_text(in_place), plan_text(few->result));
    }

    void without_threads_all_do()
    {
        auto limits = of_a_cpu();
        limits.threads_take_rows = false;
        const auto p = model_plan(parse_transform("c2c forward 512x512"), limits);
        CPPUNIT_ASSERT(meet_in(p, buffer_role::output));
        CPPUNIT_ASSERT(!choose_plan_for_small_batch(p));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_slice_workspace);
