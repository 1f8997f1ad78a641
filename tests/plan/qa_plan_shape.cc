/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plans in shapes that the planner would not choose: all of them are sound.
#include "plan/check_plan.h"
#include "plan/parse_transform.h"
#include "plan/plan_shape.h"
#include "plan/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <algorithm>
#include <set>

using namespace gpufft;

namespace {

device_limits gpu()
{
    device_limits limits;
    limits.local_memory_bytes = 96 * 1024;
    limits.max_work_items = 1024;
    limits.registers = 128;
    return limits;
}

device_limits cpu()
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = 16;
    limits.compute_units = 2;
    limits.local_memory_banks = 0;
    limits.subgroup = 1;
    return limits;
}

std::vector<std::int64_t> points_of(const plan& p)
{
    std::vector<std::int64_t> points;
    for (const auto& one : p.passes)
        points.push_back(one.points());
    return points;
}

} // namespace

class qa_plan_shape : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plan_shape);
    CPPUNIT_TEST(splits_come_in_every_order_the_even_ones_first);
    CPPUNIT_TEST(a_split_is_kept_to);
    CPPUNIT_TEST(a_split_that_does_not_fit_is_refused);
    CPPUNIT_TEST(shapes_differ_and_are_sound);
    CPPUNIT_TEST(dimensions_come_in_every_grouping);
    CPPUNIT_TEST(short_transforms_and_primes_have_none);
    CPPUNIT_TEST_SUITE_END();

public:
    void splits_come_in_every_order_the_even_ones_first()
    {
        const std::vector<length_split> pairs = {
            { 3, 4 }, { 4, 3 }, { 2, 6 }, { 6, 2 }
        };
        CPPUNIT_ASSERT(ordered_splits(12, 2) == pairs);
        // 2^6 in three: as many as there are ways to choose two of the five places.
        CPPUNIT_ASSERT_EQUAL(std::size_t(10), ordered_splits(64, 3).size());
        CPPUNIT_ASSERT((ordered_splits(64, 3).front() == length_split{ 4, 4, 4 }));
        CPPUNIT_ASSERT(ordered_splits(17, 2).empty());
    }

    void a_split_is_kept_to()
    {
        for (const auto& limits : { gpu(), cpu() }) {
            for (const length_split& split :
                 { length_split{ 1024, 1024 }, { 512, 2048 }, { 64, 128, 128 } }) {
                plan_shape shape;
                shape.splits = { { 1 << 20, split } };
                const auto made = shaped_plan(transform(1 << 20), limits, shape);
                CPPUNIT_ASSERT(points_of(made) == split);
                CPPUNIT_ASSERT_NO_THROW(check_plan(made));
            }
        }
    }

    void a_split_that_does_not_fit_is_refused()
    {
        plan_shape shape;
        shape.splits = { { 1 << 20, { 1 << 17, 1 << 3 } } };
        CPPUNIT_ASSERT_THROW(shaped_plan(transform(1 << 20), gpu(), shape), plan_error);
    }

    void shapes_differ_and_are_sound()
    {
        for (const auto& limits : { gpu(), cpu() }) {
            for (const char* what : { "c2c forward 1048576",
                                      "c2c inverse 65536, by length",
                                      "r2c forward 262144",
                                      "dct2 forward 96000",
                                      "c2c forward 16x65536" }) {
                const auto all = shaped_plans(parse_transform(what), limits, 8);
                CPPUNIT_ASSERT_MESSAGE(what, all.size() > 3);
                std::set<std::string> lines;
                for (const auto& p : all) {
                    CPPUNIT_ASSERT(p.passes.size() > 1);
                    CPPUNIT_ASSERT_NO_THROW_MESSAGE(plan_text(p), check_plan(p));
                    lines.insert(plan_text(p));
                }
                CPPUNIT_ASSERT_EQUAL(all.size(), lines.size());
            }
        }
    }

    void dimensions_come_in_every_grouping()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t(5), dimension_groupings(3).size());
        std::set<std::size_t> passes;
        for (const auto& p :
             shaped_plans(parse_transform("c2c forward 32x32x32"), gpu(), 8))
            passes.insert(p.passes.size());
        CPPUNIT_ASSERT((passes == std::set<std::size_t>{ 2, 3 }));
    }

    void short_transforms_and_primes_have_none()
    {
        CPPUNIT_ASSERT(shaped_plans(transform(4096), gpu(), 8).empty());
        CPPUNIT_ASSERT(shaped_plans(transform(65537), gpu(), 8).empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plan_shape);
