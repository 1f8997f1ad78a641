/* SPDX-License-Identifier: GPL-3.0-or-later */
// The dialect of devices whose launches are enqueued part by part (kernel_head.h). That
// kernels compute the same in it is the business of all tests on PoCL.
#include "codegen/generate/generate.h"
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "codegen/probe/probe_kernel.h"
#include "codegen/text/dialect.h"
#include "plan/ir/plan.h"
#include "plan/planner/model_plan.h"
#include "plan/text/plan_text.h"
#include "support/devices/written_kernel.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

const char GUARD[] = "    if (get_group_id(0) >= get_num_groups(0))\n        return;";

kernel_source small_kernel(const dialect& d, const launch_facts& launch)
{
    return written_kernel(d,
                          { "small", { "__global uint* y", "uint count" }, launch },
                          { "y[get_group_id(0)] = get_num_groups(0);" });
}

kernel_source small_kernel(int work_items)
{
    return small_kernel(pocl_dialect(), launch_of_items(work_items));
}

//! Some of each form.
std::vector<kernel_source> generated(const dialect& d)
{
    const auto cpu = make_limits(true, 1024, 4096, 512);
    std::vector<kernel_source> all;
    for (const auto& limits : { cpu, device_limits(), half_a_kib() })
        for (const std::int64_t length : { 2, 60, 1024, 8209 })
            for (auto& each : generate_kernels(model_plan(transform(length), limits), d))
                all.push_back(each);
    const power_request what{ 64, 64, sample_kind::complex_uint8, accumulation::sum };
    all.push_back(generate_convert(what, d));
    all.push_back(generate_accumulate(what, d));
    all.push_back(generate_combine(what, false, d));
    all.push_back(generate_finish(d));
    all.push_back(generate_histogram_columns({ 64, 16 }, 4, histogram_values::powers, d));
    all.push_back(generate_histogram_frames({ 64, 16 }, 4, histogram_values::powers, d));
    all.push_back(generate_bank_probe(d));
    return all;
}

std::size_t count_of(const std::string& what, const std::string& in)
{
    std::size_t found = 0;
    for (auto at = in.find(what); at != std::string::npos; at = in.find(what, at + 1))
        ++found;
    return found;
}

bool has(const std::string& text, const std::string& what)
{
    return text.find(what) != std::string::npos;
}

} // namespace

class qa_part_launches : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_part_launches);
    CPPUNIT_TEST(arguments_say_which_part_it_is);
    CPPUNIT_TEST(workgroups_behind_the_last_do_nothing);
    CPPUNIT_TEST(work_items_that_meet_have_parts_of_a_workgroup);
    CPPUNIT_TEST(parts_are_as_large_as_is_worth_a_launch);
    CPPUNIT_TEST(a_part_of_a_row_has_workspace_of_its_own);
    CPPUNIT_TEST(other_dialects_launch_all_at_once);
    CPPUNIT_TEST(generated_kernels_ask_for_nothing_else);
    CPPUNIT_TEST_SUITE_END();

public:
    void arguments_say_which_part_it_is()
    {
        const auto text = small_kernel(8).text;
        const auto group =
            text.find("\n#define get_group_id(d) (part_group + get_group_id(d))\n");
        const auto groups = text.find("\n#define get_num_groups(d) part_groups\n");
        const auto head = text.find("void small(");
        CPPUNIT_ASSERT(has(text,
                           "uint count,\n           const ulong part_group,\n           "
                           "const ulong part_groups)\n{"));
        CPPUNIT_ASSERT(group != std::string::npos && groups != std::string::npos);
        CPPUNIT_ASSERT(group < groups && groups < head);
    }

    void workgroups_behind_the_last_do_nothing()
    {
        const auto text = small_kernel(8).text;
        const auto at = text.find("{\n" + std::string(GUARD));
        CPPUNIT_ASSERT(at != std::string::npos);
        CPPUNIT_ASSERT(at > text.find("part_groups)") && at < text.find("y[get_group"));
    }

    void work_items_that_meet_have_parts_of_a_workgroup()
    {
        auto meet = launch_of_items(8);
        meet.has_barriers = true;
        const auto meets = small_kernel(pocl_dialect(), meet);
        CPPUNIT_ASSERT_EQUAL(1, meets.launch.groups_in_part);
        CPPUNIT_ASSERT(!has(meets.text, "return"));
        // Nor do workgroups that take what work there is, in as many parts as they are.
        auto share = launch_of_items(1);
        share.shares_work = true;
        const auto shares = small_kernel(pocl_dialect(), share);
        CPPUNIT_ASSERT_EQUAL(1, shares.launch.groups_in_part);
        CPPUNIT_ASSERT(!has(shares.text, "return"));
    }

    void parts_are_as_large_as_is_worth_a_launch()
    {
        CPPUNIT_ASSERT_EQUAL(64, small_kernel(1).launch.groups_in_part);
        CPPUNIT_ASSERT_EQUAL(64, small_kernel(64).launch.groups_in_part);
        CPPUNIT_ASSERT_EQUAL(16, small_kernel(256).launch.groups_in_part);
        CPPUNIT_ASSERT_EQUAL(4, small_kernel(4096).launch.groups_in_part);
    }

    void a_part_of_a_row_has_workspace_of_its_own()
    {
        const auto made = parse_plan(
            "c2c forward 216: multi-pass | 6.6 length=216 input-step=6 output-step=6 "
            "grid=column_tile:1:s6/6 columns=column:6:s1/1 | 6 output-step=36 "
            "grid=column_tile:6:s36/6:t6 columns=column:6:s6/1:t1 twiddle-order=216");
        const auto kernels = generate_kernels(made, pocl_dialect());
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), kernels.size());
        CPPUNIT_ASSERT(has(kernels[0].text,
                           "(long)(get_group_id(0) / 1);\n        out += shift * 216;"));
        CPPUNIT_ASSERT(has(kernels[1].text,
                           "(long)(get_group_id(0) / 6);\n        in += shift * 216;"));
        for (const auto& each : kernels) {
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), count_of("shift *", each.text));
            CPPUNIT_ASSERT_EQUAL(std::uint64_t(&each == &kernels[0] ? 1 : 6),
                                 each.launch.groups_of_row);
        }
    }

    void other_dialects_launch_all_at_once()
    {
        for (const auto* d : { &opencl_dialect(), &cuda_dialect() }) {
            const auto source = small_kernel(*d, launch_of_items(8));
            CPPUNIT_ASSERT_EQUAL(1, source.launch.groups_in_part);
            CPPUNIT_ASSERT(!has(source.text, "part"));
        }
    }

    // What has no meaning in a part, such as how many work-items all have, stands
    // nowhere.
    void generated_kernels_ask_for_nothing_else()
    {
        std::size_t with_guard = 0, with_barriers = 0, shared = 0;
        const auto plain = generated(opencl_dialect());
        const auto parts = generated(pocl_dialect());
        CPPUNIT_ASSERT_EQUAL(plain.size(), parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto& source = parts[i];
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                source.name, std::size_t(1), count_of("__kernel", source.text));
            for (const char* other :
                 { "get_global_size", "get_global_offset", "get_group_id(1" })
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {}", source.name, other),
                                       !has(plain[i].text, other));
            const bool has_guard = has(source.text, GUARD);
            CPPUNIT_ASSERT_EQUAL(source.launch.groups_in_part > 1, has_guard);
            const bool meets = has(source.text, "barrier(");
            CPPUNIT_ASSERT_EQUAL_MESSAGE(source.name, source.launch.has_barriers, meets);
            with_guard += has_guard;
            with_barriers += meets;
            shared += source.launch.shares_work;
        }
        CPPUNIT_ASSERT(with_guard && with_barriers && shared);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_part_launches);
