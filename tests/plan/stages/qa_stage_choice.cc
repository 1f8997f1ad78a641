/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the search for stages leaves out is no better than what it finds.
#include "plan/cost/occupancy_limits.h"
#include "plan/stages/best_stages.h"
#include "plan/stages/stage_choice.h"
#include "plan/stages/stage_divisions.h"
#include "plan/stages/stage_per_item.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::size_t MOST_STAGES = 8;

struct shape {
    const char* why;
    std::vector<std::int64_t> lengths;
    std::int64_t columns;
};

const shape SHAPES[] = {
    { "a subgroup takes a row", { 64 }, 8 },
    { "two radices, in any order", { 120 }, 4 },
    { "a radix above what is held", { 31 * 16 }, 1 },
    { "a long row", { 4096 }, 1 },
    { "three or four stages", { 7200 }, 1 },
    { "dimensions in turn", { 12, 20 }, 2 },
    { "equal dimensions, which may be joined", { 16, 16 }, 1 },
    { "whose last stages are worth joining", { 32, 64 }, 1 },
    { "orders that differ in dimensions alone", { 6, 6, 6 }, 1 },
};

//! Rows of the batch that follow one another.
stage_request request_of(const shape& s)
{
    stage_request r;
    r.lengths = s.lengths;
    auto& p = r.shaped;
    p.dimensions.assign(s.lengths.size(), {});
    std::int64_t points = 1;
    for (auto d = s.lengths.size(); d-- > 0;) {
        auto& along = p.dimensions[d];
        along.length = along.caller_length = s.lengths[d];
        along.input_stride = along.output_stride = points;
        points *= s.lengths[d];
    }
    p.columns.size = s.columns;
    p.columns.input_weight = p.columns.output_weight = points;
    return r;
}

std::int64_t points_of(const stage_request& r)
{
    std::int64_t points = 1;
    for (const auto length : r.lengths)
        points *= length;
    return points;
}

//! All stages of a request, one after the other, without a thought for their cost.
class every_order
{
public:
    every_order(const stage_request& r, const device_limits& limits)
        : d_request(r),
          d_limits(limits),
          d_most_held(most_points_per_item(limits, r.shaped.number)),
          d_divided(d_most_held, MOST_STAGES, false),
          d_pass(r.shaped),
          d_points(points_of(r)),
          d_costs(r.shaped, d_points, false, limits)
    {
        if (r.lengths.size() > 1)
            d_losses = run_losses(r.shaped, r.lengths, d_divided);
    }

    //! The least cost of up to \p most stages.
    double least(std::size_t most)
    {
        auto best = none();
        std::vector<const stage_division*> all;
        for (const auto length : d_request.lengths)
            all.push_back(&d_divided.of(length));
        d_pass.stages.clear();
        add(all, most, best);
        return best.cost();
    }

    //! The cost of \p stages with the best number of butterflies per item.
    double cost(std::vector<stage> stages)
    {
        auto best = none();
        for (auto& s : stages)
            s.per_item = 1;
        d_pass.stages = std::move(stages);
        best.weigh(d_pass, d_losses);
        return best.cost();
    }

private:
    best_stages none() const
    {
        return best_stages(d_request.shaped, d_points, d_most_held, d_costs, d_limits);
    }

    void add(std::vector<const stage_division*>& rest, std::size_t most, best_stages& to)
    {
        bool is_done = true;
        for (std::size_t d = 0; d < rest.size(); ++d) {
            const auto* whole = rest[d];
            for (const auto& [radix, less] : whole->first) {
                is_done = false;
                if (!most)
                    return;
                rest[d] = less;
                d_pass.stages.push_back(
                    { radix, 1, twiddle_source::full, static_cast<int>(d) });
                add(rest, most - 1, to);
                d_pass.stages.pop_back();
            }
            rest[d] = whole;
        }
        if (is_done)
            to.weigh(d_pass, d_losses);
    }

    const stage_request& d_request;
    device_limits d_limits;
    int d_most_held;
    stage_divisions d_divided;
    pass d_pass;
    std::int64_t d_points;
    run_losses d_losses;
    stage_costs d_costs;
};

} // namespace

class qa_stage_choice : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_stage_choice);
    CPPUNIT_TEST(nothing_better_is_left_out);
    CPPUNIT_TEST(there_are_stages_where_some_are_chosen);
    CPPUNIT_TEST_SUITE_END();

    template <typename Check>
    static void each_choice(Check check)
    {
        for (const auto& on : LIMITS) {
            for (const auto& s : SHAPES) {
                const auto r = request_of(s);
                check(fmt::format("{}: {}, {}", s.why, s.lengths, on.why), r, on.limits);
            }
        }
    }

    void nothing_better_is_left_out()
    {
        int counted = 0;
        each_choice([&](const std::string& why,
                        const stage_request& r,
                        const device_limits& limits) {
            const auto chosen = choose_stages(r, limits);
            every_order all(r, limits);
            if (!chosen)
                return;
            CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(
                why, all.least(chosen->size()), all.cost(*chosen), 1e-9);
            ++counted;
        });
        CPPUNIT_ASSERT(counted > 30);
    }

    void there_are_stages_where_some_are_chosen()
    {
        int chosen = 0, outer_loops = 0;
        each_choice([&](const std::string& why,
                        const stage_request& r,
                        const device_limits& limits) {
            const bool is_chosen = choose_stages(r, limits).has_value();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(why, is_chosen, has_stages(r, limits));
            ++(is_chosen ? chosen : outer_loops);
        });
        CPPUNIT_ASSERT(chosen && outer_loops);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_stage_choice);
