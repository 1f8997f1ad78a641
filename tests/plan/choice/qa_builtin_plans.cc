/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plans that come with the library: each is sound, and is taken where it should be.
#include "exec/self_test/self_test.h"
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/simt/tile.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;

namespace {

plan planned(const std::string& request, const device_limits& limits)
{
    return choose_plan(parse_transform(request), limits);
}

//! The first builtin plan for sm_90 that is one pass of a c2c, whose stages are others
//! than the model's.
plan known_single_pass()
{
    for (const auto& line : builtin_plan_lines("sm_90")) {
        const auto p = parse_plan(line);
        if (p.passes.size() == 1 && p.request.kind == transform_kind::c2c &&
            p.request.rank() == 1 && !p.passes.front().convolves &&
            plan_text(choose_plan(p.request, testing::hopper(""))) != line)
            return p;
    }
    throw std::logic_error("no plan of one pass is known");
}

void expect_same_settings(const plan& known, const plan& made)
{
    CPPUNIT_ASSERT_EQUAL(known.passes.size(), made.passes.size());
    for (std::size_t i = 0; i < known.passes.size(); ++i) {
        const auto& a = known.passes[i];
        const auto& b = made.passes[i];
        CPPUNIT_ASSERT_EQUAL(a.stages.size(), b.stages.size());
        for (std::size_t s = 0; s < a.stages.size(); ++s) {
            CPPUNIT_ASSERT_EQUAL(a.stages[s].radix, b.stages[s].radix);
            CPPUNIT_ASSERT_EQUAL(a.stages[s].per_item, b.stages[s].per_item);
        }
        CPPUNIT_ASSERT_EQUAL(a.columns.size, b.columns.size);
        CPPUNIT_ASSERT_EQUAL(a.workgroup().min_blocks, b.workgroup().min_blocks);
        CPPUNIT_ASSERT(a.workgroup().padding == b.workgroup().padding);
    }
}

} // namespace

class qa_builtin_plans : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_builtin_plans);
    CPPUNIT_TEST(every_line_is_a_plan_that_fits);
    CPPUNIT_TEST(every_line_is_taken_for_its_transform);
    CPPUNIT_TEST(other_ends_take_the_settings);
    CPPUNIT_TEST(what_was_taken_over_computes_the_transform);
    CPPUNIT_TEST(what_does_not_fit_is_left_to_the_model);
    CPPUNIT_TEST(what_takes_more_of_the_stack_is_not_taken);
    CPPUNIT_TEST(other_architectures_are_left_to_the_model);
    CPPUNIT_TEST_SUITE_END();

public:
    void every_line_is_a_plan_that_fits()
    {
        CPPUNIT_ASSERT(!known_architectures().empty());
        for (const auto& architecture : known_architectures()) {
            const auto limits = testing::hopper(architecture);
            const auto lines = builtin_plan_lines(architecture);
            CPPUNIT_ASSERT(!lines.empty());
            for (const auto& line : lines) {
                const auto p = parse_plan(line); // checks it
                CPPUNIT_ASSERT_EQUAL(line, plan_text(p));
                for (const auto& one : p.passes) {
                    CPPUNIT_ASSERT_MESSAGE(line,
                                           one.work_items() <= limits.max_work_items);
                    CPPUNIT_ASSERT_MESSAGE(
                        line, local_memory_bytes(one) <= limits.local_memory_bytes);
                }
            }
        }
    }

    // A line that is never taken has no place in the file.
    void every_line_is_taken_for_its_transform()
    {
        for (const auto& architecture : known_architectures()) {
            for (const auto& line : builtin_plan_lines(architecture))
                CPPUNIT_ASSERT_EQUAL(
                    line,
                    plan_text(choose_plan(parse_plan(line).request,
                                          testing::hopper(architecture))));
        }
    }

    void other_ends_take_the_settings()
    {
        const auto known = known_single_pass();
        const auto length = std::to_string(known.request.shape[0].length);
        for (const auto& request : { "c2c inverse " + length,
                                     "c2c forward " + length + ", windowed",
                                     "c2c forward " + length + ", scaled by 2",
                                     "c2c inverse " + length + ", by length, in place",
                                     "c2c forward " + length + ", planar input" }) {
            const auto made = planned(request, testing::hopper("sm_90"));
            CPPUNIT_ASSERT_EQUAL(request, to_string(made.request));
            expect_same_settings(known, made);
        }
        const auto windowed =
            planned("c2c forward " + length + ", windowed", testing::hopper("sm_90"));
        CPPUNIT_ASSERT(windowed.passes.front().load.windowed);
    }

    // Builtin plans are run on the fake device, which interprets plans.
    void what_was_taken_over_computes_the_transform()
    {
        device_info info;
        info.limits = testing::hopper("sm_90");
        const auto on = make_fake_device(info, std::make_shared<fake_control>());
        const auto length = std::to_string(known_single_pass().request.shape[0].length);
        for (const auto& request : { "c2c inverse " + length,
                                     "c2c forward " + length + ", windowed",
                                     "c2c forward " + length + ", loops 3" })
            self_test(executor(planned(request, info.limits), on));
    }

    void what_does_not_fit_is_left_to_the_model()
    {
        const auto known = known_single_pass();
        auto limits = testing::hopper("sm_90");
        limits.max_work_items = 8;
        auto unknown = limits;
        unknown.architecture = "";
        CPPUNIT_ASSERT_EQUAL(plan_text(choose_plan(known.request, unknown)),
                             plan_text(choose_plan(known.request, limits)));
    }

    //! Wisdom says what a device is, and not how large the stacks of its threads are.
    void what_takes_more_of_the_stack_is_not_taken()
    {
        auto narrow = testing::make_limits(true, 1024, 4096, 512);
        narrow.has_float64 = true;
        auto wide = narrow;
        wide.row_stack_bytes = 2 * 1024 * 1024;
        const struct {
            const char* request;
            bool takes_more;
        } cases[] = {
            { "c2c forward 262144", true },
            { "c2c forward 131072, float64", true },
            { "r2c forward 262144", true },
            { "c2c forward 8192x2", true }, // lanes are N-d rows
            { "c2c forward 65536", false },
            { "c2c forward 1365x3", false },
            { "c2c forward 64x64", false },
        };
        for (const auto& c : cases) {
            const auto request = parse_transform(c.request);
            const auto line = plan_text(model_plan(request, wide));
            CPPUNIT_ASSERT_MESSAGE(line, builtin_plan_of(line, request, wide));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                line, !c.takes_more, builtin_plan_of(line, request, narrow).has_value());
        }
    }

    void other_architectures_are_left_to_the_model()
    {
        const auto known = known_single_pass();
        CPPUNIT_ASSERT_EQUAL(
            plan_text(choose_plan(known.request, testing::hopper(""))),
            plan_text(choose_plan(known.request, testing::hopper("sm_1"))));
        CPPUNIT_ASSERT(builtin_plan_lines("sm_1").empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_builtin_plans);
