/* SPDX-License-Identifier: GPL-3.0-or-later */
// Tiles in bulk: the memory that they take, and where they are refused. Joined stages
// that hold more than each other's digit, and exchange orders that are not the stages'.
#include "plan/check/check_plan.h"
#include "plan/ir/forms/joined_stages.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/bulk_tiles.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "plan/simt/tile_digits.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

pass pass_of(const std::string& line) { return parse_plan(line).passes[0]; }

const char MATRIX[] = "c2c forward 128x128: stockham | 16.16d1.8x2.8x2d1";

} // namespace

class qa_bulk_tiles : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_bulk_tiles);
    CPPUNIT_TEST(tiles_lie_where_the_stages_exchange);
    CPPUNIT_TEST(what_does_not_suit_is_refused);
    CPPUNIT_TEST(devices_without_bulk_copies_go_without);
    CPPUNIT_TEST(joined_stages_hold_part_of_an_earlier_digit);
    CPPUNIT_TEST(exchange_order_orders_digits);
    CPPUNIT_TEST_SUITE_END();

    void tiles_lie_where_the_stages_exchange()
    {
        const auto bytes = [](const std::string& more) {
            return local_memory_bytes(pass_of(MATRIX + more));
        };
        const std::int64_t tile = 128 * 128 * 8;
        CPPUNIT_ASSERT_EQUAL(tile, bytes(""));
        CPPUNIT_ASSERT_EQUAL(tile + 8, bytes(" bulk-input"));
        CPPUNIT_ASSERT_EQUAL(bytes(" padding=1") + 8, bytes(" padding=1 bulk-input"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(3072),
                             bulk_tile_bytes(pass_of("c2c forward 64: stockham | 8.8 "
                                                     "columns=row:6 bulk-input")));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(16384),
                             bulk_tile_bytes(pass_of(
                                 "dct2 forward 4096: stockham | 16.16.8x2 bulk-input")));
    }

    void what_does_not_suit_is_refused()
    {
        const std::pair<std::string, std::string> lines[] = {
            { "c2c forward 64: stockham | 8.8 staged-input", " bulk-input" },
            { "c2c forward 64: stockham | 8.8 split", " bulk-input" },
            { "c2c forward 64: stockham | 8.8 evict-first-input", " bulk-input" },
            { "c2c forward 60: stockham | 10.6", " bulk-input" }, // idle: 4 of 10
            { "c2c forward 49: stockham | 7.7", " bulk-input" },  // 392 bytes
            { "c2c forward 64, input strides 2: stockham | 8.8", " bulk-input" },
            { "c2r inverse 128: stockham | 8.8", " bulk-input" }, // 65 bins
            { "c2c forward 4096: cluster | 16.16.16 cluster=4", " bulk-input" },
            { "c2c forward 4096: cluster | 16.16.16 cluster=4", " exchange-order=3,2,1" },
            { "c2c forward 64: stockham | 8.8 constant-geometry", " exchange-order=1,2" },
            { "c2c forward 64: stockham | 8.8", " exchange-order=1,1" },
            { "c2c forward 64: stockham | 8.8", " exchange-order=1" },
            { "c2c forward 64: stockham | 8.8", " exchange-order=1,2,3" },
        };
        for (const auto& [line, word] : lines) {
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(line, parse_plan(line));
            CPPUNIT_ASSERT_THROW_MESSAGE(
                line + word, parse_plan(line + word), plan_error);
        }
    }

    void devices_without_bulk_copies_go_without()
    {
        auto p = pass_of(MATRIX + std::string(" bulk-input"));
        drop_unfit_bulk(p, with_clusters());
        CPPUNIT_ASSERT(p.workgroup().bulk_input);
        drop_unfit_bulk(p, device_limits());
        CPPUNIT_ASSERT(!p.workgroup().bulk_input);
    }

    void joined_stages_hold_part_of_an_earlier_digit()
    {
        const auto p = pass_of("c2c forward 128x128: stockham | 32.32d1.4x8.4x8d1");
        CPPUNIT_ASSERT(has_joined_stages(p));
        CPPUNIT_ASSERT_EQUAL(2, joined_rest(p));
        CPPUNIT_ASSERT_EQUAL(512, p.work_items());
        // Registers of both stages hold the same points: those of their digits, and of
        // the top of the first one, whose outputs lie furthest apart.
        const auto made = make_tile(p);
        for (const std::size_t i : { 2, 3 }) {
            const auto& parts = made.stages[i].per_item_parts;
            CPPUNIT_ASSERT_EQUAL(std::size_t(2), parts.size());
            CPPUNIT_ASSERT_EQUAL(std::string("k1_top"), parts[0].name);
            CPPUNIT_ASSERT_EQUAL(2, parts[0].size);
            CPPUNIT_ASSERT_EQUAL(4, parts[1].size);
        }
        // Runs that are counted without a tile end at both stages' parts: 16 of k1, 4 of
        // k2.
        const auto row = pass_of("c2c forward 1024: stockham | 16.16.2x8.2x8");
        CPPUNIT_ASSERT_EQUAL(std::int64_t(64), output_run(row, cut_digits(row)));
        CPPUNIT_ASSERT_EQUAL(
            std::int64_t(64),
            contiguous_run(make_tile(row).stages.back().lanes, &atom::output_weight));
        CPPUNIT_ASSERT_THROW(
            parse_plan("c2c forward 128x128: stockham | 32.32d1.4x12.4x12d1"),
            plan_error);
    }

    void exchange_order_orders_digits()
    {
        const std::string line =
            "c2c forward 128x128: stockham | 32.32d1.4x8d1.4x8 exchange-order=2,1,3,4 "
            "padding=0,4,1";
        CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
        const auto p = pass_of(line);
        // Places of the second stage's digit are neighbours; the first stage's digit
        // follows, and behind a spare element each the others.
        CPPUNIT_ASSERT_EQUAL(std::int64_t(4 * (4 * 1028 + 1)),
                             make_tile(p).exchange_points);
        const auto made = make_tile(p);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1), made.stages[1].point.local_weight);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(32), made.stages[0].point.local_weight);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1028), made.stages[2].point.local_weight);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(4113), made.stages[3].point.local_weight);
        // This exchange order has no bank conflicts, in 129 KiB in place of 136.
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.0, bank_conflicts(p, with_clusters()), 1e-9);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_bulk_tiles);
