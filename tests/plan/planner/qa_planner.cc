/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/check/check_plan.h"
#include "plan/choice/choose_plan.h"
#include "plan/ir/plan.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/simt/tile.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "support/transforms/every_transform.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <ctime>

using namespace gpufft;
using gpufft::testing::EVERY_KIND;
using gpufft::testing::every_transform;
using gpufft::testing::half_a_kib;
using gpufft::testing::LIMITS;
using gpufft::testing::make_limits;
using gpufft::testing::transform_of;

namespace {

// Long lengths of every kind: pure powers, lone large primes, awkward mixtures.
const std::int64_t LONG_LENGTHS[] = { 8192,     10000,    16384,    28561,    32768,
                                      48000,    65536,    100000,   117649,   131072,
                                      161051,   262144,   371293,   531441,   1000000,
                                      1048576,  1771561,  2097152,  4826809,  5764801,
                                      9765625,  16777216, 19487171, 43046721, 48828125,
                                      60000000, 62748517, 67108864, 134217728 };

// Passes for N x N points with 16 KiB of local memory: Gu, Li and Siegel 2010, table 2.
struct square {
    std::int64_t length;
    std::size_t passes;
};
const square SQUARES[] = { { 16, 1 },  { 32, 2 },   { 64, 2 },   { 128, 2 }, { 256, 3 },
                           { 512, 3 }, { 1024, 3 }, { 2048, 5 }, { 4096, 5 } };

//! Limits of the devices in that table: no fewer work-items than they had.
device_limits as_in_the_table() { return make_limits(false, 16, 512, 64); }

device_limits with_room_and_doubles(device_limits limits)
{
    limits.has_float64 = true;
    limits.global_memory_bytes = limits.max_allocation_bytes = std::int64_t(1) << 40;
    return limits;
}

transform of_length(std::int64_t length)
{
    return transform_of(transform_kind::c2c, { length });
}

} // namespace

class qa_planner : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_planner);
    CPPUNIT_TEST(every_smooth_length_fits_every_device);
    CPPUNIT_TEST(long_lengths_fit_every_device);
    CPPUNIT_TEST(every_transform_is_a_plan_that_checks);
    CPPUNIT_TEST(columns_that_are_rows_lie_where_the_rows_do);
    CPPUNIT_TEST(one_pass_where_it_fits);
    CPPUNIT_TEST(clusters_take_one_pass_where_a_workgroup_has_no_room);
    CPPUNIT_TEST(clusters_take_real_kinds_that_no_workgroup_holds);
    CPPUNIT_TEST(clusters_take_doubles_that_no_workgroup_holds);
    CPPUNIT_TEST(squares_take_no_more_passes_than_published);
    CPPUNIT_TEST(cores_that_stages_cover_are_not_convolved);
    CPPUNIT_TEST(a_plan_takes_little_time);
    CPPUNIT_TEST(dimensions_share_one_where_that_saves_a_pass);
    CPPUNIT_TEST(what_nothing_lies_beside_has_a_line);
    CPPUNIT_TEST(what_is_convolved_is_rotated_by_up_to_a_row);
    CPPUNIT_TEST(frames_that_overlap_share_samples);
    CPPUNIT_TEST(workspace_between_two_passes_is_in_tiles);
    CPPUNIT_TEST(vectors_take_cores_that_are_long_or_convolved);
    CPPUNIT_TEST(ends_are_apart_where_lanes_of_reals_would_be_few);
    CPPUNIT_TEST(the_same_request_gives_the_same_plan);
    CPPUNIT_TEST_SUITE_END();

    static void check_limits(const plan& made,
                             const device_limits& limits,
                             const std::string& request)
    {
        for (const auto& p : made.passes) {
            CPPUNIT_ASSERT_MESSAGE(request,
                                   local_memory_bytes(p) <= limits.local_memory_bytes);
            CPPUNIT_ASSERT_MESSAGE(request, p.work_items() <= limits.max_work_items);
        }
        try {
            check_plan(made);
        } catch (const plan_error& e) {
            CPPUNIT_FAIL(request + ": " + e.what());
        }
    }

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

    void the_same_request_gives_the_same_plan()
    {
        for (const std::int64_t n : { 60, 4096, 1000000 }) {
            CPPUNIT_ASSERT_EQUAL(to_string(choose_plan(of_length(n), LIMITS[0].limits)),
                                 to_string(choose_plan(of_length(n), LIMITS[0].limits)));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_planner);
