/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which numbers of rows the self test runs: all that a kernel has code for, and no more
// than memory and time allow.
#include "codegen/text/row_branches.h"
#include "exec/self_test/test_counts.h"
#include "oclgrind/limited_device.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

using namespace gpufft;

namespace {

constexpr auto ANY = std::numeric_limits<std::uint32_t>::max();
constexpr int CORES = 4;

using counts = std::vector<std::uint32_t>;

device_limits cpu()
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = 16;
    limits.registers = 512;
    limits.compute_units = CORES;
    return limits;
}

std::shared_ptr<device> fake(const device_limits& limits)
{
    device_info info;
    info.product = "Fake";
    info.limits = limits;
    return make_fake_device(info, std::make_shared<fake_control>());
}

//! A device whose kernels are CUDA's text.
class fake_cuda : public testing::limited_device
{
public:
    explicit fake_cuda(const device_limits& limits) : limited_device(fake(limits), limits)
    {
    }
    const dialect& kernel_dialect() const override { return cuda_dialect(); }
};

plan planned(const char* what, const device_limits& limits)
{
    return model_plan(parse_transform(what), limits);
}

counts counts_of(const plan& p, std::uint32_t most = ANY)
{
    return test_counts(executor(p, fake(p.limits)), most);
}

bool has(const counts& all, std::int64_t rows)
{
    return std::find(all.begin(), all.end(), rows) != all.end();
}

} // namespace

class qa_test_counts : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_test_counts);
    CPPUNIT_TEST(branches_are_read_from_the_kernel);
    CPPUNIT_TEST(are_below_and_above_every_branch);
    CPPUNIT_TEST(are_parts_of_tiles);
    CPPUNIT_TEST(are_two_full_tiles_where_the_second_begins_otherwise);
    CPPUNIT_TEST(are_slices_on_every_chain);
    CPPUNIT_TEST(are_slices_of_every_thread_and_one_more);
    CPPUNIT_TEST(are_two_of_rows_of_any_length);
    CPPUNIT_TEST(are_no_more_than_the_caller_has);
    CPPUNIT_TEST(are_no_more_than_fit_between_rows);
    CPPUNIT_TEST_SUITE_END();

    static void expect(const counts& all, std::int64_t rows)
    {
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} is not among {}", rows, fmt::join(all, ", ")),
            has(all, rows));
    }

public:
    void branches_are_read_from_the_kernel()
    {
        const std::vector<std::int64_t> none, three = { 5, 10, 4096 };
        CPPUNIT_ASSERT(row_branches("if (row >= rows) return; // rows > n") == none);
        CPPUNIT_ASSERT(row_branches("if (rows > 9)\nconst bool streams = rows >= 4096;\n"
                                    "other_rows > 7; if (rows >= 5 && rows > 9)") ==
                       three);
    }

    void are_below_and_above_every_branch()
    {
        for (const auto* what : { "c2c forward 64",
                                  "c2c forward 1024",
                                  "dct2 forward 64",
                                  "c2c forward 64x64",
                                  "c2c forward 10, loops 3" }) {
            const auto p = planned(what, cpu());
            const executor e(p, fake(p.limits));
            const auto all = test_counts(e, ANY);
            const auto& one = p.passes.front();
            const auto branches = row_branches(e.built()[0].compiled->source().text);
            CPPUNIT_ASSERT_MESSAGE(what, !branches.empty());
            if (one.vector().nt_store_rows > 1)
                CPPUNIT_ASSERT_EQUAL_MESSAGE(what,
                                             std::ptrdiff_t(1),
                                             std::count(branches.begin(),
                                                        branches.end(),
                                                        one.vector().nt_store_rows));
            for (const auto rows : branches) {
                const auto above = (rows + one.row_factor - 1) / one.row_factor;
                expect(all, above);
                expect(all, above - 1);
            }
        }
    }

    void are_parts_of_tiles()
    {
        const auto p = planned("c2c forward 8", device_limits());
        const auto tile = p.passes.front().columns.size;
        CPPUNIT_ASSERT(tile > 3);
        const auto all = counts_of(p);
        for (const auto rows : { std::int64_t(2), tile / 2, tile - 1, tile + 1 })
            expect(all, rows);
    }

    //! Three rows of 61 points are an odd number of elements, two are not.
    void are_two_full_tiles_where_the_second_begins_otherwise()
    {
        for (const int rows : { 2, 3 }) {
            auto p = parse_plan(fmt::format(
                "c2c forward 61: rader | 10.6 convolves load=c2c.rader store=c2c.rader "
                "columns=row:{} staged-input staged-output bulk-input bulk-output",
                rows));
            p.limits = testing::with_clusters();
            const executor e(p, std::make_shared<fake_cuda>(p.limits));
            CPPUNIT_ASSERT_EQUAL(rows == 3, has(test_counts(e, ANY), 2 * rows));
        }
    }

    void are_slices_on_every_chain()
    {
        device_limits limits;
        limits.local_memory_bytes = 4096;
        auto p = planned("c2c forward 65536", limits);
        p.slice_rows = 4;
        p.concurrent_slices = 3;
        const auto all = counts_of(p);
        expect(all, 5);
        expect(all, 14); // a slice on each of the three queues, then a part of one
    }

    void are_slices_of_every_thread_and_one_more()
    {
        auto limits = cpu();
        limits.threads_take_rows = true;
        const auto p = planned("c2c forward 131072", limits);
        CPPUNIT_ASSERT_EQUAL(1U, p.slice_rows);
        const executor e(p, fake(limits));
        const auto all = test_counts(e, ANY);
        expect(all, 2 * CORES);
        expect(all, 2 * CORES + 1);
        CPPUNIT_ASSERT(e.slices().go_by_threads(2 * CORES));
        CPPUNIT_ASSERT(!e.slices().go_by_threads(2 * CORES + 1));
    }

    void are_two_of_rows_of_any_length()
    {
        auto limits = device_limits();
        limits.global_memory_bytes = std::int64_t(16) << 30;
        limits.max_allocation_bytes = std::int64_t(4) << 30;
        for (const auto* what : { "c2c forward 131072", "c2c forward 33554432" }) {
            const auto all = counts_of(planned(what, limits));
            expect(all, 2);
        }
        // The host must hold as much again, whatever the device has.
        auto large = limits;
        large.global_memory_bytes = std::int64_t(128) << 30;
        CPPUNIT_ASSERT(counts_of(planned("c2c forward 134217728", large)).empty());
        limits.global_memory_bytes = std::int64_t(1) << 30; // a row takes most of it
        CPPUNIT_ASSERT(counts_of(planned("c2c forward 33554432", limits)).empty());
    }

    void are_no_more_than_the_caller_has()
    {
        const auto p = planned("c2c forward 64", cpu());
        CPPUNIT_ASSERT_EQUAL(2U, counts_of(p, 2).back());
        CPPUNIT_ASSERT(counts_of(p, 1).empty());
        CPPUNIT_ASSERT(counts_of(p, 100).back() <= 100);
    }

    //! Sixteen channels, one beside the other; frames that share samples.
    void are_no_more_than_fit_between_rows()
    {
        const auto channels = planned("c2c forward 64, input strides 16, input distance "
                                      "1, output strides 16, output distance 1",
                                      cpu());
        CPPUNIT_ASSERT(!counts_of(channels).empty());
        CPPUNIT_ASSERT(counts_of(channels).back() <= 16);
        const auto frames = planned("c2c forward 64, input distance 32", cpu());
        CPPUNIT_ASSERT(counts_of(frames).empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_test_counts);
