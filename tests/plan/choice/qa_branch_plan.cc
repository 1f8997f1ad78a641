/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which plans make a synthesizer's samples in one kernel, how many workgroups they take,
// and which plan lines are refused.
#include "plan/check/check_plan.h"
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_branch_plan.h"
#include "plan/ir/forms/branch_rows.h"
#include "plan/simt/tile.h"
#include "plan/text/plan_text.h"
#include "support/refusal.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <string>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

device_limits h200()
{
    auto limits = make_limits(false, 227, 1024, 128);
    limits.workgroup_registers = 65536;
    limits.max_cluster = 16;
    limits.architecture = "sm_90";
    return limits;
}

struct chosen_case {
    std::int64_t points;
    summed_branches how;
    bool is_one_kernel;
};

const chosen_case CASES[] = {
    { 2, { 1, 1 }, true },
    { 4, { 12, 1 }, true },
    { 4, { 12, 2 }, true },
    { 60, { 8, 1 }, true },
    { 64, { 12, 1 }, true },
    { 64, { 12, 2 }, true },
    { 64, { 24, 1 }, true },
    { 256, { 12, 1 }, true },
    { 256, { 12, 2 }, true },
    { 512, { 12, 1 }, true },
    { 1024, { 12, 1 }, true },
    // Too many rows before, no workgroup for as many points, and primes.
    { 64, { 100, 1 }, false },
    { 8192, { 2, 1 }, false },
    { 67, { 4, 1 }, false },
};

struct refused_line {
    const char* line;
    const char* says;
};

const refused_line REFUSED[] = {
    { "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches3 columns=row:10 "
      "branch-rows=2",
      "staged-output" },
    { "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches3 columns=row:10 "
      "staged-output",
      "branch-rows must be 1 .. 64, got 0" },
    { "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches3 columns=row:10 "
      "staged-output branch-rows=3",
      "a workgroup of 10 rows has samples of 8, since 2 are those before the first: they "
      "must be a multiple of 3" },
    { "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches3 columns=row:2 "
      "staged-output branch-rows=1",
      "taps a branch must be 1 .. 2, got 3" },
    { "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches3x3 columns=row:8 "
      "staged-output branch-rows=2",
      "points a branch must be 1 .. 2, got 3" },
    { "c2c inverse 15: stockham | 3.5 store=c2c.swap.branches3x2 columns=row:10 "
      "staged-output branch-rows=2",
      "2 points a branch do not divide the 15" },
    { "c2c inverse 16: stockham | 4.4 columns=row:10 staged-output branch-rows=2",
      "branch-rows=2 is for a store operation that adds up branches" },
    { "c2c inverse 16, output rotated by 8: stockham | 4.4 store=c2c.swap.branches3 "
      "columns=row:10 staged-output branch-rows=2",
      "rotated" },
    { "c2c inverse 16, scale by 1/N: stockham | 4.4 store=c2c.swap.branches3.scaled "
      "columns=row:10 staged-output branch-rows=2",
      "scaled" },
    { "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches64 columns=row:127 "
      "staged-output branch-rows=64",
      "terms of branches: branch-rows times taps a branch must be 1 .. 2048, got 4096" },
    { "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches0 columns=row:10 "
      "staged-output branch-rows=2",
      "taps a branch must be 1 .. 10, got 0" },
    { "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches3x1x1 columns=row:10 "
      "staged-output branch-rows=2",
      "names taps a branch" },
};

} // namespace

class qa_branch_plan : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_branch_plan);
    CPPUNIT_TEST(plans_fit_and_their_lines_say_all);
    CPPUNIT_TEST(workgroups_share_the_rows_before);
    CPPUNIT_TEST(cpu_devices_have_none);
    CPPUNIT_TEST(lines_that_do_not_fit_are_refused);
    CPPUNIT_TEST(lines_are_of_no_ordinary_transform);
    CPPUNIT_TEST_SUITE_END();

    static void check(const chosen_case& c, const device_limits& limits)
    {
        const auto made = choose_branch_plan(c.points, c.how, limits);
        if (!made)
            return;
        const auto line = plan_text(*made);
        const auto& p = made->passes.front();
        check_plan(*made);
        CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
        CPPUNIT_ASSERT_MESSAGE(line, p.store.branches == c.how);
        CPPUNIT_ASSERT_MESSAGE(line, p.work_items() <= limits.max_work_items);
        CPPUNIT_ASSERT_MESSAGE(line, local_memory_bytes(p) <= limits.local_memory_bytes);
    }

    void plans_fit_and_their_lines_say_all()
    {
        for (const auto& c : CASES) {
            check(c, h200());
            check(c, make_limits(false, 48, 1024, 64));
            check(c, make_limits(false, 16, 256, 64));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                fmt::format("{} points, {} taps", c.points, c.how.taps_per_branch),
                c.is_one_kernel,
                choose_branch_plan(c.points, c.how, h200()).has_value());
        }
    }

    void workgroups_share_the_rows_before()
    {
        const auto made =
            parse_plan("c2c inverse 16: stockham | 4.4 store=c2c.swap.branches3 "
                       "columns=row:10 staged-output branch-rows=2");
        const auto& p = made.passes.front();
        CPPUNIT_ASSERT_EQUAL(std::int64_t(8), p.rows_of_group());
        const std::uint64_t rows[] = { 2, 3, 10, 11, 18, 19 };
        const std::uint64_t groups[] = { 0, 1, 1, 2, 2, 3 };
        for (std::size_t i = 0; i < std::size(rows); ++i)
            CPPUNIT_ASSERT_EQUAL(groups[i], p.groups(rows[i]));
    }

    void cpu_devices_have_none()
    {
        CPPUNIT_ASSERT(
            !choose_branch_plan(64, { 12, 1 }, make_limits(true, 1024, 4096, 512)));
    }

    void lines_that_do_not_fit_are_refused()
    {
        for (const auto& each : REFUSED)
            expect_refusal_with(each.says, [&] { check_plan(parse_plan(each.line)); });
    }

    //! Wisdom that was changed by hand, say.
    void lines_are_of_no_ordinary_transform()
    {
        const auto line = plan_text(*choose_branch_plan(64, { 12, 1 }, h200()));
        const auto request = parse_plan(line).request;
        CPPUNIT_ASSERT(!builtin_plan_of(line, request, h200()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_branch_plan);
