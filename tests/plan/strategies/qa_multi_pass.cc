/* SPDX-License-Identifier: GPL-3.0-or-later */
// Columns of the passes of a long dimension.
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

class qa_multi_pass : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_multi_pass);
    CPPUNIT_TEST(a_prime_number_of_columns_becomes_the_next_lower_divisor);
    CPPUNIT_TEST_SUITE_END();

public:
    // The work-items for 11 columns do not suffice; 7 and 5 divide as well. A single
    // column took three times as long on an H200.
    void a_prime_number_of_columns_becomes_the_next_lower_divisor()
    {
        for (const auto* request : { "c2c forward 2347884", "c2c forward 6288975" }) {
            const auto p = model_plan(parse_transform(request), testing::with_clusters());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(request, std::size_t(2), p.passes.size());
            for (const auto& one : p.passes)
                CPPUNIT_ASSERT_MESSAGE(plan_text(p), one.columns.size > 2);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_multi_pass);
