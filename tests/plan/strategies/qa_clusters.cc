/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the model shares between the workgroups of a cluster.
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

namespace {

//! The only pass of \p request.
pass planned(const std::string& request)
{
    const auto p = model_plan(parse_transform(request), testing::with_clusters());
    CPPUNIT_ASSERT_EQUAL_MESSAGE(request, std::size_t(1), p.passes.size());
    return p.passes[0];
}

} // namespace

class qa_clusters : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_clusters);
    CPPUNIT_TEST(dimensions_that_no_workgroup_holds_are_shared);
    CPPUNIT_TEST_SUITE_END();

public:
    // 27000 points fit the local memory of a workgroup, and not its registers.
    void dimensions_that_no_workgroup_holds_are_shared()
    {
        CPPUNIT_ASSERT(planned("c2c forward 30x30x30").workgroup().cluster.size > 1);
        CPPUNIT_ASSERT_EQUAL(1, planned("c2c forward 24x24x24").workgroup().cluster.size);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_clusters);
