/* SPDX-License-Identifier: GPL-3.0-or-later */
// How many passes plans have.
#include "plan/choice/choose_plan.h"
#include "plan/planner/limits_of_plans.h"
#include "plan/text/plan_summary.h"
#include <fmt/format.h>

using namespace gpufft;
using gpufft::testing::LIMITS;
using gpufft::testing::make_limits;
using gpufft::testing::of_length;
using gpufft::testing::transform_of;
using gpufft::testing::with_room_and_doubles;

namespace {

// Passes for N x N points with 16 KiB of local memory: Gu, Li and Siegel 2010, table 2.
struct square {
    std::int64_t length;
    std::size_t passes;
};
const square SQUARES[] = { { 16, 1 },  { 32, 2 },   { 64, 2 },   { 128, 2 }, { 256, 3 },
                           { 512, 3 }, { 1024, 3 }, { 2048, 5 }, { 4096, 5 } };

//! Limits of the devices in that table: no fewer work-items than they had.
device_limits as_in_the_table() { return make_limits(false, 16, 512, 64); }

} // namespace

class qa_pass_counts : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pass_counts);
    CPPUNIT_TEST(one_pass_where_it_fits);
    CPPUNIT_TEST(squares_take_no_more_passes_than_published);
    CPPUNIT_TEST(dimensions_share_one_where_that_saves_a_pass);
    CPPUNIT_TEST_SUITE_END();

    void one_pass_where_it_fits()
    {
        for (const auto& on : LIMITS) {
            const auto most = on.limits.local_memory_bytes / 16; // with room to spare
            for (std::int64_t n = 16; n <= most && n <= 16384; n *= 2) {
                const auto made = choose_plan(of_length(n), on.limits);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(fmt::format("{} on {}", n, on.why),
                                             std::size_t(1),
                                             made.passes.size());
            }
        }
    }

    void squares_take_no_more_passes_than_published()
    {
        const auto small = with_room_and_doubles(as_in_the_table());
        const auto large = with_room_and_doubles(make_limits(false, 227, 1024, 128));
        std::size_t fewer = 0;
        for (const auto& s : SQUARES) {
            const auto t = transform_of(transform_kind::c2c, { s.length, s.length });
            const auto here = choose_plan(t, small);
            CPPUNIT_ASSERT_MESSAGE(to_string(here), here.passes.size() <= s.passes);
            const auto there = choose_plan(t, large);
            CPPUNIT_ASSERT_MESSAGE(to_string(there),
                                   there.passes.size() <= here.passes.size());
            fewer += there.passes.size() < s.passes;
        }
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} of 9 take fewer on a large device", fewer),
                               fewer >= 5);
    }

    void dimensions_share_one_where_that_saves_a_pass()
    {
        const auto limits = with_room_and_doubles(make_limits(false, 227, 1024, 128));
        const auto cube =
            choose_plan(transform_of(transform_kind::c2c, { 256, 256, 256 }), limits);
        CPPUNIT_ASSERT_EQUAL(std::string("split dimension"), cube.strategy);
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), cube.passes.size());
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), cube.workspace_points());
        // A pass that writes over its input cannot permute it as well.
        auto in_place = transform_of(transform_kind::c2c, { 256, 256, 256 });
        in_place.in_place = true;
        const auto over = choose_plan(in_place, limits);
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), over.passes.size());
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1) << 24, over.workspace_points());
        check_plan(over);
        // Whole dimensions where they take no more passes.
        const auto square =
            choose_plan(transform_of(transform_kind::c2c, { 512, 512 }), limits);
        CPPUNIT_ASSERT_EQUAL(std::string("stockham + stockham"), square.strategy);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pass_counts);
