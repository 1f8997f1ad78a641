/* SPDX-License-Identifier: GPL-3.0-or-later */
// Constant geometry: the same places in every step, each point where it is looked for.
#include "math/roots.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "plan/simt/twiddle_layout.h"
#include "plan/tables/pass_table.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <map>
#include <set>

using namespace gpufft;
using gpufft::testing::LIMITS;

namespace {

const char* const LINES[] = {
    "c2c forward 4: stockham | 2.2 constant-geometry",
    "c2c forward 256: stockham | 16.16 constant-geometry padding=1,2",
    "c2c forward 256: stockham | 4x4.4x4.4x4.4x4 constant-geometry",
    "c2c forward 256: stockham | 2.2.2.2.2.2.2.2 columns=row:3 constant-geometry",
    "c2c forward 512: stockham | 8x2.8x2.8x2 columns=row:2 staged-output "
    "constant-geometry padding=1,0,3",
    "c2c forward 125: stockham | 5.5.5 columns=row:4 staged-input staged-output "
    "constant-geometry columns-fastest padding=1",
    "c2c forward 729: stockham | 9x3m2.9x3m2.9x3m2 constant-geometry",
};

pass only(const char* line) { return parse_plan(line).passes.front(); }

//! State and value of each digit by its number; columns have only a value.
using digits = std::map<int, std::pair<digit_state, int>>;

void add(digits& d, const std::vector<atom>& atoms, int t)
{
    for (const auto& a : atoms) {
        d[a.digit].first = a.digit ? a.state : digit_state::point;
        d[a.digit].second += t % a.size * a.low;
        t /= a.size;
    }
}

//! What each register of each work-item of step \p i holds, by where \p weight says.
std::map<std::int64_t, digits>
held(const pass& p, const tile& made, std::size_t i, std::int64_t atom::*weight)
{
    std::map<std::int64_t, digits> all;
    const auto& s = made.stages[i];
    for (int t = 0; t < p.active_items(i); ++t) {
        for (int f = 0; f < s.per_item.size; ++f) {
            for (int r = 0; r < s.point.size; ++r) {
                digits d;
                add(d, s.lanes, t);
                add(d, s.per_item_parts, f);
                add(d, s.point_parts, r);
                d[s.point.digit].first = weight == &atom::left_weight
                                             ? digit_state::output
                                             : digit_state::point;
                all[lane_offset(s.lanes, t, weight) + s.register_offset(r, f, weight)] =
                    d;
            }
        }
    }
    return all;
}

//! Places of work-item \p t's registers in step \p i, one after the other.
std::vector<std::int64_t>
places(const tile& made, std::size_t i, int t, std::int64_t atom::*weight)
{
    std::vector<std::int64_t> all;
    const auto& s = made.stages[i];
    for (int f = 0; f < s.per_item.size; ++f) {
        for (int r = 0; r < s.point.size; ++r)
            all.push_back(lane_offset(s.lanes, t, weight) +
                          s.register_offset(r, f, weight));
    }
    return all;
}

} // namespace

class qa_constant_geometry : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_constant_geometry);
    CPPUNIT_TEST(places_are_the_same_in_all_steps);
    CPPUNIT_TEST(points_are_where_they_were_left);
    CPPUNIT_TEST(entries_are_those_of_reversed_digits);
    CPPUNIT_TEST(direct_order_has_other_places);
    CPPUNIT_TEST(conflicts_of_both_places_count);
    CPPUNIT_TEST(nonsense_is_refused);
    CPPUNIT_TEST_SUITE_END();

    void places_are_the_same_in_all_steps()
    {
        for (const auto* line : LINES) {
            const auto p = only(line);
            const auto made = make_tile(p);
            for (const auto weight : { &atom::local_weight, &atom::left_weight }) {
                for (std::size_t i = 1; i < p.steps(); ++i) {
                    for (int t = 0; t < p.work_items(); ++t)
                        CPPUNIT_ASSERT_MESSAGE(line,
                                               places(made, 0, t, weight) ==
                                                   places(made, i, t, weight));
                }
            }
        }
    }

    void points_are_where_they_were_left()
    {
        for (const auto* line : LINES) {
            const auto p = only(line);
            const auto made = make_tile(p);
            for (std::size_t i = 0; i < p.steps(); ++i) {
                const auto left = held(p, made, i, &atom::left_weight);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    line, p.points() * p.columns.size, std::int64_t(left.size()));
                CPPUNIT_ASSERT(left.rbegin()->first < made.exchange_points);
                if (i + 1 < p.steps()) {
                    CPPUNIT_ASSERT_MESSAGE(
                        line, left == held(p, made, i + 1, &atom::local_weight));
                    continue;
                }
                // Outputs that go through local memory lie there, all of them.
                for (int t = 0; t < p.points() * p.columns.size; ++t) {
                    digits d;
                    add(d, made.output_order, t);
                    const auto at =
                        lane_offset(made.output_order, t, &atom::local_weight);
                    CPPUNIT_ASSERT_MESSAGE(line, left.at(at) == d);
                }
            }
        }
    }

    //! Neighbouring work-items read neighbouring entries, of the K that they have.
    void entries_are_those_of_reversed_digits()
    {
        for (const auto* line : LINES) {
            const auto p = only(line);
            const auto made = make_tile(p);
            const auto layout = lay_out_twiddles(p);
            const auto table = twiddle_table(p);
            for (std::size_t i = 1; i < p.steps(); ++i) {
                const auto& s = made.stages[i];
                const auto& t = layout.steps[i];
                for (int item = 0; item < p.active_items(i); ++item) {
                    const auto entry = lane_offset(s.lanes, item, &atom::twiddle_weight);
                    digits d;
                    add(d, s.lanes, item);
                    std::int64_t k = 0, span = 1;
                    for (std::size_t before = 0; before < i; ++before) {
                        k += span * d[static_cast<int>(before) + 1].second;
                        span *= p.stages[before].radix;
                    }
                    const auto v = t.rows.front();
                    const auto wanted = root_of_unity(-k * v, span * p.stages[i].radix);
                    CPPUNIT_ASSERT(std::abs(table[t.offset + entry] - wanted) < 1e-15);
                }
            }
        }
    }

    //! Without this count the first test would pass for any plan.
    void direct_order_has_other_places()
    {
        const auto made = make_tile(only("c2c forward 512: stockham | 8.8.8"));
        CPPUNIT_ASSERT(places(made, 1, 1, &atom::local_weight) !=
                       places(made, 2, 1, &atom::local_weight));
    }

    void conflicts_of_both_places_count()
    {
        // 16·16: writes are 16 apart, each half subgroup on one bank; reads neighbours.
        auto p = only("c2c forward 256: stockham | 16.16 constant-geometry");
        CPPUNIT_ASSERT_EQUAL((16.0 + 1.0) / 2, bank_conflicts(p, LIMITS[0].limits));
        // Outputs are read 16 apart once more, so that they are stored in order.
        p.change_workgroup().staged_output = true;
        CPPUNIT_ASSERT_EQUAL((16.0 + 1.0 + 16.0 + 16.0) / 4,
                             bank_conflicts(p, LIMITS[0].limits));
        p.change_workgroup().padding = choose_padding(p, LIMITS[0].limits);
        CPPUNIT_ASSERT(bank_conflicts(p, LIMITS[0].limits) < 2);
    }

    void nonsense_is_refused()
    {
        const char* const lines[] = {
            "c2c forward 128: stockham | 8.16 constant-geometry",
            "c2c forward 64: stockham | 8x2.8 constant-geometry",
            "c2c forward 16: stockham | 16 constant-geometry",
            "c2c forward 8x8: stockham | 8.8d1 constant-geometry",
            "c2c forward 512: cluster | 8.8.8 constant-geometry cluster=4",
            "c2c forward 256: vectors | 16.16 simd constant-geometry lanes=16",
            "c2c forward 17: rader | 4.4 convolves load=c2c.rader store=c2c.rader "
            "constant-geometry",
            "r2c forward 32: paired | 4.4 paired-output constant-geometry",
        };
        for (const auto* line : lines) {
            CPPUNIT_ASSERT_THROW_MESSAGE(line, parse_plan(line), plan_error);
            // No other reason may refuse the plan.
            auto direct = std::string(line);
            direct.erase(direct.find(" constant-geometry"), 18);
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(direct, parse_plan(direct));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_constant_geometry);
