/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the passes of a plan are like: tiles between them, vectors, frames that share
// samples.
#include "plan/choice/choose_plan.h"
#include "plan/planner/limits_of_plans.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/simt/tile.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <algorithm>

using namespace gpufft;
using gpufft::testing::LIMITS;
using gpufft::testing::of_length;
using gpufft::testing::with_room_and_doubles;

class qa_pass_forms : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pass_forms);
    CPPUNIT_TEST(frames_that_overlap_share_samples);
    CPPUNIT_TEST(long_frames_are_filtered_by_other_work_items);
    CPPUNIT_TEST(workspace_between_two_passes_is_in_tiles);
    CPPUNIT_TEST(vectors_take_cores_that_are_long_or_convolved);
    CPPUNIT_TEST(ends_are_apart_where_lanes_of_reals_would_be_few);
    CPPUNIT_TEST_SUITE_END();

    // A row apart, frames of 12 taps a branch share 11 of the 12 samples of a point.
    void frames_that_overlap_share_samples()
    {
        for (const auto& on : LIMITS) {
            for (const int length : { 6, 60, 64, 1000, 1024 }) {
                for (const int hop : { length / 2, length, 2 * length, 12 * length }) {
                    const auto made =
                        choose_plan(parse_transform(fmt::format(
                                        "c2c forward {}, windowed, taps per branch 12, "
                                        "input distance {}",
                                        length,
                                        hop)),
                                    on.limits);
                    const auto line = plan_text(made);
                    CPPUNIT_ASSERT_NO_THROW_MESSAGE(line, check_plan(made));
                    CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
                    const auto& one = made.passes.front();
                    if (on.limits.is_cpu || hop == 12 * length)
                        CPPUNIT_ASSERT_EQUAL_MESSAGE(
                            line, 0, one.workgroup().sliding_frames);
                    else if (length <= 64 && made.passes.size() == 1 &&
                             on.limits.local_memory_bytes >= 32 * 1024)
                        CPPUNIT_ASSERT_MESSAGE(line, one.workgroup().sliding_frames > 1);
                }
            }
        }
    }

    //! On GPUs whose work-items can wait at barriers for each other, where registers
    //! hold the samples.
    void long_frames_are_filtered_by_other_work_items()
    {
        device_limits limits;
        limits.local_memory_bytes = 227 * 1024;
        limits.max_work_items = 1024;
        limits.registers = 128;
        limits.workgroup_registers = 1 << 16;
        limits.max_cluster = 16;
        const auto filters = [&](const char* request) {
            const auto made = choose_plan(parse_transform(request), limits);
            const auto line = plan_text(made);
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(line, check_plan(made));
            CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
            const auto& kernel = made.passes.front().workgroup();
            CPPUNIT_ASSERT_MESSAGE(line, !kernel.filter_items || !kernel.sliding_frames);
            CPPUNIT_ASSERT_MESSAGE(
                line, made.passes.front().launched_items() <= limits.max_work_items);
            return kernel.filter_items;
        };
        CPPUNIT_ASSERT_EQUAL(512,
                             filters("c2c forward 1024, windowed, taps per branch 13, "
                                     "input distance 1024"));
        CPPUNIT_ASSERT_EQUAL(512,
                             filters("c2c forward 1024, windowed, taps per branch 12, "
                                     "input distance 512"));
        CPPUNIT_ASSERT_EQUAL(0,
                             filters("c2c forward 1024, windowed, taps per branch 14, "
                                     "input distance 1024"));
        CPPUNIT_ASSERT_EQUAL(0,
                             filters("c2c forward 64, windowed, taps per branch 12, "
                                     "input distance 64"));
        limits.max_cluster = 0;
        CPPUNIT_ASSERT_EQUAL(0,
                             filters("c2c forward 1024, windowed, taps per branch 12, "
                                     "input distance 1024"));
    }

    void workspace_between_two_passes_is_in_tiles()
    {
        const auto made =
            choose_plan(of_length(1 << 20), with_room_and_doubles(LIMITS[3].limits));
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), made.passes.size());
        const auto& first = made.passes[0];
        const auto& second = made.passes[1];
        CPPUNIT_ASSERT_EQUAL(first.columns.size, second.dimensions[0].input_tile);
        // A tile is written in one piece, and read in runs of both passes' columns.
        const auto written = make_tile(first).output_order;
        CPPUNIT_ASSERT_EQUAL(first.points() * first.columns.size,
                             contiguous_run(written, &atom::output_weight));
        CPPUNIT_ASSERT_EQUAL(
            first.columns.size * second.columns.size,
            contiguous_run(make_tile(second).input_order, &atom::input_weight));
    }

    //! On CPU devices no stage is left to work-items, whatever the kind and the length.
    void vectors_take_cores_that_are_long_or_convolved()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.compute_units = 2;
        for (const int width : { 4, 8, 16 }) {
            limits.vector_width = width;
            for (const char* request : { "c2c forward 11025",
                                         "c2c inverse 19683",
                                         "c2c forward 117649",
                                         "c2r inverse 262144",
                                         "dct2 forward 262144",
                                         "dst3 forward 65536",
                                         "dct4 forward 99225",
                                         "r2c forward 99225",
                                         "r2c forward 1021",
                                         "dct1 forward 11025",
                                         "dct3 forward 1021",
                                         "r2c forward 65537",
                                         "c2r inverse 65537" }) {
                const auto made = model_plan(parse_transform(request), limits);
                const bool has_vectors = std::all_of(
                    made.passes.begin(), made.passes.end(), [](const pass& p) {
                        return p.is_pointwise() || p.is_vector();
                    });
                CPPUNIT_ASSERT_MESSAGE(plan_text(made), has_vectors);
            }
        }
    }

    //! On CPU devices: how many passes a plan has, and the lanes of its first one.
    void ends_are_apart_where_lanes_of_reals_would_be_few()
    {
        device_limits limits;
        limits.is_cpu = true;
        limits.compute_units = 2;
        limits.vector_width = 16;
        const struct {
            const char* request;
            std::size_t passes;
            int lanes;
        } cases[] = {
            { "dct2 forward 8192", 1, 16 },  { "dct3 forward 10000", 1, 8 },
            { "dct4 forward 16384", 3, 16 }, { "dst2 forward 20000", 3, 16 },
            { "dst3 forward 32768", 3, 16 }, { "c2r inverse 128", 1, 8 },
            { "c2r inverse 512", 1, 16 },    { "c2r inverse 1000", 1, 16 },
            { "r2c forward 480", 1, 16 },    { "r2c forward 1000", 1, 16 },
            { "c2r inverse 9000", 1, 4 },    { "c2r inverse 524288", 1, 16 },
        };
        limits.row_stack_bytes = 2 * 1024 * 1024;
        for (const auto& c : cases) {
            const auto made = model_plan(parse_transform(c.request), limits);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(plan_text(made), c.passes, made.passes.size());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                plan_text(made), c.lanes, made.passes.front().lanes());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pass_forms);
