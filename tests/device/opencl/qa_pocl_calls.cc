/* SPDX-License-Identifier: GPL-3.0-or-later */
// Kernels that PoCL has compiled are called without its queues, and compute the same.
#include "device/opencl/pocl_builtins.h"
#include "support/devices/opencl_kernels.h"
#include "support/faults/failing_opencl.h"
#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

const char LAUNCH[] = "clEnqueueNDRangeKernel";

//! Writes all that a kernel can be told, a row of it for each workgroup.
kernel_source telling_kernel(int work_items)
{
    return written_kernel(testing::opencl()->kernel_dialect(),
                          { "tell",
                            { "__global double* y",
                              "__global const double* none",
                              "uint a",
                              "ulong b",
                              "float c",
                              "double d" },
                            launch_of_items(work_items) },
                          { "__global double* row = y + 16 * get_group_id(0);",
                            "if (get_local_id(0) == 0) {",
                            "    row[0] = get_group_id(0);",
                            "    row[1] = get_num_groups(0);",
                            "    row[2] = get_local_size(0);",
                            "    row[3] = get_global_offset(1);",
                            "    row[4] = get_global_offset(2);",
                            "    row[5] = none ? 1 : 0;",
                            "    row[6] = a;",
                            "    row[7] = b;",
                            "    row[8] = c;",
                            "    row[9] = d;",
                            "}",
                            "if (get_local_id(0) == get_local_size(0) - 1)",
                            "    row[10] = get_global_id(0);" });
}

std::vector<double> told(device& on, kernel& telling, std::uint64_t groups)
{
    std::vector<double> rows(16 * groups, -1);
    const auto bytes = rows.size() * sizeof(double);
    const auto out = on.make_buffer(bytes);
    const auto with = on.make_queue();
    with->upload(*out, 0, rows.data(), bytes);
    with->launch(telling,
                 groups,
                 { out.get(),
                   static_cast<buffer*>(nullptr),
                   std::uint32_t(4000000001u),
                   std::uint64_t(1) << 40,
                   0.1f,
                   0.2 });
    with->download(rows.data(), *out, 0, bytes);
    with->wait_all();
    return rows;
}

std::vector<double> expected(std::uint64_t groups, int items)
{
    std::vector<double> rows;
    for (std::uint64_t group = 0; group < groups; ++group) {
        const std::vector<double> row = { double(group),
                                          double(groups),
                                          double(items),
                                          1,
                                          0,
                                          0,
                                          4000000001.0,
                                          1099511627776.0,
                                          double(0.1f),
                                          0.2,
                                          double((group + 1) * items - 1) };
        rows.insert(rows.end(), row.begin(), row.end());
        rows.insert(rows.end(), 16 - row.size(), -1);
    }
    return rows;
}

bool is_called(const kernel_source& source, std::size_t count)
{
    const auto on = testing::opencl();
    const auto built = on->build(source);
    const auto with = on->make_queue();
    scaled_on(*on, *with, *built, ramp(count));
    fail_opencl(LAUNCH, 0);
    for (int i = 0; i < 5; ++i)
        CPPUNIT_ASSERT(scaled_on(*on, *with, *built, ramp(count)) ==
                       times(ramp(count), 3));
    return opencl_calls_made() == 0;
}

//! Scales in workgroups of one work-item, by way of local memory.
kernel_source with_local_memory()
{
    auto source = scaling_kernel(3);
    const auto end = source.text.find("if (i < count)");
    source.text.insert(end, "__local float kept[1]; kept[0] = 3;\n    ");
    return source;
}

//! Nothing is called where the environment says so, and with a PoCL that was not tried.
bool calls_kernels()
{
    const char* way = std::getenv("GPUFFT_POCL");
    return gpufft::opencl::was_tried(testing::opencl()->info().driver) && (!way || !*way);
}

} // namespace

class qa_pocl_calls : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pocl_calls);
    CPPUNIT_TEST(kernels_are_told_the_same);
    CPPUNIT_TEST(kernels_are_called);
    CPPUNIT_TEST(kernels_of_one_name_are_told_apart);
    CPPUNIT_TEST(a_buffer_of_the_callers_memory_and_part_of_one_are_known);
    CPPUNIT_TEST(local_memory_is_left_to_pocl);
    CPPUNIT_TEST(rounds_as_pocl_does_whatever_the_thread_has);
    CPPUNIT_TEST(threads_call_at_once);
    CPPUNIT_TEST_SUITE_END();

public:
    void kernels_are_told_the_same()
    {
        const auto on = testing::opencl();
        for (const int items : { 1, 8 }) {
            const auto telling = on->build(telling_kernel(items));
            for (int i = 0; i < 3; ++i) // the first one is enqueued
                for (const std::uint64_t groups : { 1, 2, 3, 64, 1000 })
                    CPPUNIT_ASSERT(told(*on, *telling, groups) ==
                                   expected(groups, items));
        }
    }

    void kernels_are_called()
    {
        CPPUNIT_ASSERT_EQUAL(calls_kernels(), is_called(scaling_kernel(3), 1000));
    }

    // PoCL keeps each in a library that is named like its kernel.
    void kernels_of_one_name_are_told_apart()
    {
        const auto on = testing::opencl();
        const auto with = on->make_queue();
        const auto twice = on->build(scaling_kernel(2)),
                   thrice = on->build(scaling_kernel(3));
        for (int i = 0; i < 3; ++i) {
            CPPUNIT_ASSERT(scaled_on(*on, *with, *twice, ramp(9)) == times(ramp(9), 2));
            CPPUNIT_ASSERT(scaled_on(*on, *with, *thrice, ramp(9)) == times(ramp(9), 3));
        }
    }

    void a_buffer_of_the_callers_memory_and_part_of_one_are_known()
    {
        const auto on = testing::opencl();
        const auto scale = on->build(scaling_kernel(3));
        const auto with = on->make_queue();
        const std::uint32_t count = PART_ALIGNMENT / sizeof(float);
        scaled_on(*on, *with, *scale, ramp(count));
        const auto memory = on->make_host_buffer(PART_ALIGNMENT);
        const auto values = ramp(count);
        std::memcpy(memory->data(), values.data(), PART_ALIGNMENT);
        const auto in = on->wrap_host_memory(memory->data(), PART_ALIGNMENT);
        const auto whole = on->make_buffer(3 * PART_ALIGNMENT);
        const auto out = on->part_of(whole, PART_ALIGNMENT, PART_ALIGNMENT);
        fail_opencl(LAUNCH, 0);
        with->launch(*scale, count / ITEMS, { in.get(), out.get(), count });
        CPPUNIT_ASSERT_EQUAL(calls_kernels(), opencl_calls_made() == 0);
        std::vector<float> y(count);
        with->download(y.data(), *whole, PART_ALIGNMENT, PART_ALIGNMENT);
        with->wait_all();
        CPPUNIT_ASSERT(y == times(values, 3));
    }

    void local_memory_is_left_to_pocl()
    {
        CPPUNIT_ASSERT(!is_called(with_local_memory(), 1000));
    }

    void rounds_as_pocl_does_whatever_the_thread_has()
    {
        const auto on = testing::opencl();
        const auto with = on->make_queue();
        auto source = scaling_kernel(3);
        source.text.replace(source.text.find("x[i];"), 5, "x[i] / 9.0f;");
        const auto thirds = on->build(source);
        const auto first = scaled_on(*on, *with, *thirds, ramp(1000));
        CPPUNIT_ASSERT_EQUAL(0, std::fesetround(FE_UPWARD));
        const auto later = scaled_on(*on, *with, *thirds, ramp(1000));
        CPPUNIT_ASSERT_EQUAL(FE_UPWARD, std::fegetround());
        std::fesetround(FE_TONEAREST);
        CPPUNIT_ASSERT(later == first);
    }

    void threads_call_at_once()
    {
        const auto on = testing::opencl();
        const auto scale = on->build(scaling_kernel(7));
        std::vector<std::thread> all;
        std::vector<int> wrong(4, 0);
        for (std::size_t t = 0; t < wrong.size(); ++t)
            all.emplace_back([&, t] {
                const auto with = on->make_queue();
                for (std::size_t i = 0; i < 50; ++i)
                    wrong[t] += scaled_on(*on, *with, *scale, ramp(100 + t + 50 * i)) !=
                                times(ramp(100 + t + 50 * i), 7);
            });
        for (auto& each : all)
            each.join();
        for (const int count : wrong)
            CPPUNIT_ASSERT_EQUAL(0, count);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pocl_calls);
