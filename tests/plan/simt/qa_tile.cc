/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/choice/choose_plan.h"
#include "plan/ir/plan.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "support/transforms/every_transform.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <set>

using namespace gpufft;
using gpufft::testing::LIMITS;

namespace {

//! Every address that step \p i forms from \p weight, over work-items and registers of
//! group \p rank of a cluster.
std::set<std::int64_t> addresses(const pass& p,
                                 const tile& layout,
                                 std::size_t i,
                                 std::int64_t atom::*weight,
                                 int rank = 0)
{
    std::set<std::int64_t> seen;
    const auto& s = layout.stages[i];
    const auto rank_offset = lane_offset(s.rank, rank, weight);
    for (int t = 0; t < p.active_items(i); ++t) {
        if (p.is_paired(i)) {
            for (int r = 0; r < s.point.size; ++r) {
                const auto point = r * (s.point.*weight);
                seen.insert(lane_offset(s.lanes, t, weight) + point);
                if (p.butterflies(i) > 1)
                    seen.insert(conjugate_offset(p, layout, i, t, weight) + point);
            }
            continue;
        }
        for (int f = 0; f < s.per_item.size; ++f) {
            for (int r = 0; r < s.point.size; ++r)
                seen.insert(rank_offset + lane_offset(s.lanes, t, weight) +
                            s.register_offset(r, f, weight));
        }
    }
    return seen;
}

//! Each point of the inner DFT is an element of the tile.
bool is_copy(const io_operation& end)
{
    return end.kind == transform_kind::c2c && end.by == convolution::none;
}

pass two_stages(int first, int second, int first_fill, int second_fill)
{
    pass p;
    const int length = first * second;
    p.dimensions[0].length = p.dimensions[0].caller_length = length;
    p.columns = { "row", 1, length, length };
    p.stages = { { first, first_fill, twiddle_source::full },
                 { second, second_fill, twiddle_source::full } };
    return p;
}

} // namespace

class qa_tile : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_tile);
    CPPUNIT_TEST(every_step_touches_every_point_once);
    CPPUNIT_TEST(so_do_those_of_every_kind);
    CPPUNIT_TEST(groups_of_a_cluster_share_the_points);
    CPPUNIT_TEST(what_a_cluster_exchanges_has_a_place_of_its_own);
    CPPUNIT_TEST(refuses_fills_that_do_not_divide);
    CPPUNIT_TEST(bank_conflicts_are_counted_exactly);
    CPPUNIT_TEST(padding_removes_conflicts);
    CPPUNIT_TEST(columns_fastest_lie_at_odd_distances);
    CPPUNIT_TEST(input_tiles_are_read_whole);
    CPPUNIT_TEST_SUITE_END();

    void check(const pass& p, const std::string& what)
    {
        const tile layout = make_tile(p);
        const auto points = static_cast<std::size_t>(p.points() * p.columns.size);
        std::set<std::int64_t> first_local;
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, p.steps(), layout.stages.size());
        for (std::size_t i = 0; i < p.steps(); ++i) {
            const auto local = addresses(p, layout, i, &atom::local_weight);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, points, local.size());
            if (p.uses_local_memory() && layout.exchange_points)
                CPPUNIT_ASSERT_MESSAGE(what, *local.rbegin() < layout.exchange_points);
            // Every step has the same elements: that is what an exchange in place means.
            if (i == 0)
                first_local = local;
            CPPUNIT_ASSERT_MESSAGE(what, local == first_local);
        }
        // Load and store operations that are no copies take fewer places, or zeros where
        // the next column begins.
        if (is_copy(p.load))
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                what, points, addresses(p, layout, 0, &atom::input_weight).size());
        if (is_copy(p.store))
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                what,
                points,
                addresses(p, layout, p.steps() - 1, &atom::output_weight).size());
    }

    void check_tiles(const transform& t, const gpufft::testing::named_limits& on)
    {
        auto limits = on.limits;
        limits.has_float64 = true;
        const auto made = choose_plan(t, limits);
        for (const auto& p : made.passes) {
            // Only passes of the SIMT form have a tile: vectors have none, and a
            // pointwise pass no stage.
            if (p.is_workgroup())
                check(p, fmt::format("{} on {}", to_string(made), on.why));
        }
    }

    void every_step_touches_every_point_once()
    {
        for (const auto& on : LIMITS) {
            for (std::int64_t n = 2; n <= 2048; n = next_smooth(n + 1))
                check_tiles(transform(n), on);
        }
    }

    void so_do_those_of_every_kind()
    {
        for (const auto& on : LIMITS) {
            for (const auto& t : gpufft::testing::every_kind())
                check_tiles(t, on);
        }
    }

    //! All groups of a cluster together hold the tile.
    void groups_of_a_cluster_share_the_points()
    {
        for (const auto* line :
             { "c2c forward 1024: cluster | 16.8.8 cluster=4",
               "c2c forward 8192: cluster | 16.4x4.8x2.16 cluster=16 cluster-after=2",
               "c2c forward 1500: cluster | 20.15.5 cluster=5 padding=1",
               "c2c forward 32x64: cluster | 8.4x2.8d1.8d1 cluster=4 cluster-after=2",
               "c2c forward 256: cluster | 8.4x2.8 cluster=2 columns=row:2" }) {
            const auto p = parse_plan(line).passes.front();
            const tile layout = make_tile(p);
            const auto of_group = static_cast<std::size_t>(p.points() * p.columns.size /
                                                           p.workgroup().cluster.size);
            const auto after = static_cast<std::size_t>(p.workgroup().cluster.after);
            const std::set<std::int64_t> first[] = {
                addresses(p, layout, 0, &atom::local_weight),
                addresses(p, layout, after, &atom::local_weight)
            };
            for (const auto& local : first) {
                CPPUNIT_ASSERT_EQUAL_MESSAGE(line, of_group, local.size());
                // A single stage before the exchange keeps its points in registers alone.
                if (after > 1)
                    CPPUNIT_ASSERT_MESSAGE(line,
                                           *local.rbegin() < layout.exchange_points);
            }
            CPPUNIT_ASSERT_MESSAGE(line, *first[1].rbegin() < layout.exchange_points);
            std::set<std::int64_t> inputs, outputs;
            for (int rank = 0; rank < p.workgroup().cluster.size; ++rank) {
                for (std::size_t i = 0; i < p.steps(); ++i)
                    CPPUNIT_ASSERT_MESSAGE(
                        line,
                        addresses(p, layout, i, &atom::local_weight, rank) ==
                            first[i >= after]);
                inputs.merge(addresses(p, layout, 0, &atom::input_weight, rank));
                outputs.merge(
                    addresses(p, layout, p.steps() - 1, &atom::output_weight, rank));
            }
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                line, of_group * p.workgroup().cluster.size, inputs.size());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                line, of_group * p.workgroup().cluster.size, outputs.size());
        }
    }

    //! Points that groups send after the stage named fill each group's local memory.
    void what_a_cluster_exchanges_has_a_place_of_its_own()
    {
        const auto p = parse_plan("c2c forward 8192: cluster | 16.4x4.8x2.16 cluster=16 "
                                  "cluster-after=2 padding=1")
                           .passes.front();
        const tile layout = make_tile(p);
        const auto& s = layout.stages[1];
        std::set<std::pair<std::int64_t, std::int64_t>> places;
        for (int rank = 0; rank < p.workgroup().cluster.size; ++rank) {
            for (int t = 0; t < p.active_items(1); ++t) {
                for (int q = 0; q < p.points_per_item(1); ++q) {
                    const auto sum = [&](std::int64_t atom::*weight) {
                        return lane_offset(s.rank, rank, weight) +
                               lane_offset(s.lanes, t, weight) +
                               s.register_offset(q % 4, q / 4, weight);
                    };
                    places.emplace(sum(&atom::rank_weight), sum(&atom::remote_weight));
                }
            }
        }
        CPPUNIT_ASSERT_EQUAL(static_cast<std::size_t>(p.points()), places.size());
        const auto of_group = addresses(p, layout, 2, &atom::local_weight);
        for (const auto& [group, place] : places) {
            CPPUNIT_ASSERT(group < p.workgroup().cluster.size);
            CPPUNIT_ASSERT(of_group.count(place));
        }
    }

    void refuses_fills_that_do_not_divide()
    {
        CPPUNIT_ASSERT_THROW(make_tile(two_stages(5, 8, 3, 1)), plan_error);
        pass three = two_stages(2, 12, 4, 1);
        three.stages.push_back({ 2, 6, twiddle_source::full });
        CPPUNIT_ASSERT_THROW(make_tile(three), plan_error); // 4 and 6 of the same 12
        three.stages[2].per_item = 2;
        make_tile(three);
    }

    void bank_conflicts_are_counted_exactly()
    {
        // 16·16 unpadded: the first stage writes neighbours, the second reads 16 apart.
        const pass p = two_stages(16, 16, 1, 1);
        CPPUNIT_ASSERT_EQUAL((1.0 + 16.0) / 2, bank_conflicts(p, LIMITS[0].limits));
        CPPUNIT_ASSERT_EQUAL(1.0, bank_conflicts(p, LIMITS[1].limits)); // a CPU
    }

    void padding_removes_conflicts()
    {
        pass p = two_stages(16, 16, 1, 1);
        p.change_workgroup().padding = choose_padding(p, LIMITS[0].limits);
        CPPUNIT_ASSERT(!p.workgroup().padding.empty());
        CPPUNIT_ASSERT_EQUAL(1.0, bank_conflicts(p, LIMITS[0].limits));
    }

    void columns_fastest_lie_at_odd_distances()
    {
        pass p = two_stages(4, 8, 2, 1);
        p.stages.push_back({ 6, 1, twiddle_source::full });
        p.columns = { "row", 16, 192, 192 };
        p.change_workgroup().staged_input = p.change_workgroup().staged_output = true;
        p.change_workgroup().columns_fastest = true;
        p.change_workgroup().padding = choose_padding(p, LIMITS[0].limits);
        CPPUNIT_ASSERT_EQUAL(1.0, bank_conflicts(p, LIMITS[0].limits));
        check(p, "low columns");
        for (const auto& s : make_tile(p).stages) {
            CPPUNIT_ASSERT_EQUAL(std::string("column"), s.lanes.front().name);
            CPPUNIT_ASSERT(s.lanes.front().local_weight % 2 == 1);
        }
    }

    void input_tiles_are_read_whole()
    {
        // A row of 48 points in tiles of 8, which lie 128 apart, of each of 4 columns 8
        // apart.
        pass p = two_stages(2, 6, 1, 1);
        p.stages.push_back({ 4, 1, twiddle_source::full });
        p.dimensions[0].input_tile = 8;
        p.dimensions[0].input_tile_step = 128;
        p.from = buffer_role::workspace;
        p.columns = { "column", 4, 8, 48 };
        p.grid.push_back({ "column_tile", 4, 32, 192 });
        check(p, "tiles of the input");
        const auto layout = make_tile(p);
        std::set<std::int64_t> expected;
        for (int j = 0; j < 48; ++j) {
            for (int c = 0; c < 4; ++c)
                expected.insert(j % 8 + j / 8 * 128 + 8 * c);
        }
        CPPUNIT_ASSERT(addresses(p, layout, 0, &atom::input_weight) == expected);
        // Neighbouring work-items read a tile's 8 points of all 4 columns.
        CPPUNIT_ASSERT_EQUAL(std::int64_t(32),
                             contiguous_run(layout.stages[0].lanes, &atom::input_weight));
        // Tiles that end inside the points that registers hold are refused.
        p.dimensions[0].input_tile = 32;
        CPPUNIT_ASSERT_THROW(make_tile(p), plan_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_tile);
