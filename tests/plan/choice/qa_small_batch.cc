/* SPDX-License-Identifier: GPL-3.0-or-later */
// When small batches have a plan of their own, and what it is.
#include "plan/check/check_plan.h"
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/small_batch.h"
#include "plan/planner/shared_workspace.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;

namespace {

//! Limits like those of an H200.
device_limits large_gpu()
{
    device_limits made;
    made.local_memory_bytes = 232448;
    made.max_work_items = 1024;
    made.registers = 255;
    made.workgroup_registers = 65536;
    made.compute_units = 132;
    made.global_memory_bytes = made.max_allocation_bytes = std::int64_t(1) << 36;
    return made;
}

transform square(std::int64_t length)
{
    transform made;
    made.shape = { { length }, { length } };
    return made;
}

struct expected_rows {
    const char* why;
    transform request;
    std::uint32_t rows; //!< 0: no other plan
};

const expected_rows CASES[] = {
    { "a short row is quick in one workgroup", transform(4096), 0 },
    { "the longest that counts as short", transform(8192), 0 },
    { "one workgroup a row", transform(16384), 33 },
    { "two dimensions in one workgroup", square(128), 33 },
    { "two passes already", transform(1 << 20), 0 },
};

} // namespace

class qa_small_batch : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_small_batch);
    CPPUNIT_TEST(long_rows_of_one_pass_have_another_plan);
    CPPUNIT_TEST(it_spreads_a_row_over_more_workgroups);
    CPPUNIT_TEST(fewer_units_are_busy_sooner);
    CPPUNIT_TEST(lanes_of_rows_have_another);
    CPPUNIT_TEST(lanes_of_real_rows_have_cores);
    CPPUNIT_TEST(passes_count_rows_alike);
    CPPUNIT_TEST(known_ones_come_first);
    CPPUNIT_TEST(convolved_rows_have_passes);
    CPPUNIT_TEST(convolved_cores_have_passes);
    CPPUNIT_TEST(cpu_devices_have_no_other);
    CPPUNIT_TEST_SUITE_END();

public:
    void long_rows_of_one_pass_have_another_plan()
    {
        for (const auto& c : CASES) {
            const auto few =
                choose_plan_for_small_batch(choose_plan(c.request, large_gpu()));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(c.why, c.rows, few ? few->rows : 0U);
        }
    }

    void it_spreads_a_row_over_more_workgroups()
    {
        for (const auto& request : { transform(16384), square(128) }) {
            const auto many = choose_plan(request, large_gpu());
            const auto few = choose_plan_for_small_batch(many);
            CPPUNIT_ASSERT(few);
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), many.passes.size());
            CPPUNIT_ASSERT_EQUAL(std::size_t(2), few->result.passes.size());
            for (const auto& p : few->result.passes)
                CPPUNIT_ASSERT(p.groups(1) >= 8 * many.passes[0].groups(1));
            CPPUNIT_ASSERT_EQUAL(to_string(request), to_string(few->result.request));
        }
    }

    void fewer_units_are_busy_sooner()
    {
        auto limits = large_gpu();
        limits.compute_units = 8;
        const auto few =
            choose_plan_for_small_batch(choose_plan(transform(16384), limits));
        CPPUNIT_ASSERT(few);
        CPPUNIT_ASSERT_EQUAL(2U, few->rows);
        limits.compute_units = 2;
        CPPUNIT_ASSERT(
            !choose_plan_for_small_batch(choose_plan(transform(16384), limits)));
    }

    void lanes_of_rows_have_another()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.vector_width = 16;
        limits.compute_units = 4;
        const auto many = choose_plan(transform(1000), limits);
        CPPUNIT_ASSERT(many.passes[0].lanes_are_rows());
        const auto few = choose_plan_for_small_batch(many);
        CPPUNIT_ASSERT(few);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), few->result.passes.size());
        CPPUNIT_ASSERT(!few->result.passes[0].is_across());
        CPPUNIT_ASSERT_EQUAL(48U, few->rows);
        // A row of 1001 points has no lanes along it, so its columns lie in lanes, in two
        // passes.
        const auto odd =
            choose_plan_for_small_batch(choose_plan(transform(1001), limits));
        CPPUNIT_ASSERT(odd);
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), odd->result.passes.size());
        CPPUNIT_ASSERT(odd->result.passes[0].is_across());
        CPPUNIT_ASSERT_EQUAL(24U, odd->rows);
        // Rows this short are done soon enough in lanes that are rows.
        CPPUNIT_ASSERT(!choose_plan_for_small_batch(choose_plan(transform(105), limits)));
        CPPUNIT_ASSERT(!choose_plan_for_small_batch(choose_plan(transform(100), limits)));
    }

    //! Real rows run in one pass with lanes that are rows, small batches of them in
    //! passes with lanes along the inner DFT.
    void lanes_of_real_rows_have_cores()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.vector_width = 16;
        limits.compute_units = 4;
        const auto small_batch = [&](const char* request) {
            const auto many = choose_plan(parse_transform(request), limits);
            CPPUNIT_ASSERT(many.passes[0].lanes_are_rows());
            return choose_plan_for_small_batch(many);
        };
        const auto pairs = small_batch("c2r inverse 2310");
        CPPUNIT_ASSERT(pairs);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), pairs->result.passes.size());
        CPPUNIT_ASSERT_EQUAL(4U, pairs->rows);
        const auto both = small_batch("dct4 forward 4096");
        CPPUNIT_ASSERT(both);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), both->result.passes.size());
        CPPUNIT_ASSERT(both->result.passes[0].is_pointwise());
        CPPUNIT_ASSERT_EQUAL(24U, both->rows);
        // All passes place a row of the workspace alike.
        const auto odd = small_batch("dct2 forward 1155");
        CPPUNIT_ASSERT(odd);
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), odd->result.passes.size());
        const auto distance = odd->result.passes[0].output_distance;
        CPPUNIT_ASSERT_EQUAL(std::int64_t(3 * 1155), distance);
        CPPUNIT_ASSERT_EQUAL(distance, odd->result.passes[1].output_distance);
        CPPUNIT_ASSERT_EQUAL(distance, odd->result.passes[3].input_distance);
        CPPUNIT_ASSERT(!small_batch("dct2 forward 256"));
    }

    //! A copy counts rows of the transform, and a convolution of joined loops counts each
    //! loop: several passes in place of that convolution would look for their rows
    //! elsewhere.
    void passes_count_rows_alike()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.vector_width = 16;
        limits.compute_units = 8;
        for (const auto* request :
             { "c2c forward 497, loops 2, input loop strides 2, input strides 10, input "
               "distance 5",
               "c2c forward 415, loops 2, output loop strides 3322, output strides 4, "
               "output distance 2",
               "c2c inverse 454, loops 1x4, output loop strides 1x2, output strides 10, "
               "output distance 4540" }) {
            const auto many = choose_plan(parse_transform(request), limits);
            CPPUNIT_ASSERT_MESSAGE(request, rows_differ(many.passes));
            const auto few = choose_plan_for_small_batch(many);
            CPPUNIT_ASSERT_MESSAGE(request, !few || !rows_differ(few->result.passes));
        }
    }

    // Builtin plans of small batches come first, whatever the length is, and for any load
    // and store operations of a transform of that length.
    void known_ones_come_first()
    {
        auto limits = large_gpu();
        limits.architecture = "sm_90";
        limits.max_cluster = 16;
        const auto lines = builtin_small_batch_lines(limits.architecture);
        CPPUNIT_ASSERT(!lines.empty());
        for (const auto& line : lines) {
            const auto request = parse_plan(line).request;
            const auto many = choose_plan(request, limits);
            const auto few = choose_plan_for_small_batch(many);
            CPPUNIT_ASSERT_MESSAGE(line, few);
            CPPUNIT_ASSERT_EQUAL(line, plan_text(few->result));
            CPPUNIT_ASSERT_MESSAGE(line, line != plan_text(many));
            CPPUNIT_ASSERT_EQUAL(
                static_cast<std::uint32_t>(4096 * 132 / request.points()), few->rows);
        }
        auto inverse = transform(1024);
        inverse.dir = direction::inverse;
        const auto few = choose_plan_for_small_batch(choose_plan(inverse, limits));
        CPPUNIT_ASSERT(few);
        CPPUNIT_ASSERT(inverse.dir == few->result.request.dir);
        const auto known =
            choose_plan_for_small_batch(choose_plan(transform(1024), limits));
        CPPUNIT_ASSERT_EQUAL(known->result.passes[0].stages.size(),
                             few->result.passes[0].stages.size());
        CPPUNIT_ASSERT_EQUAL(known->result.passes[0].workgroup().min_blocks,
                             few->result.passes[0].workgroup().min_blocks);
    }

    void convolved_rows_have_passes()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.vector_width = 16;
        limits.compute_units = 4;
        const auto many = choose_plan(transform(4093), limits);
        CPPUNIT_ASSERT(many.passes[0].convolves);
        const auto few = choose_plan_for_small_batch(many);
        CPPUNIT_ASSERT(few);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), few->result.passes.size());
        CPPUNIT_ASSERT_EQUAL(16U, few->rows);
        check_plan(few->result);
        // Convolutions this short are done soon enough in lanes that are rows.
        CPPUNIT_ASSERT(!choose_plan_for_small_batch(choose_plan(transform(251), limits)));
    }

    //! The small batch has other passes between its separate I/O passes, which find their
    //! rows all the same.
    void convolved_cores_have_passes()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.vector_width = 16;
        limits.compute_units = 4;
        const auto small_batch = [&](const char* request) {
            return choose_plan_for_small_batch(
                choose_plan(parse_transform(request), limits));
        };
        for (const auto* request :
             { "r2c forward 1021", "dct2 forward 1021", "c2r inverse 4093" }) {
            const auto few = small_batch(request);
            CPPUNIT_ASSERT_MESSAGE(request, few);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                request, std::size_t(5), few->result.passes.size());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(request, 16U, few->rows);
            CPPUNIT_ASSERT_MESSAGE(request, few->result.passes[0].is_pointwise());
            CPPUNIT_ASSERT_MESSAGE(request, few->result.passes[4].is_pointwise());
            check_plan(few->result);
        }
        // Pairs of reals are complex points as they lie, which saves one of the separate
        // I/O passes.
        for (const auto* request : { "r2c forward 2042", "c2r inverse 2042" }) {
            const auto few = small_batch(request);
            CPPUNIT_ASSERT_MESSAGE(request, few);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                request, std::size_t(4), few->result.passes.size());
            check_plan(few->result);
        }
        CPPUNIT_ASSERT(!small_batch("r2c forward 251"));
    }

    void cpu_devices_have_no_other()
    {
        auto limits = large_gpu();
        limits.is_cpu = true;
        CPPUNIT_ASSERT(
            !choose_plan_for_small_batch(choose_plan(transform(16384), limits)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_small_batch);
