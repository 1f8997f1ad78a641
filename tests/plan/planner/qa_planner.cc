/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/choice/choose_plan.h"
#include "plan/planner/limits_of_plans.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "support/transforms/every_transform.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <ctime>

using namespace gpufft;
using gpufft::testing::check_limits;
using gpufft::testing::EVERY_KIND;
using gpufft::testing::every_transform;
using gpufft::testing::LIMITS;
using gpufft::testing::make_limits;
using gpufft::testing::of_length;
using gpufft::testing::transform_of;
using gpufft::testing::with_room_and_doubles;

namespace {

// Long lengths of every kind: pure powers, lone large primes, awkward mixtures.
const std::int64_t LONG_LENGTHS[] = { 8192,     10000,    16384,    28561,    32768,
                                      48000,    65536,    100000,   117649,   131072,
                                      161051,   262144,   371293,   531441,   1000000,
                                      1048576,  1771561,  2097152,  4826809,  5764801,
                                      9765625,  16777216, 19487171, 43046721, 48828125,
                                      60000000, 62748517, 67108864, 134217728 };

} // namespace

class qa_planner : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_planner);
    CPPUNIT_TEST(every_smooth_length_fits_every_device);
    CPPUNIT_TEST(long_lengths_fit_every_device);
    CPPUNIT_TEST(every_transform_is_a_plan_that_checks);
    CPPUNIT_TEST(columns_that_are_rows_lie_where_the_rows_do);
    CPPUNIT_TEST(cores_that_stages_cover_are_not_convolved);
    CPPUNIT_TEST(a_plan_takes_little_time);
    CPPUNIT_TEST(what_nothing_lies_beside_has_a_line);
    CPPUNIT_TEST(what_is_convolved_is_rotated_by_up_to_a_row);
    CPPUNIT_TEST(the_same_request_gives_the_same_plan);
    CPPUNIT_TEST_SUITE_END();

    void check(std::int64_t length, const gpufft::testing::named_limits& on)
    {
        const auto limits = with_room_and_doubles(on.limits);
        const auto made = choose_plan(of_length(length), limits);
        const auto request = fmt::format("{} on {}", to_string(made), on.why);
        check_limits(made, limits, request);
        std::int64_t product = 1;
        for (const auto& p : made.passes) {
            product *= p.points();
            // Every point of the row is in just one workgroup, but for those where the
            // last tile overlaps the one before.
            std::int64_t covered =
                p.points() * (p.columns.extent ? p.columns.extent : p.columns.size);
            for (const auto& a : p.grid) {
                if (!p.columns.extent || a.name != "column_tile")
                    covered *= a.size;
            }
            if (!p.columns_are_rows())
                CPPUNIT_ASSERT_EQUAL_MESSAGE(request, length, covered);
        }
        CPPUNIT_ASSERT_EQUAL_MESSAGE(request, length, product);
        CPPUNIT_ASSERT_MESSAGE(request, made.passes.size() <= 4);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            request, made.passes.size() > 1 ? length : 0, made.workspace_points());
    }

    void every_smooth_length_fits_every_device()
    {
        for (const auto& on : LIMITS) {
            for (std::int64_t n = 1; n <= 4096; n = next_smooth(n + 1))
                check(n, on);
        }
    }

    void long_lengths_fit_every_device()
    {
        for (const auto& on : LIMITS) {
            // 4 KiB holds runs of eight columns of 64 points: 2^22 in four passes.
            const bool is_tiny = on.limits.local_memory_bytes <= 4096;
            for (const auto n : LONG_LENGTHS) {
                if (!is_tiny || n <= 200000)
                    check(n, on);
            }
        }
    }

    void every_transform_is_a_plan_that_checks()
    {
        for (const auto& t : every_transform()) {
            for (const auto& on : LIMITS) {
                const auto limits = with_room_and_doubles(on.limits);
                const auto made = choose_plan(t, limits);
                check_limits(
                    made, limits, fmt::format("{} on {}", to_string(made), on.why));
            }
        }
    }

    //! Rows in the workspace have a gap where they are an odd number of reals.
    void columns_that_are_rows_lie_where_the_rows_do()
    {
        auto all = every_transform();
        for (const auto* request : { "dst4 forward 1x3, float16, in place",
                                     "dct4 forward 1x5, float16",
                                     "dst4 inverse 3x1x1, float16",
                                     "dst4 inverse 9x1, float16" })
            all.push_back(parse_transform(request));
        for (const auto& t : all) {
            for (const auto& on : LIMITS) {
                const auto made = model_plan(t, with_room_and_doubles(on.limits));
                for (const auto& p : made.passes)
                    check_columns(p, fmt::format("{} on {}", to_string(made), on.why));
            }
        }
    }

    static void check_columns(const pass& p, const std::string& request)
    {
        if (p.is_pointwise() || !p.columns_are_rows())
            return;
        CPPUNIT_ASSERT_EQUAL_MESSAGE(request, p.input_distance, p.columns.input_weight);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(request, p.output_distance, p.columns.output_weight);
    }

    void cores_that_stages_cover_are_not_convolved()
    {
        for (const auto kind : EVERY_KIND) {
            for (const auto n : { 2, 4, 6, 8, 10, 12, 16, 60, 64, 256, 1000 }) {
                auto length = n;
                if (kind == transform_kind::dct1)
                    length = n + 1;
                if (kind == transform_kind::dst1)
                    length = n - 1;
                for (const auto& on : LIMITS) {
                    const auto made =
                        choose_plan(transform_of(kind, { length }), on.limits);
                    for (const auto& p : made.passes)
                        CPPUNIT_ASSERT_MESSAGE(to_string(made), !p.convolves);
                }
            }
        }
    }

    void a_plan_takes_little_time()
    {
        const auto begin = std::clock(); // of this process: others may be busy
        int plans = 0;
        for (const auto n : LONG_LENGTHS) {
            choose_plan(of_length(n), with_room_and_doubles(LIMITS[2].limits));
            ++plans;
        }
        const double spent_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} plans took {:.2f} s", plans, spent_s),
                               spent_s < 0.1 * plans);
    }

    void what_nothing_lies_beside_has_a_line()
    {
        // A split dimension, strides that loops of one keep apart, and no columns.
        const auto request = parse_transform(
            "c2c forward 7x182x1, loops 1, float64, planar input, input loop strides 1, "
            "input strides 5x38x1, input distance 5, planar output, output loop strides "
            "1, output strides 5x38x1, output distance 5, in place");
        const auto made =
            choose_plan(request, with_room_and_doubles(make_limits(false, 16, 256, 64)));
        CPPUNIT_ASSERT_EQUAL(std::string("split dimension"), made.strategy);
        const auto line = plan_text(made);
        CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
    }

    void what_is_convolved_is_rotated_by_up_to_a_row()
    {
        // The pass has a point less than the row (Rader), or many more (Bluestein).
        struct {
            int length;
            const char* strategy;
        } const convolved[] = { { 61, "rader" }, { 107, "bluestein" } };
        for (const auto& one : convolved) {
            const auto request = parse_transform(fmt::format(
                "c2c forward {0}, input rotated by {1}, output rotated by {1}",
                one.length,
                one.length - 1));
            const auto line = plan_text(choose_plan(request, LIMITS[0].limits));
            CPPUNIT_ASSERT_MESSAGE(line, line.find(one.strategy) != std::string::npos);
            CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
            const auto beyond = fmt::format("{} output-rotation={}", line, one.length);
            CPPUNIT_ASSERT_THROW(parse_plan(beyond), plan_error);
        }
    }

    void the_same_request_gives_the_same_plan()
    {
        for (const std::int64_t n : { 60, 4096, 1000000 }) {
            CPPUNIT_ASSERT_EQUAL(to_string(choose_plan(of_length(n), LIMITS[0].limits)),
                                 to_string(choose_plan(of_length(n), LIMITS[0].limits)));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_planner);
