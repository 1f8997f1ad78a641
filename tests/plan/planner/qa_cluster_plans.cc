/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plans of devices with clusters of workgroups: what takes one, and what does not.
#include "plan/choice/choose_plan.h"
#include "plan/planner/limits_of_plans.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"

using namespace gpufft;
using gpufft::testing::check_limits;
using gpufft::testing::of_length;
using gpufft::testing::transform_of;

class qa_cluster_plans : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cluster_plans);
    CPPUNIT_TEST(clusters_take_one_pass_where_a_workgroup_has_no_room);
    CPPUNIT_TEST(clusters_take_real_kinds_that_no_workgroup_holds);
    CPPUNIT_TEST(clusters_take_doubles_that_no_workgroup_holds);
    CPPUNIT_TEST_SUITE_END();

    void clusters_take_one_pass_where_a_workgroup_has_no_room()
    {
        using shape = std::vector<std::int64_t>;
        const auto limits = gpufft::testing::with_clusters();
        for (const auto& lengths : { shape{ 16384 },
                                     shape{ 32768 },
                                     shape{ 65536 },
                                     shape{ 131072 },
                                     shape{ 30000 },
                                     shape{ 48000 },
                                     shape{ 256, 256 },
                                     shape{ 32, 32, 32 } }) {
            const auto made =
                choose_plan(transform_of(transform_kind::c2c, lengths), limits);
            const auto request = to_string(made);
            check_limits(made, limits, request);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(request, std::size_t(1), made.passes.size());
            const auto& p = made.passes.front();
            CPPUNIT_ASSERT_MESSAGE(request,
                                   p.workgroup().cluster.size > 1 &&
                                       p.workgroup().cluster.size <= 16);
            // One group computes while others wait for points.
            CPPUNIT_ASSERT_MESSAGE(request, p.workgroup().min_blocks > 1);
            CPPUNIT_ASSERT_MESSAGE(request,
                                   p.workgroup().min_blocks * local_memory_bytes(p) <=
                                       limits.local_memory_bytes);
            CPPUNIT_ASSERT_EQUAL(plan_text(made), plan_text(parse_plan(plan_text(made))));
        }
        CPPUNIT_ASSERT_EQUAL(
            1, choose_plan(of_length(8192), limits).passes[0].workgroup().cluster.size);
        // Convolutions that fit a cluster, and that are no slower there.
        for (const auto n : { 10007, 16411, 18013 }) {
            const auto made = choose_plan(of_length(n), limits);
            const auto request = to_string(made);
            check_limits(made, limits, request);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(request, std::size_t(1), made.passes.size());
            const auto& p = made.passes.front();
            CPPUNIT_ASSERT_MESSAGE(request,
                                   p.convolves && p.workgroup().cluster.size > 1 &&
                                       p.workgroup().min_blocks > 1);
            CPPUNIT_ASSERT_EQUAL(plan_text(made), plan_text(parse_plan(plan_text(made))));
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(3),
                             choose_plan(of_length(25013), limits).passes.size());
        auto alone = limits;
        alone.max_cluster = 0;
        CPPUNIT_ASSERT_EQUAL(std::size_t(2),
                             choose_plan(of_length(65536), alone).passes.size());
    }

    //! Measured in measurements.md, "Clusters of real kinds".
    void clusters_take_real_kinds_that_no_workgroup_holds()
    {
        struct choice {
            const char* why;
            transform_kind kind;
            std::vector<std::int64_t> lengths;
            bool is_shared;
        };
        const choice choices[] = {
            { "pairs in registers of one workgroup",
              transform_kind::c2r,
              { 32768 },
              false },
            { "pairs in registers of one workgroup",
              transform_kind::r2c,
              { 32768 },
              false },
            { "no room in one workgroup", transform_kind::c2r, { 65536 }, true },
            { "no room in one workgroup", transform_kind::r2c, { 65536 }, true },
            { "other radices than powers of 2", transform_kind::r2c, { 100000 }, true },
            { "bins in short runs", transform_kind::c2r, { 100000 }, false },
            { "bins of two dimensions", transform_kind::c2r, { 256, 512 }, true },
        };
        const auto limits = gpufft::testing::with_clusters();
        for (const auto& c : choices) {
            const auto made = choose_plan(transform_of(c.kind, c.lengths), limits);
            const auto what = to_string(made) + ": " + c.why;
            check_limits(made, limits, what);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                what, c.is_shared, made.passes.front().workgroup().cluster.size > 1);
            CPPUNIT_ASSERT_EQUAL(plan_text(made), plan_text(parse_plan(plan_text(made))));
        }
    }

    //! Measured in measurements.md, "Clusters of doubles".
    void clusters_take_doubles_that_no_workgroup_holds()
    {
        struct choice {
            const char* why;
            std::vector<std::int64_t> lengths;
            bool is_shared;
        };
        const choice choices[] = {
            { "one workgroup has room", { 8192 }, false },
            { "too few registers in one workgroup", { 12288 }, true },
            { "too little local memory", { 16384 }, true },
            { "the most points of a cluster", { 65536 }, true },
            { "two dimensions", { 128, 128 }, true },
        };
        auto limits = gpufft::testing::with_clusters();
        limits.has_float64 = true;
        for (const auto& c : choices) {
            auto t = transform_of(transform_kind::c2c, c.lengths);
            t.number = precision::float64;
            const auto made = choose_plan(t, limits);
            const auto what = to_string(made) + ": " + c.why;
            check_limits(made, limits, what);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::size_t(1), made.passes.size());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                what, c.is_shared, made.passes.front().workgroup().cluster.size > 1);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cluster_plans);
