/* SPDX-License-Identifier: GPL-3.0-or-later */
// What was found for a transform serves its relatives: their passes are as long, their
// slices as many, and they compute what is asked.
#include "exec/executor/device_key.h"
#include "exec/self_test/self_test.h"
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/plan_choice.h"
#include "plan/choice/relatives.h"
#include "plan/choice/small_batch.h"
#include "plan/planner/model_plan.h"
#include "plan/planner/plan_shape.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/transforms/limits.h"
#include "support/transforms/wisdom_entries.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>

using namespace gpufft;

namespace {

//! What a GPU has whose workgroups hold so little that short transforms take several
//! passes.
device_limits narrow()
{
    device_limits limits;
    limits.local_memory_bytes = 2048;
    limits.max_work_items = 64;
    limits.registers = 64;
    limits.has_float64 = true;
    limits.global_memory_bytes = limits.max_allocation_bytes = std::int64_t(1) << 32;
    return limits;
}

std::string work_of(const plan& p)
{
    auto text = std::to_string(p.slice_rows) + "/" + std::to_string(p.concurrent_slices);
    for (const auto& one : p.passes) {
        text += " |";
        for (const auto& s : one.stages)
            text += " " + std::to_string(s.radix);
        text += " of " + std::to_string(one.columns.size);
    }
    return text;
}

plan planned(const std::string& request)
{
    return choose_plan(parse_transform(request), testing::hopper("sm_90"));
}

// Ends that a plan of the words before the comma gets; several dimensions have no
// windows, and their rotations are the planner's.
const char* const ENDS[] = { "scaled by 2",   "planar input, planar output",
                             "planar output", "in place",
                             "by length",     "orthonormal" };
const char* const ENDS_1D[] = { "windowed", "output rotated by 8", "input rotated by 3" };

std::vector<std::string> relatives_of(const transform& known)
{
    std::vector<std::string> all;
    const auto plain = to_string(known);
    for (const auto* ends : ENDS)
        all.push_back(plain + ", " + ends);
    for (const auto* ends : ENDS_1D)
        if (known.rank() == 1)
            all.push_back(plain + ", " + ends);
    auto inverse = known;
    inverse.dir = direction::inverse;
    all.push_back(to_string(inverse));
    all.push_back(to_string(inverse) + ", by length, in place");
    return all;
}

//! Points of each pass and what else is told from the planner's plan.
struct found_plan {
    const char* request;
    plan_shape shape; //!< none of the planner's own
};

std::vector<found_plan> found_plans()
{
    plan_shape uneven, three, prime, grouped;
    uneven.splits = { { 2048, { 128, 16 } } };
    three.splits = { { 1536, { 8, 16, 12 } } };
    prime.splits = { { 509, { 36, 36 } } };
    grouped.grouping = 1; // each dimension alone
    return { { "c2c forward 2048", uneven },
             { "c2c forward 1536", three },
             { "c2c forward 509", prime }, // by Bluestein, in three passes
             { "c2c forward 64x16", grouped } };
}

plan sliced(plan p)
{
    p.slice_rows = 2;
    p.concurrent_slices = 2;
    return p;
}

} // namespace

class qa_relatives : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_relatives);
    CPPUNIT_TEST(relatives_of_several_passes_have_their_passes_and_slices);
    CPPUNIT_TEST(what_became_of_a_relative_computes_the_transform);
    CPPUNIT_TEST(wisdom_of_any_relative_serves);
    CPPUNIT_TEST(the_nearest_relative_serves);
    CPPUNIT_TEST(a_dst_has_the_passes_of_the_dct_of_its_type);
    CPPUNIT_TEST(wisdom_of_a_dct_serves_the_dst);
    CPPUNIT_TEST(who_served_is_said);
    CPPUNIT_TEST(what_lies_otherwise_is_the_planners);
    CPPUNIT_TEST(convolutions_convolve_where_plain_transforms_are_known);
    CPPUNIT_TEST_SUITE_END();

public:
    // Inverse and windowed 2^20 had neither the slices of the forward one nor its passes.
    void relatives_of_several_passes_have_their_passes_and_slices()
    {
        int count = 0;
        for (const auto& line : builtin_plan_lines("sm_90")) {
            const auto known = parse_plan(line);
            if (known.passes.size() < 2 || known.request.kind != transform_kind::c2c ||
                known.request.number != precision::float32)
                continue;
            for (const auto& request : relatives_of(known.request)) {
                const auto result = planned(request);
                CPPUNIT_ASSERT_EQUAL(request, to_string(result.request));
                CPPUNIT_ASSERT_EQUAL_MESSAGE(request, work_of(known), work_of(result));
                ++count;
            }
        }
        CPPUNIT_ASSERT(count > 150);
    }

    // On the fake device, which interprets plans.
    void what_became_of_a_relative_computes_the_transform()
    {
        device_info info;
        info.limits = narrow();
        const auto on = make_fake_device(info, std::make_shared<fake_control>());
        for (const auto& [request, shape] : found_plans()) {
            const auto known =
                sliced(shaped_plan(parse_transform(request), info.limits, shape));
            CPPUNIT_ASSERT(known.passes.size() > 1);
            for (const auto& relative : relatives_of(known.request)) {
                const auto planners = model_plan(parse_transform(relative), info.limits);
                const auto result = relative_plan(known, planners);
                CPPUNIT_ASSERT_MESSAGE(relative, result);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(relative, work_of(known), work_of(*result));
                CPPUNIT_ASSERT_EQUAL(plan_text(*result),
                                     plan_text(parse_plan(plan_text(*result))));
                self_test(executor(*result, on));
                // And back: a search may have been for any of them.
                const auto back =
                    relative_plan(*result, model_plan(known.request, info.limits));
                CPPUNIT_ASSERT_MESSAGE(relative, back);
                self_test(executor(*back, on));
            }
        }
    }

    void wisdom_of_any_relative_serves()
    {
        device_info on;
        on.name = "cuda:0";
        on.product = "GPU A";
        on.platform = "CUDA";
        on.driver = "1.0";
        on.limits = narrow();
        const auto request = parse_transform("c2c inverse 2048, windowed");
        const auto known =
            sliced(shaped_plan(request, on.limits, found_plans().front().shape));
        wisdom_index book;
        book.add(testing::wise(on, plan_text(known)));
        for (const auto* relative :
             { "c2c forward 2048", "c2c inverse 2048", "c2c forward 2048, in place" }) {
            const auto result = choose_plan(parse_transform(relative),
                                            on.limits,
                                            device_key_of(on),
                                            effort::wisdom,
                                            book);
            CPPUNIT_ASSERT(result.from == plan_origin::wisdom);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                relative, work_of(known), work_of(result.result));
        }
        const auto other = choose_plan(parse_transform("c2c forward 2048, float64"),
                                       on.limits,
                                       device_key_of(on),
                                       effort::wisdom,
                                       book);
        CPPUNIT_ASSERT(other.from == plan_origin::model);
    }

    // A plan that was found with a window serves what has one, the plain plan the others.
    void the_nearest_relative_serves()
    {
        std::vector<std::string> known = { "dct2 forward 64",
                                           "dst2 forward 64, in place",
                                           "dst2 forward 64" };
        sort_by_nearness(known, parse_transform("dst3 inverse 64, in place"));
        CPPUNIT_ASSERT_EQUAL(std::string("dst2 forward 64, in place"), known[0]);
        CPPUNIT_ASSERT_EQUAL(std::string("dst2 forward 64"), known[1]);
        const auto plain = work_of(planned("c2c forward 512"));
        const auto windowed = work_of(planned("c2c forward 512, windowed"));
        CPPUNIT_ASSERT(plain != windowed);
        for (const auto* ends :
             { ", output rotated by 256", ", in place", ", scaled by 2" })
            for (const auto* way : { "c2c forward 512", "c2c inverse 512" }) {
                const auto request = std::string(way) + ", windowed";
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    request + ends, windowed, work_of(planned(request + ends)));
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    way, plain, work_of(planned(std::string(way) + ends)));
            }
    }

    // A DST is the DCT of its type with inputs or outputs reversed and signs changed.
    void a_dst_has_the_passes_of_the_dct_of_its_type()
    {
        device_info info;
        info.limits = testing::hopper("sm_90");
        const auto on = make_fake_device(info, std::make_shared<fake_control>());
        int count = 0;
        for (const auto& line : builtin_plan_lines("sm_90")) {
            const auto known = parse_plan(line);
            auto request = known.request;
            request.kind = transform_kind::dst2;
            // Codelets of reals are of one kind.
            if (known.request.kind != transform_kind::dct2 ||
                known.passes.front().codelets != transform_kind::c2c ||
                model_plan(request, testing::hopper("sm_90")).passes.front().codelets !=
                    transform_kind::c2c)
                continue;
            const auto result = choose_plan(request, testing::hopper("sm_90"));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(line, work_of(known), work_of(result));
            if (request.points() <= 4096 && !result.passes.front().workgroup().bulk_input)
                self_test(executor(result, on));
            ++count;
        }
        CPPUNIT_ASSERT(count > 6);
    }

    void wisdom_of_a_dct_serves_the_dst()
    {
        device_info on;
        on.name = "cuda:0";
        on.product = "GPU A";
        on.limits = narrow();
        const std::string line =
            "dct3 forward 64: stockham | 2.4.4 paired-input paired-output";
        wisdom_index book;
        book.add(testing::wise(on, line));
        for (const auto* request :
             { "dst3 forward 64", "dst2 inverse 64", "dct2 inverse 64, in place" }) {
            const auto result = choose_plan(parse_transform(request),
                                            on.limits,
                                            device_key_of(on),
                                            effort::wisdom,
                                            book);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                request, work_of(parse_plan(line)), work_of(result.result));
            CPPUNIT_ASSERT_EQUAL(
                std::string("settings of wisdom of this device for dct3 forward 64"),
                result.says);
            self_test(executor(result.result,
                               make_fake_device(on, std::make_shared<fake_control>())));
        }
    }

    void who_served_is_said()
    {
        const struct {
            const char* request;
            const char* by; //!< "": the model
        } cases[] = {
            { "c2c inverse 1048576", "c2c forward 1048576" },
            { "c2c forward 1048576, windowed", "c2c forward 1048576" },
            { "c2c forward 1048576, output rotated by 524288", "c2c forward 1048576" },
            { "c2c forward 1048576, scaled by 2", "c2c forward 1048576" },
            { "c2c inverse 1048576, by length, in place", "c2c forward 1048576" },
            { "c2c forward 1048576, planar input, planar output", "c2c forward 1048576" },
            { "c2c inverse 1024x1024", "c2c forward 1024x1024" },
            { "r2c forward 4096, in place", "r2c forward 4096" },
            { "r2c forward 4096, scaled by 2", "r2c forward 4096" },
            { "c2r inverse 131072, by length", "c2r inverse 131072" },
            { "c2c inverse 20480, float64", "c2c forward 20480, float64" },
            { "dct3 inverse 1024", "dct2 forward 1024" },
            { "dst2 forward 1024", "dct2 forward 1024" },
            { "dst3 inverse 512x512, orthonormal", "dct2 forward 512x512" },
            { "c2c inverse 1048576, float16", "" },
            { "dct1 forward 1025", "" },
        };
        for (const auto& c : cases) {
            const auto chosen = choose_plan_without_wisdom(parse_transform(c.request),
                                                           testing::hopper("sm_90"));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(c.request,
                                         c.by == std::string()
                                             ? "the model"
                                             : "settings of the library's plan for " +
                                                   std::string(c.by),
                                         chosen.says);
        }
        CPPUNIT_ASSERT_EQUAL(
            std::string("a plan of the library"),
            choose_plan_without_wisdom(parse_transform("c2c forward 1024"),
                                       testing::hopper("sm_90"))
                .says);
    }

    // Passes that were found for packed rows step elsewhere in others.
    void what_lies_otherwise_is_the_planners()
    {
        const auto known = sliced(shaped_plan(
            parse_transform("c2c forward 2048"), narrow(), found_plans().front().shape));
        for (const auto* request : { "c2c forward 2048, input strides 2",
                                     "c2c forward 2048, output distance 2050",
                                     "c2c forward 2048, loops 3",
                                     "c2c forward 2048, convolved",
                                     "c2c forward 2048, load 2*x",
                                     "c2c forward 2048, store y*k",
                                     "c2c forward 2048, float64" })
            CPPUNIT_ASSERT_MESSAGE(
                request,
                !relative_plan(known, model_plan(parse_transform(request), narrow())));
    }

    // The library knows plans of the plain transforms, of small batches too. They
    // computed the plain transform, which the self test refused.
    void convolutions_convolve_where_plain_transforms_are_known()
    {
        for (const auto* request : { "c2c forward 64, convolved",
                                     "c2c forward 64, convolved, in place",
                                     "c2c forward 1024, convolved",
                                     "c2c forward 4096, convolved, outputs from 1023" }) {
            const auto many = planned(request);
            const auto few = choose_plan_for_small_batch(many);
            for (const auto* one : { &many, few ? &few->result : &many })
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    request,
                    std::ptrdiff_t(1),
                    std::count_if(one->passes.begin(),
                                  one->passes.end(),
                                  [](const pass& p) { return p.callers_spectrum; }));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_relatives);
