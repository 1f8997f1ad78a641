/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which transforms of several dimensions have a lane an N-d row on CPU devices.
#include "plan/choice/choose_plan.h"
#include "plan/choice/small_batch.h"
#include "plan/request/parse_transform.h"
#include "plan/simd/output_permutation.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

device_limits cpu(int vector_width = 16)
{
    auto limits = make_limits(true, 1024, 4096, 512);
    limits.compute_units = 2;
    limits.has_float64 = true;
    limits.vector_width = vector_width;
    return limits;
}

struct sample {
    const char* request;
    const char* strategy;
};

const sample SAMPLES[] = {
    { "c2c forward 1000x3", "vector nd rows" },
    { "c2c inverse 20x20, real input", "vector nd rows" },
    { "c2c forward 12x12x12", "vector nd rows" }, // 4 lanes of 16 along the last
    { "c2c forward 64x4", "vector nd rows" },     // 4 lanes of 16, too
    { "c2c forward 4x4", "vector dimensions" },   // a stage each
    { "c2c forward 64x64", "vector dimensions" },
    { "c2c forward 64x40", "vector dimensions" }, // 8 lanes
    { "c2c forward 20x20, input rotated by 10x0", "vector nd rows" },
    { "c2c forward 64x64, input rotated by 32x32", "vector dimensions" },
    { "c2c forward 64x64, input rotated by 32x31", "vector nd rows" }, // cuts a vector
    { "c2c forward 16x16, output rotated by 8x8", "vector dimensions" },
    { "c2c forward 16x16, output rotated by 8x8, planar output", "vector dimensions" },
    { "c2c forward 1024x1024, output rotated by 512x512", "vectors + vector columns" },
    { "c2c forward 7x9x11", "vector nd rows" },
    { "c2c forward 3x3", "vector nd rows" },
    { "c2c forward 3x3, real input", "vector rows + vector nd rows" }, // 9 reals
    { "c2c forward 65536x2", "vector split dimension" },
    { "c2c inverse 20000x3, real input", "vector split dimension" },
    { "c2c forward 65536x20", "vector rows + vector passes" },
    { "c2c forward 3x5, planar output", "vector rows + vector columns" },
    { "c2c forward 3x6, planar output", "vector nd rows" },
};

std::string strategy_of(const char* request, const device_limits& limits)
{
    return choose_plan(parse_transform(request), limits).strategy;
}

} // namespace

class qa_vector_nd_rows : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_vector_nd_rows);
    CPPUNIT_TEST(nd_rows_that_fill_no_lanes_of_their_own);
    CPPUNIT_TEST(columns_between_the_points_of_a_row);
    CPPUNIT_TEST(a_workspace_holds_an_nd_row);
    CPPUNIT_TEST(few_of_them_have_another_plan);
    CPPUNIT_TEST(outputs_stand_where_each_dimension_leaves_them);
    CPPUNIT_TEST(rotations_are_in_the_tables_of_places);
    CPPUNIT_TEST(other_images_are_refused);
    CPPUNIT_TEST_SUITE_END();

public:
    void nd_rows_that_fill_no_lanes_of_their_own()
    {
        for (const auto& s : SAMPLES)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                s.request, std::string(s.strategy), strategy_of(s.request, cpu()));
        // Four lanes are worth it where they are half a vector.
        CPPUNIT_ASSERT_EQUAL(std::string("vector dimensions"),
                             strategy_of("c2c forward 64x4", cpu(8)));
    }

    //! Inner batches.
    void columns_between_the_points_of_a_row()
    {
        auto limits = cpu();
        limits.row_stack_bytes = 2 * 1024 * 1024;
        const auto strategy = [&](const char* length, const char* strides, int columns) {
            return strategy_of(
                fmt::format("c2c forward {0}, loops {2}, input loop strides 1, input "
                            "strides {1}, output loop strides 1, output strides {1}",
                            length,
                            strides,
                            columns)
                    .c_str(),
                limits);
        };
        CPPUNIT_ASSERT_EQUAL(std::string("vector nd rows"), strategy("4096", "2", 2));
        CPPUNIT_ASSERT_EQUAL(std::string("vector nd rows"), strategy("64", "4", 4));
        CPPUNIT_ASSERT_EQUAL(std::string("vector nd rows"), strategy("60", "12", 12));
        CPPUNIT_ASSERT_EQUAL(std::string("vector nd rows"), strategy("20x20", "60x3", 3));
        // Columns for half of the lanes are taken in lanes themselves.
        CPPUNIT_ASSERT_EQUAL(std::string("vector columns"), strategy("64", "8", 8));
        CPPUNIT_ASSERT_EQUAL(std::string("vector columns"), strategy("64", "40", 40));
        CPPUNIT_ASSERT_EQUAL(std::string("vector nd rows + vector columns"),
                             strategy("512x512", "1536x3", 3));
        CPPUNIT_ASSERT_EQUAL(std::string("vector split dimension"),
                             strategy("65536", "2", 2));
    }

    void a_workspace_holds_an_nd_row()
    {
        auto limits = cpu();
        limits.row_stack_bytes = 512 * 1024;
        CPPUNIT_ASSERT_EQUAL(std::string("vector nd rows"),
                             strategy_of("c2c forward 1365x3", limits));
        CPPUNIT_ASSERT_EQUAL(std::string("vector split dimension"),
                             strategy_of("c2c forward 1368x3", limits));
        limits.row_stack_bytes = 2 * 1024 * 1024;
        CPPUNIT_ASSERT_EQUAL(std::string("vector nd rows"),
                             strategy_of("c2c forward 8192x2", limits));
        CPPUNIT_ASSERT_EQUAL(std::string("vector rows + vector columns"),
                             strategy_of("c2c forward 10x1000", limits));
    }

    void few_of_them_have_another_plan()
    {
        const auto few_of = [](const char* request) {
            return choose_plan_for_small_batch(
                choose_plan(parse_transform(request), cpu()));
        };
        const auto shared = few_of("c2c forward 1000x3");
        CPPUNIT_ASSERT(shared.has_value());
        CPPUNIT_ASSERT_EQUAL(std::string("stockham"), shared->result.strategy);
        CPPUNIT_ASSERT_EQUAL(2u, shared->rows); // compute units
        const auto along = few_of("c2c forward 20x20");
        CPPUNIT_ASSERT(along.has_value());
        CPPUNIT_ASSERT_EQUAL(std::string("vector dimensions"), along->result.strategy);
        CPPUNIT_ASSERT_EQUAL(6u, along->rows);
        CPPUNIT_ASSERT(!few_of("c2c forward 64x2")); // soon done whichever way
    }

    void outputs_stand_where_each_dimension_leaves_them()
    {
        const auto p = choose_plan(parse_transform("c2c forward 40x3"), cpu()).passes[0];
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), p.stages.size());
        const auto first = p.stages[0].radix, second = p.stages[1].radix;
        const auto places = output_permutation(p);
        CPPUNIT_ASSERT_EQUAL(std::size_t(120), places.size());
        for (std::int64_t k = 0; k < 40; ++k) {
            for (std::int64_t q = 0; q < 3; ++q)
                CPPUNIT_ASSERT_EQUAL((k % first * second + k / first) * 3 + q,
                                     places[3 * k + q]);
        }
        CPPUNIT_ASSERT(!has_outputs_in_order(p));
        CPPUNIT_ASSERT(has_outputs_in_order(
            choose_plan(parse_transform("c2c forward 10x3"), cpu()).passes[0]));
    }

    void rotations_are_in_the_tables_of_places()
    {
        const auto p =
            choose_plan(parse_transform("c2c forward 5x3, input rotated by 2x1, "
                                        "output rotated by 1x0"),
                        cpu())
                .passes[0];
        CPPUNIT_ASSERT_EQUAL(16, p.lanes());
        const auto points = loaded_points(p), outputs = stored_outputs(p);
        // Point (n, m) is read from (n + 2) mod 5, (m + 1) mod 3.
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), points[2 * 3 + 1]);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(3 * 3 + 2), points[0]);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(4 * 3 + 1), outputs[1]);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), outputs[1 * 3]);
    }

    void other_images_are_refused()
    {
        for (const char* line :
             { "c2c forward 3x3, real input: vector nd rows | 3.3d1 columns=row:16 simd "
               "lanes=16 lane-columns workgroups=2",
               "c2c forward 20x6: vector nd rows | 10.3d1.2.2d1 columns=row:16 simd "
               "lanes=16 lane-columns workgroups=2",
               "c2c forward 20x6: vector nd rows | 10.2.6d1 columns=row:8 simd lanes=16 "
               "lane-columns workgroups=2",
               "c2c forward 2x2: vector nd rows | 2.2d1 columns=row:16 simd lanes=16 "
               "lane-columns workgroups=2",
               "c2c forward 64, loops 2, input loop strides 1, input strides 2, output "
               "loop "
               "strides 1, output strides 2: vector nd rows | 8.8 inner-batch=3 "
               "columns=row:16 simd lanes=16 lane-columns workgroups=2",
               "c2c forward 64: vectors | 8.8 inner-batch=2 simd lanes=8 workgroups=2",
               "c2c forward 64: stockham | 8.8 inner-batch=2",
               // N-d rows of columns whose outputs do not follow one another
               "c2c forward 64x2: vector split dimension | 16 caller-length=64 "
               "input-stride=8 output-stride=8 output-distance=128 "
               "grid=column_tile:1:w8/8 columns=column:8:w1/1 simd lanes=8 lane-columns "
               "workgroups=2 | 4.2d1 caller-length=64,2 output-stride=32,1 "
               "grid=column_tile:2:w64/32:t8 columns=column:8:w8/4:t1 twiddle-order=64 "
               "simd lanes=8 lane-columns workgroups=2" })
            CPPUNIT_ASSERT_THROW_MESSAGE(line, parse_plan(line), plan_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_vector_nd_rows);
