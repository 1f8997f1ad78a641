/* SPDX-License-Identifier: GPL-3.0-or-later */
// What wisdom of a plain transform changes in a plan that accumulates powers: the stages,
// and nothing in the load and store operations.
#include "plan/check/check_plan.h"
#include "plan/choice/choose_power_plan.h"
#include "plan/choice/power_choice.h"
#include "plan/text/plan_text.h"
#include "support/transforms/wisdom_entries.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;
using testing::wise;

namespace {

device_info gpu()
{
    device_info info;
    info.name = "cuda:0";
    info.product = "GPU A";
    info.driver = "1.0";
    info.limits.local_memory_bytes = 48 * 1024;
    info.limits.max_work_items = 1024;
    info.limits.registers = 128;
    info.limits.architecture = "sm_1";
    return info;
}

device_info cpu()
{
    auto info = gpu();
    info.name = "opencl:0";
    info.limits.is_cpu = true;
    info.limits.vector_width = 16;
    info.limits.registers = 512;
    info.limits.local_memory_bytes = 1024 * 1024;
    info.limits.max_work_items = 4096;
    return info;
}

chosen_power_plan chosen(const device_info& on,
                         const power_request& what,
                         const std::vector<wisdom_entry>& known,
                         effort how = effort::wisdom)
{
    wisdom_index book;
    for (const auto& k : known)
        book.add(k);
    return choose_power_plan(what, on.limits, device_key_of(on), how, book);
}

std::vector<int> radices_of(const power_plan& p)
{
    std::vector<int> all;
    for (const auto& s : p.front.passes[0].stages)
        all.push_back(static_cast<int>(s.radix));
    return all;
}

const char OTHER[] = "c2c forward 1024: stockham | 4.16.16 columns=row:2 padding=1";
const std::vector<int> OTHER_RADICES = { 4, 16, 16 };

} // namespace

class qa_power_choice : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_power_choice);
    CPPUNIT_TEST(stages_come_from_wisdom);
    CPPUNIT_TEST(estimates_and_other_lengths_are_the_planners);
    CPPUNIT_TEST(another_device_of_the_architecture_says_so);
    CPPUNIT_TEST(ends_stay_the_planners);
    CPPUNIT_TEST(spectra_stay_in_the_caches);
    CPPUNIT_TEST_SUITE_END();

    const power_request d_request = { 1024, 300, sample_kind::complex_int16 };

public:
    void stages_come_from_wisdom()
    {
        const auto c = chosen(gpu(), d_request, { wise(gpu(), OTHER) });
        CPPUNIT_ASSERT(c.result.is_fused);
        CPPUNIT_ASSERT(c.from == plan_origin::wisdom);
        CPPUNIT_ASSERT_EQUAL(
            std::string("settings of wisdom of this device for c2c forward 1024"),
            c.says);
        CPPUNIT_ASSERT(radices_of(c.result) == OTHER_RADICES);
        CPPUNIT_ASSERT_EQUAL(2, static_cast<int>(c.result.front.passes[0].columns.size));
        check_plan(c.result.front); // throws
    }

    void estimates_and_other_lengths_are_the_planners()
    {
        const auto planners = plan_text(choose_power_plan(d_request, gpu().limits).front);
        const auto line_of = [](const chosen_power_plan& c) {
            return plan_text(c.result.front);
        };
        CPPUNIT_ASSERT(line_of(chosen(gpu(), d_request, { wise(gpu(), OTHER) })) !=
                       planners);
        const auto estimate =
            chosen(gpu(), d_request, { wise(gpu(), OTHER) }, effort::estimate);
        CPPUNIT_ASSERT_EQUAL(planners, line_of(estimate));
        CPPUNIT_ASSERT(estimate.from < plan_origin::architecture);
        const std::string longer = "c2c forward 2048: stockham | 8.16.16";
        CPPUNIT_ASSERT_EQUAL(planners,
                             line_of(chosen(gpu(), d_request, { wise(gpu(), longer) })));
        // A plan that needs more local memory than there is.
        const std::string large = "c2c forward 1024: stockham | 4.16.16 columns=row:64";
        CPPUNIT_ASSERT_EQUAL(planners,
                             line_of(chosen(gpu(), d_request, { wise(gpu(), large) })));
    }

    void another_device_of_the_architecture_says_so()
    {
        auto other = gpu();
        other.product = "GPU B";
        const auto c = chosen(gpu(), d_request, { wise(other, OTHER) });
        CPPUNIT_ASSERT(c.from == plan_origin::architecture);
        CPPUNIT_ASSERT(radices_of(c.result) == OTHER_RADICES);
    }

    void ends_stay_the_planners()
    {
        // None of these settings could stay in a plan that accumulates powers.
        for (const char* word : { "staged-output", "evict-first-output" }) {
            const auto c = chosen(
                gpu(), d_request, { wise(gpu(), std::string(OTHER) + " " + word) });
            CPPUNIT_ASSERT_MESSAGE(word, radices_of(c.result) == OTHER_RADICES);
            const auto& made = c.result.front.passes[0];
            CPPUNIT_ASSERT_MESSAGE(word,
                                   !made.workgroup().staged_output &&
                                       !made.workgroup().evict_first_output);
            CPPUNIT_ASSERT_MESSAGE(word, made.load.samples == sample_format::int16);
            CPPUNIT_ASSERT_MESSAGE(word, made.load.windowed && made.store.power);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(word, std::int64_t(300), made.input_distance);
        }
    }

    void spectra_stay_in_the_caches()
    {
        const power_request request = { 60, 30, sample_kind::complex_float };
        const auto planners = choose_power_plan(request, cpu().limits);
        CPPUNIT_ASSERT(!planners.is_fused);
        const auto always = planners.front.passes[0].vector().nt_store_rows == 1 ? 7 : 1;
        const auto c = chosen(
            cpu(),
            request,
            { wise(cpu(),
                   "c2c forward 60: vector rows | 4.15 columns=row:16 simd lanes=16 "
                   "lane-columns workgroups=3 nt-store-rows=" +
                       std::to_string(always)) });
        CPPUNIT_ASSERT(c.from == plan_origin::wisdom);
        const auto& made = c.result.front.passes[0];
        CPPUNIT_ASSERT(radices_of(c.result) == (std::vector<int>{ 4, 15 }));
        CPPUNIT_ASSERT_EQUAL(3, static_cast<int>(made.vector().workgroups));
        CPPUNIT_ASSERT_EQUAL(planners.front.passes[0].vector().nt_store_rows,
                             made.vector().nt_store_rows);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_power_choice);
