/* SPDX-License-Identifier: GPL-3.0-or-later */
// Bank conflicts of one padding after another, against a count that takes its time.
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/joined_stages.h"
#include "plan/ir/plan.h"
#include "plan/planner/model_plan.h"
#include "plan/simt/padding.h"
#include "plan/simt/tile.h"
#include "plan/text/plan_text.h"
#include "support/transforms/every_transform.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <map>
#include <set>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! \return cycles that local memory takes for an access each of work-items \p first ..
//! \p first + \p count - 1
double plain_turns(const std::vector<atom>& lanes,
                   std::int64_t atom::*weight,
                   int first,
                   int count,
                   int banks)
{
    std::map<std::int64_t, std::set<std::int64_t>> words; // in each bank
    for (int t = first; t < first + count; ++t) {
        const auto address = lane_offset(lanes, t, weight);
        words[address % banks].insert(address);
    }
    std::size_t most = 1;
    for (const auto& bank : words)
        most = std::max(most, bank.second.size());
    return static_cast<double>(most);
}

//! Counts the tile of each padding anew, each of four groups of lanes looked at.
double plain_conflicts(const pass& p, const device_limits& limits)
{
    const bool is_whole = p.workgroup().parts == exchange::whole && !p.is_real();
    const auto words = static_cast<int>((is_whole ? 2 : 1) * real_bytes(p) / 4);
    const int banks = limits.local_memory_banks / words;
    const int together = limits.subgroup / words;
    const auto layout = make_tile(p);
    const auto m = p.stages.size();
    const bool is_joined = has_joined_stages(p);
    double sum = 0, accesses = 0;
    for (std::size_t i = 0; i < p.steps(); ++i) {
        const bool reads =
            i > 0 ? i != m && !(is_joined && i + 1 == m) : p.comes_by_exchange();
        const bool writes = i + 1 < p.steps() ? i + 1 != m && !(is_joined && i + 2 == m)
                                              : p.leaves_by_exchange();
        const auto& lanes = layout.stages[i].lanes;
        const int active = p.active_items(i), count = std::min(together, active);
        const int groups = std::clamp(active / together, 1, 4);
        for (int g = 0; g < groups; ++g) {
            const int first = active / groups * g / together * together;
            const auto turns = [&](std::int64_t atom::*weight) {
                return plain_turns(lanes, weight, first, count, banks) *
                       p.points_per_item(i) / groups;
            };
            sum += reads ? turns(&atom::local_weight) : 0;
            sum += writes ? turns(p.leaves_group(i) ? &atom::remote_weight
                                  : p.workgroup().has_constant_geometry
                                      ? &atom::left_weight
                                      : &atom::local_weight)
                          : 0;
        }
        accesses += (reads + writes) * p.points_per_item(i);
    }
    return accesses > 0 ? sum / accesses : 1;
}

} // namespace

class qa_conflict_count : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_conflict_count);
    CPPUNIT_TEST(turns_are_those_of_a_plain_count);
    CPPUNIT_TEST(so_are_those_of_constant_geometry);
    CPPUNIT_TEST_SUITE_END();

    void turns_are_those_of_a_plain_count()
    {
        using kind = transform_kind;
        const transform all[] = { transform(60),
                                  transform(480),
                                  transform(1021),
                                  transform(4096),
                                  transform(48000),
                                  transform(65536),
                                  transform_of(kind::c2c, { 30, 30 }),
                                  transform_of(kind::r2c, { 1000 }),
                                  transform_of(kind::dct2, { 64 }) };
        int counted = 0;
        for (const auto& limits :
             { LIMITS[0].limits, LIMITS[2].limits, LIMITS[4].limits, with_clusters() }) {
            for (const auto& t : all) {
                for (auto p : model_plan(t, limits).passes) {
                    if (!p.uses_local_memory())
                        continue;
                    for (const auto& padding :
                         std::vector<std::vector<int>>{ p.workgroup().padding,
                                                        { 0, 0 },
                                                        { 1, 3 },
                                                        { 2, 1, 2, 5 } }) {
                        p.change_workgroup().padding = padding;
                        CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(to_string(t),
                                                             plain_conflicts(p, limits),
                                                             bank_conflicts(p, limits),
                                                             1e-9);
                        ++counted;
                    }
                }
            }
        }
        CPPUNIT_ASSERT(counted > 100);
    }

    //! Passes without staged outputs, whose way out is no exchange.
    void so_are_those_of_constant_geometry()
    {
        for (const auto* line :
             { "c2c forward 256: stockham | 4x2.4x2.4x2.4x2 constant-geometry",
               "c2c forward 4096: stockham | 16.16.16 constant-geometry",
               "c2c forward 125: stockham | 5.5.5 columns=row:3 split constant-geometry",
               "c2c forward 1024: stockham | 32.32 staged-input constant-geometry" }) {
            auto p = parse_plan(line).passes.front();
            for (const auto& padding :
                 std::vector<std::vector<int>>{ {}, { 1 }, { 0, 1 }, { 2, 1, 3 } }) {
                p.change_workgroup().padding = padding;
                for (const auto& on : { LIMITS[0], LIMITS[2] })
                    CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(line,
                                                         plain_conflicts(p, on.limits),
                                                         bank_conflicts(p, on.limits),
                                                         1e-9);
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_conflict_count);
