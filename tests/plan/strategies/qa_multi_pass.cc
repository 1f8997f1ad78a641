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
    CPPUNIT_TEST(a_split_is_taken_for_the_columns_that_it_gets);
    CPPUNIT_TEST(loads_of_reals_leave_room_for_columns);
    CPPUNIT_TEST(halves_and_planes_lie_in_runs_of_whole_sectors);
    CPPUNIT_TEST_SUITE_END();

public:
    // The work-items for 11 columns do not suffice; 7 and 5 divide as well. A single
    // column took three times as long on an H200.
    void a_prime_number_of_columns_becomes_the_next_lower_divisor()
    {
        const auto p =
            model_plan(parse_transform("c2c forward 512435"), testing::with_clusters());
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), p.passes.size());
        CPPUNIT_ASSERT_EQUAL(std::int64_t(7), p.passes.front().columns.size);
        check_columns(p, 3);
    }

    // Work-items and registers may leave fewer columns than local memory has room for. Of
    // 6288975 points three passes of 25 columns and more took 0.7 of the time of two with
    // 5 in the first on an H200, and single columns of 2941225 points 2.4 times as long.
    void a_split_is_taken_for_the_columns_that_it_gets()
    {
        check_columns(
            model_plan(parse_transform("c2c forward 6288975"), testing::with_clusters()),
            16);
        check_columns(
            model_plan(parse_transform("c2c forward 2941225"), testing::with_clusters()),
            3);
    }

    // With the most registers that a work-item may have, no work-items were left for more
    // than one column, which took 3.7 times as long on an H200.
    void loads_of_reals_leave_room_for_columns()
    {
        check_columns(
            model_plan(parse_transform("c2r inverse 847847"), testing::with_clusters()),
            5);
        check_columns(
            model_plan(parse_transform("dst4 forward 765625"), testing::with_clusters()),
            3);
    }

    // A row of the caller's elements has half of a complex number's bytes, or a fourth.
    // With 4 columns, as complex floats have, they took 1.9 times as long on an H200.
    void halves_and_planes_lie_in_runs_of_whole_sectors()
    {
        constexpr std::int64_t SECTOR = 32;
        const struct {
            const char* transform;
            std::int64_t bytes; // from one element to the next
        } ROWS[] = {
            { "c2c inverse 8517600, planar input, planar output", 4 },
            { "c2c inverse 15488000, planar input, planar output", 4 },
            { "c2c forward 9266400, float64, planar input, planar output", 8 },
            { "c2c inverse 14350336, float16, in place", 4 },
        };
        for (const auto& row : ROWS) {
            const auto p = model_plan(parse_transform(row.transform), testing::hopper());
            for (const auto& end : { p.passes.front(), p.passes.back() })
                CPPUNIT_ASSERT_MESSAGE(plan_text(p),
                                       end.columns.size * row.bytes >= SECTOR);
        }
    }

private:
    static void check_columns(const plan& p, std::int64_t least)
    {
        for (const auto& one : p.passes)
            CPPUNIT_ASSERT_MESSAGE(plan_text(p), one.columns.size >= least);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_multi_pass);
