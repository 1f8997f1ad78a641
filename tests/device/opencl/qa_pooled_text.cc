/* SPDX-License-Identifier: GPL-3.0-or-later */
// Kernels whose launches are enqueued part by part, and the words that they get for that.
// That they compute the same is the business of all tests on PoCL.
#include "codegen/generate/generate.h"
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "codegen/text/dialect.h"
#include "device/opencl/pocl/pooled_text.h"
#include "plan/ir/plan.h"
#include "plan/planner/model_plan.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::opencl;

namespace {

const char WORK[] = "    y[get_group_id(0)] = get_num_groups(0);\n}\n";

kernel_source small_kernel(int work_items, const std::string& work = WORK)
{
    kernel_source source;
    source.name = "small";
    source.work_items = work_items;
    source.text = "// A kernel.\ntypedef float real;\n\n"
                  "__kernel void small(__global uint* y,\n"
                  "                    uint count)\n{\n" +
                  work;
    return source;
}

//! Some of each form.
std::vector<kernel_source> generated()
{
    const auto& words = opencl_dialect();
    const auto cpu = testing::make_limits(true, 1024, 4096, 512);
    std::vector<kernel_source> all;
    for (const auto& limits : { cpu, device_limits(), testing::half_a_kib() })
        for (const std::int64_t length : { 2, 60, 1024, 8209 })
            for (auto& each :
                 generate_kernels(model_plan(transform(length), limits), words))
                all.push_back(each);
    const power_request what{ 64, 64, sample_kind::complex_uint8, accumulation::sum };
    all.push_back(generate_convert(what, words));
    all.push_back(generate_accumulate(what, words));
    all.push_back(generate_histogram_columns({ 64, 16 }, 4, words));
    return all;
}

std::size_t count_of(const std::string& what, const std::string& in)
{
    std::size_t found = 0;
    for (auto at = in.find(what); at != std::string::npos; at = in.find(what, at + 1))
        ++found;
    return found;
}

} // namespace

class qa_pooled_text : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pooled_text);
    CPPUNIT_TEST(arguments_say_which_part_it_is);
    CPPUNIT_TEST(workgroups_behind_the_last_do_nothing);
    CPPUNIT_TEST(work_items_that_meet_have_parts_of_a_workgroup);
    CPPUNIT_TEST(parts_are_as_large_as_is_worth_a_launch);
    CPPUNIT_TEST(all_else_stays);
    CPPUNIT_TEST(generated_kernels_ask_for_nothing_else);
    CPPUNIT_TEST_SUITE_END();

public:
    void arguments_say_which_part_it_is()
    {
        const auto text = pooled_text(small_kernel(8));
        const auto group =
            text.find("\n#define get_group_id(d) (part_group + get_group_id(d))\n");
        const auto groups = text.find("\n#define get_num_groups(d) part_groups\n");
        const auto head = text.find("__kernel void small(");
        CPPUNIT_ASSERT(text.find("uint count, const ulong part_group, const ulong "
                                 "part_groups)\n{") != std::string::npos);
        CPPUNIT_ASSERT(group != std::string::npos && groups != std::string::npos);
        // Behind what all kernels begin with, so that this may stay as it is.
        CPPUNIT_ASSERT(text.find("typedef") < group && group < groups && groups < head);
    }

    void workgroups_behind_the_last_do_nothing()
    {
        const auto text = pooled_text(small_kernel(8));
        const std::string guard = "    if (get_group_id(0) >= get_num_groups(0))\n"
                                  "        return;";
        const auto at = text.find("{\n" + guard);
        CPPUNIT_ASSERT(at != std::string::npos);
        CPPUNIT_ASSERT(at > text.find("part_groups)") && at < text.find("y[get_group"));
    }

    void work_items_that_meet_have_parts_of_a_workgroup()
    {
        const auto meets =
            small_kernel(8, std::string("    barrier(CLK_LOCAL_MEM_FENCE);\n") + WORK);
        CPPUNIT_ASSERT_EQUAL(1, groups_in_part(meets));
        CPPUNIT_ASSERT(pooled_text(meets).find("return") == std::string::npos);
        // Nor do workgroups that take what work there is, in as many parts as they are.
        auto shares = small_kernel(1);
        CPPUNIT_ASSERT(!shares_its_work(shares));
        shares.made_from.kernel = vector_kernel();
        CPPUNIT_ASSERT(shares_its_work(shares));
        CPPUNIT_ASSERT_EQUAL(1, groups_in_part(shares));
        CPPUNIT_ASSERT(pooled_text(shares).find("return") == std::string::npos);
    }

    void parts_are_as_large_as_is_worth_a_launch()
    {
        CPPUNIT_ASSERT_EQUAL(64, groups_in_part(small_kernel(1)));
        CPPUNIT_ASSERT_EQUAL(64, groups_in_part(small_kernel(64)));
        CPPUNIT_ASSERT_EQUAL(16, groups_in_part(small_kernel(256)));
        CPPUNIT_ASSERT_EQUAL(4, groups_in_part(small_kernel(4096)));
    }

    // A compiler that refuses a kernel quotes lines of the text that it got.
    void all_else_stays()
    {
        const auto source = small_kernel(8);
        auto text = pooled_text(source);
        const auto take_out = [&](const std::string& from, const std::string& behind) {
            const auto begin = text.find(from);
            text.erase(begin, text.find(behind, begin) - begin);
        };
        take_out("// A launch", "__kernel");
        take_out(", const ulong part_group", ")\n{");
        take_out("    if (get", "    y[");
        CPPUNIT_ASSERT_EQUAL(source.text, text);
        auto none = source;
        none.text = "// no kernel\n";
        CPPUNIT_ASSERT_EQUAL(none.text, pooled_text(none));
    }

    // What has no meaning in a part, such as how many work-items all have, stands
    // nowhere.
    void generated_kernels_ask_for_nothing_else()
    {
        std::size_t with_guard = 0, with_barriers = 0, shared = 0;
        for (const auto& source : generated()) {
            const auto made = pooled_text(source);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                source.name, std::size_t(1), count_of("__kernel", made));
            for (const char* other :
                 { "get_global_size", "get_global_offset", "get_group_id(1" })
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {}", source.name, other),
                                       source.text.find(other) == std::string::npos);
            const bool has_guard = count_of("get_num_groups(0))\n        return;", made);
            CPPUNIT_ASSERT_EQUAL(groups_in_part(source) > 1, has_guard);
            with_guard += has_guard;
            with_barriers += count_of("barrier(", made) > 0;
            shared += shares_its_work(source);
        }
        CPPUNIT_ASSERT(with_guard && with_barriers && shared);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pooled_text);
