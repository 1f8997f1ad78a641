/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plans in shapes that the planner would not choose: all of them are sound.
#include "plan/check/check_plan.h"
#include "plan/planner/plan_shape.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
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
    CPPUNIT_TEST(a_convolution_is_as_its_shape_says);
    CPPUNIT_TEST(convolutions_come_in_many_lengths_and_splits);
    CPPUNIT_TEST(rader_and_bluestein_are_both_there);
    CPPUNIT_TEST(what_has_codelets_has_no_convolutions);
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

    void a_convolution_is_as_its_shape_says()
    {
        struct wanted {
            const char* why;
            std::int64_t length;
            length_split convolved;
            std::vector<std::int64_t> passes;
            convolution by;
        };
        const wanted ALL[] = {
            { "Rader's", 1021, { 1020 }, { 1020 }, convolution::rader },
            { "Bluestein's where Rader's applies",
              1021,
              { 2048 },
              { 2048 },
              convolution::bluestein },
            { "not the shortest", 1021, { 2304 }, { 2304 }, convolution::bluestein },
            { "two factors, there and back",
              4093,
              { 64, 128 },
              { 64, 128, 64 },
              convolution::bluestein },
            { "the other way round",
              4093,
              { 128, 64 },
              { 128, 64, 128 },
              convolution::bluestein },
        };
        for (const auto& limits : { gpu(), cpu() }) {
            for (const auto& w : ALL) {
                plan_shape shape;
                shape.splits = { { w.length, w.convolved } };
                const auto made = shaped_plan(transform(w.length), limits, shape);
                CPPUNIT_ASSERT_MESSAGE(w.why, points_of(made) == w.passes);
                CPPUNIT_ASSERT_MESSAGE(w.why, made.passes.front().load.by == w.by);
                CPPUNIT_ASSERT_NO_THROW_MESSAGE(w.why, check_plan(made));
            }
            // A length of 1500 points is neither, and 2^20 fit no workgroup.
            for (const std::int64_t m : { 1500, 1 << 20 }) {
                plan_shape shape;
                shape.splits = { { 1021, { m } } };
                CPPUNIT_ASSERT_THROW(shaped_plan(transform(1021), limits, shape),
                                     plan_error);
            }
        }
        plan_shape three;
        three.splits = { { 65537, { 32, 64, 81 } } };
        CPPUNIT_ASSERT(points_of(shaped_plan(transform(65537), gpu(), three)) ==
                       (std::vector<std::int64_t>{ 32, 64, 81, 64, 32 }));
    }

    void convolutions_come_in_many_lengths_and_splits()
    {
        for (const auto& limits : { gpu(), cpu() }) {
            for (const char* what : { "c2c forward 1021",
                                      "c2c inverse 4093, by length",
                                      "c2c forward 65537",
                                      "c2c forward 4093, float64",
                                      "r2c forward 10007",
                                      "r2c forward 20014",
                                      "dct2 forward 4093",
                                      "c2c forward 37x64",
                                      "c2c forward 16x1021" }) {
                auto asked = parse_transform(what);
                auto has_doubles = limits;
                has_doubles.has_float64 = true;
                const auto all = convolved_plans(asked, has_doubles, 12);
                CPPUNIT_ASSERT_MESSAGE(what, all.size() > 5);
                std::set<std::string> lines;
                for (const auto& p : all) {
                    CPPUNIT_ASSERT_NO_THROW_MESSAGE(plan_text(p), check_plan(p));
                    CPPUNIT_ASSERT_EQUAL(plan_text(p),
                                         plan_text(parse_plan(plan_text(p))));
                    lines.insert(plan_text(p));
                }
                CPPUNIT_ASSERT_EQUAL(all.size(), lines.size());
            }
        }
    }

    void rader_and_bluestein_are_both_there()
    {
        for (const auto& limits : { gpu(), cpu() }) {
            std::set<convolution> by;
            std::set<std::size_t> passes;
            std::set<std::int64_t> lengths;
            for (const auto& p : convolved_plans(transform(1201), limits, 12)) {
                by.insert(p.passes.front().load.by);
                passes.insert(p.passes.size());
                lengths.insert(p.passes.front().dimensions.front().length);
            }
            CPPUNIT_ASSERT((by == std::set<convolution>{ convolution::rader,
                                                         convolution::bluestein }));
            CPPUNIT_ASSERT(passes.count(1) && passes.count(3));
            CPPUNIT_ASSERT(lengths.size() > 8);
        }
    }

    void what_has_codelets_has_no_convolutions()
    {
        CPPUNIT_ASSERT(convolved_plans(transform(1024), gpu(), 8).empty());
        CPPUNIT_ASSERT(convolved_plans(transform(31 * 29), gpu(), 8).empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plan_shape);
