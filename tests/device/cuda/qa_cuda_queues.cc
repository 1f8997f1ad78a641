/* SPDX-License-Identifier: GPL-3.0-or-later */
// Queues of the CUDA backend: kernels, lists of them, events, several at once.
#include "support/devices/cuda_heap.h"
#include "support/devices/cuda_kernels.h"
#include "support/skipped.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

class qa_cuda_queues : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cuda_queues);
    CPPUNIT_TEST(runs_a_kernel);
    CPPUNIT_TEST(copies_of_nothing_and_launches_of_nothing_do_nothing);
    CPPUNIT_TEST(threads_share_a_kernel);
    CPPUNIT_TEST(gpus_work_side_by_side);
    CPPUNIT_TEST(queues_wait_for_each_other);
    CPPUNIT_TEST(lists_of_launches_can_be_repeated);
    CPPUNIT_TEST(more_lists_than_are_kept_are_still_right);
    CPPUNIT_TEST(a_long_list_becomes_a_graph_soon_behind_many_short_ones);
    CPPUNIT_TEST(chains_of_a_list_are_done_when_it_is);
    CPPUNIT_TEST(streams_of_the_caller_take_chains);
    CPPUNIT_TEST(captures_of_the_caller_take_chains);
    CPPUNIT_TEST(a_list_after_its_kernel_was_rebuilt);
    CPPUNIT_TEST(a_list_after_its_buffer_has_grown);
    CPPUNIT_TEST(times_what_lies_between_two_events);
    CPPUNIT_TEST(a_copy_past_the_end_names_the_sizes);
    CPPUNIT_TEST(too_many_workgroups_are_refused);
    CPPUNIT_TEST(nothing_is_left_over);
    CPPUNIT_TEST_SUITE_END();

    static constexpr std::size_t EACH = 10000, CHAINS = 3, SLICES = 7;

    //! Each slice of \p memory times two into its chain's part of \p between, and back.
    static std::vector<kernel_launch>
    chained(kernel& scale, buffer& memory, buffer& between)
    {
        std::vector<kernel_launch> list;
        for (std::size_t slice = 0; slice < SLICES; ++slice) {
            const auto chain = slice % CHAINS;
            const buffer_slice part = { &memory, slice * EACH * sizeof(float) };
            const buffer_slice own = { &between, chain * EACH * sizeof(float) };
            for (const bool is_back : { false, true }) {
                kernel_launch each;
                each.launched = &scale;
                each.groups = (EACH + ITEMS - 1) / ITEMS;
                each.arguments = {
                    is_back ? own : part, is_back ? part : own, 2.0F, std::uint32_t(EACH)
                };
                each.chain = static_cast<int>(chain);
                list.push_back(each);
            }
        }
        return list;
    }

public:
    void runs_a_kernel()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel());
        for (const std::size_t count : { 1, 32, 33, 100000 })
            CPPUNIT_ASSERT(scaled_on(*on, *with, *scale, ramp(count), 3) ==
                           times(ramp(count), 3));
    }

    void copies_of_nothing_and_launches_of_nothing_do_nothing()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto memory = on->make_buffer(16);
        const auto scale = on->build(scaling_kernel());
        with->upload(*memory, 0, nullptr, 0);
        with->download(nullptr, *memory, 16, 0);
        with->launch(*scale, 0, { memory.get(), memory.get(), 1.0F, std::uint32_t(0) });
        with->wait_all();
    }

    // No thread of these has ever had a context.
    void threads_share_a_kernel()
    {
        const auto on = a_gpu();
        const auto scale = on->build(scaling_kernel());
        std::vector<char> is_right(4, 1);
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < is_right.size(); ++i) {
            threads.emplace_back([&, i] {
                const auto with = on->make_queue();
                for (int run = 0; run < 50; ++run) {
                    const auto x = ramp(100 + 300 * i + run);
                    const auto factor = static_cast<float>(i);
                    is_right[i] &=
                        scaled_on(*on, *with, *scale, x, factor) == times(x, factor);
                }
            });
        }
        for (auto& each : threads)
            each.join();
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(0),
                             std::count(is_right.begin(), is_right.end(), 0));
    }

    // From one thread: each call finds the context of its own GPU.
    void gpus_work_side_by_side()
    {
        a_gpu();
        std::vector<std::shared_ptr<device>> gpus;
        for (const auto& each : list_devices().devices)
            if (each.name.rfind("cuda:", 0) == 0)
                gpus.push_back(open_device(each.name));
        if (gpus.size() < 2 && !fake_driver())
            skip("there is one GPU");
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), std::min<std::size_t>(2, gpus.size()));
        CPPUNIT_ASSERT(gpus[0] != gpus[1]);
        CPPUNIT_ASSERT(gpus[0]->info().name != gpus[1]->info().name);
        const auto x = ramp(1000);
        const auto bytes = x.size() * sizeof(float);
        std::vector<std::shared_ptr<queue>> queues;
        std::vector<std::shared_ptr<kernel>> kernels;
        std::vector<std::shared_ptr<buffer>> in, out;
        for (const auto& on : gpus) {
            queues.push_back(on->make_queue());
            kernels.push_back(on->build(scaling_kernel()));
            in.push_back(on->make_buffer(bytes));
            out.push_back(on->make_buffer(bytes));
        }
        CPPUNIT_ASSERT(kernels[0] != kernels[1]);
        std::vector<std::vector<float>> y(gpus.size(), std::vector<float>(x.size()));
        for (int run = 0; run < 3; ++run) {
            for (std::size_t i = 0; i < gpus.size(); ++i) {
                queues[i]->upload(*in[i], 0, x.data(), bytes);
                queues[i]->launch_all({ { kernels[i].get(),
                                          (x.size() + ITEMS - 1) / ITEMS,
                                          { in[i].get(),
                                            out[i].get(),
                                            2.0F + static_cast<float>(i),
                                            static_cast<std::uint32_t>(x.size()) } } });
                queues[i]->download(y[i].data(), *out[i], 0, bytes);
            }
        }
        for (std::size_t i = 0; i < gpus.size(); ++i) {
            queues[i]->record()->wait();
            CPPUNIT_ASSERT(y[i] == times(x, 2.0F + static_cast<float>(i)));
        }
    }

    // Each run scales what the run before left, on the other of two queues.
    void queues_wait_for_each_other()
    {
        const auto on = a_gpu();
        const auto scale = on->build(scaling_kernel());
        const auto x = ramp(100000);
        const std::size_t bytes = x.size() * sizeof(float);
        std::shared_ptr<buffer> memory[] = { on->make_buffer(bytes),
                                             on->make_buffer(bytes) };
        std::shared_ptr<queue> queues[] = { on->make_queue(), on->make_queue() };
        queues[1]->upload(*memory[0], 0, x.data(), bytes);
        const int runs = 10;
        for (int run = 0; run < runs; ++run) {
            auto& with = *queues[run % 2];
            with.wait_for(*queues[(run + 1) % 2]->record());
            with.launch(*scale,
                        (x.size() + ITEMS - 1) / ITEMS,
                        { memory[run % 2].get(),
                          memory[(run + 1) % 2].get(),
                          2.0F,
                          static_cast<std::uint32_t>(x.size()) });
        }
        std::vector<float> y(x.size());
        auto& last = *queues[runs % 2];
        last.wait_for(*queues[(runs + 1) % 2]->record());
        last.download(y.data(), *memory[runs % 2], 0, bytes);
        last.wait_all();
        CPPUNIT_ASSERT(y == times(x, 1024));
    }

    // x to y, doubled, and y to x, times 3.
    static std::vector<kernel_launch>
    there_and_back(kernel& scale, buffer& x, buffer& y, std::size_t count)
    {
        const auto groups = (count + ITEMS - 1) / ITEMS;
        const auto elements = static_cast<std::uint32_t>(count);
        return { { &scale, groups, { &x, &y, 2.0F, elements } },
                 { &scale, groups, { &y, &x, 3.0F, elements } },
                 { &scale, 0, { &x, &y, 0.0F, elements } } };
    }

    void lists_of_launches_can_be_repeated()
    {
        const auto on = a_gpu();
        const auto scale = on->build(scaling_kernel());
        const auto x = ramp(1000);
        const auto bytes = x.size() * sizeof(float);
        const auto memory = on->make_buffer(bytes), other = on->make_buffer(bytes);
        const auto with = on->make_queue();
        const int before = graph_launches();
        with->upload(*memory, 0, x.data(), bytes);
        for (int i = 0; i < 4; ++i)
            with->launch_all(there_and_back(*scale, *memory, *other, x.size()));
        // Kernels and buffers of the lists before, but fewer elements.
        with->launch_all(there_and_back(*scale, *memory, *other, 10));
        with->launch_all({});
        std::vector<float> y(x.size());
        with->download(y.data(), *memory, 0, bytes);
        with->wait_all();
        auto expected = times(x, 6 * 6 * 6 * 6);
        std::transform(expected.begin(),
                       expected.begin() + 10,
                       expected.begin(),
                       [](float value) { return 6 * value; });
        CPPUNIT_ASSERT(y == expected);
        if (fake_driver())
            CPPUNIT_ASSERT_EQUAL(before + 3, graph_launches());
    }

    void more_lists_than_are_kept_are_still_right()
    {
        const auto on = a_gpu();
        const auto scale = on->build(scaling_kernel());
        const auto with = on->make_queue();
        const auto x = ramp(100);
        const auto bytes = x.size() * sizeof(float);
        const auto other = on->make_buffer(bytes);
        std::vector<std::shared_ptr<buffer>> memory;
        for (int i = 0; i < 40; ++i) {
            memory.push_back(on->make_buffer(bytes));
            with->upload(*memory.back(), 0, x.data(), bytes);
            for (int run = 0; run < 3; ++run)
                with->launch_all(
                    there_and_back(*scale, *memory.back(), *other, x.size()));
        }
        for (const auto& each : memory) {
            with->launch_all(there_and_back(*scale, *each, *other, x.size()));
            std::vector<float> y(x.size());
            with->download(y.data(), *each, 0, bytes);
            with->wait_all();
            CPPUNIT_ASSERT(y == times(x, 6 * 6 * 6 * 6));
        }
    }

    // Graphs of many short lists are dropped before they have paid, and short ones then
    // wait until they came often. The graph of a long list pays when it comes once more.
    void a_long_list_becomes_a_graph_soon_behind_many_short_ones()
    {
        const auto on = a_gpu();
        const auto scale = on->build(scaling_kernel());
        const auto with = on->make_queue();
        const auto x = ramp(100);
        const auto bytes = x.size() * sizeof(float);
        const auto memory = on->make_buffer(bytes), other = on->make_buffer(bytes);
        with->upload(*memory, 0, x.data(), bytes);
        for (std::size_t count = 1; count <= 60; ++count)
            for (int run = 0; run < 2; ++run)
                with->launch_all(there_and_back(*scale, *memory, *other, count));
        std::vector<kernel_launch> list;
        for (int i = 0; i < 100; ++i)
            for (auto& each : there_and_back(*scale, *memory, *other, x.size()))
                list.push_back(std::move(each));
        const int before = graph_launches();
        for (int run = 0; run < 8; ++run)
            with->launch_all(list);
        with->wait_all();
        if (fake_driver())
            CPPUNIT_ASSERT_EQUAL(before + 7, graph_launches());
    }

    // Each list of launches takes its own part of the memory there and back; what follows
    // finds all.
    void chains_of_a_list_are_done_when_it_is()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        CPPUNIT_ASSERT(on->takes_slices());
        const auto scale = on->build(scaling_kernel());
        const auto x = ramp(SLICES * EACH);
        const auto bytes = x.size() * sizeof(float);
        const auto memory = on->make_buffer(bytes);
        const auto between = on->make_buffer(CHAINS * EACH * sizeof(float));
        const auto list = chained(*scale, *memory, *between);
        const int before = graph_launches();
        with->upload(*memory, 0, x.data(), bytes);
        for (int run = 0; run < 3; ++run) { // directly, then as a graph
            with->launch_all(list);
            std::vector<float> y(x.size());
            with->download(y.data(), *memory, 0, bytes);
            with->wait_all();
            CPPUNIT_ASSERT(y == times(x, std::pow(4.0F, run + 1)));
        }
        if (fake_driver())
            CPPUNIT_ASSERT_EQUAL(before + 2, graph_launches());
    }

    // What the stream had to do before comes first, what it has to do then comes after.
    void streams_of_the_caller_take_chains()
    {
        const auto on = a_gpu();
        const auto callers = on->make_queue();
        const auto scale = on->build(scaling_kernel());
        const auto x = ramp(SLICES * EACH);
        const auto bytes = x.size() * sizeof(float);
        const auto memory = on->make_buffer(bytes);
        const auto between = on->make_buffer(CHAINS * EACH * sizeof(float));
        const auto list = chained(*scale, *memory, *between);
        for (const bool replays : { false, true }) {
            const auto with = on->make_callers_queue({ int(CHAINS), replays });
            with->attach(callers->native_handle());
            callers->upload(*memory, 0, x.data(), bytes);
            const int before = graph_launches();
            for (int run = 0; run < 3; ++run)
                with->launch_all(list);
            std::vector<float> y(x.size());
            callers->download(y.data(), *memory, 0, bytes);
            callers->wait_all();
            CPPUNIT_ASSERT(y == times(x, 64));
            if (fake_driver())
                CPPUNIT_ASSERT_EQUAL(before + (replays ? 2 : 0), graph_launches());
        }
    }

    // Chains have streams of their own, which belong to a capture until it ends: of two
    // at a time, one has its chains behind each other.
    void captures_of_the_caller_take_chains()
    {
        const auto on = a_gpu();
        cuda_program mine;
        const auto scale = on->build(scaling_kernel());
        const auto x = ramp(SLICES * EACH);
        const auto bytes = x.size() * sizeof(float);
        const auto memory = on->make_buffer(bytes), other = on->make_buffer(bytes);
        const auto between = on->make_buffer(CHAINS * EACH * sizeof(float));
        const auto with = on->make_callers_queue({ int(CHAINS), true });
        mine.write(memory->device_address(), x.data(), bytes);
        mine.write(other->device_address(), x.data(), bytes);
        const auto next = mine.new_stream();
        const auto before = fake_number("fake_cuda_calls_in_captures");
        mine.begin_capture(mine.stream());
        with->attach(mine.stream());
        with->launch_all(chained(*scale, *memory, *between));
        with->launch_all(chained(*scale, *memory, *between));
        mine.begin_capture(next);
        with->attach(next);
        with->launch_all(chained(*scale, *other, *between));
        const auto after = fake_number("fake_cuda_calls_in_captures");
        const auto inner_graph = mine.end_capture(next);
        const auto outer_graph = mine.end_capture(mine.stream());
        const auto inner = mine.instantiated(inner_graph);
        const auto outer = mine.instantiated(outer_graph);
        CPPUNIT_ASSERT_EQUAL(before, after);
        std::vector<float> y(x.size());
        mine.read(y.data(), memory->device_address(), bytes);
        CPPUNIT_ASSERT(y == x);
        cuda_driver::call("cuGraphLaunch", inner, mine.stream());
        mine.read(y.data(), other->device_address(), bytes);
        CPPUNIT_ASSERT(y == times(x, 4));
        cuda_driver::call("cuGraphLaunch", outer, mine.stream());
        mine.read(y.data(), memory->device_address(), bytes);
        CPPUNIT_ASSERT(y == times(x, 16));
        for (const auto graph : { outer, inner })
            cuda_driver::call("cuGraphExecDestroy", graph);
    }

    void a_list_after_its_kernel_was_rebuilt()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto x = ramp(100);
        const auto bytes = x.size() * sizeof(float);
        const auto memory = on->make_buffer(bytes), other = on->make_buffer(bytes);
        with->upload(*memory, 0, x.data(), bytes);
        for (int build = 0; build < 3; ++build) {
            const auto scale = on->build(scaling_kernel());
            for (int run = 0; run < 2; ++run)
                with->launch_all(there_and_back(*scale, *memory, *other, x.size()));
            with->wait_all();
        }
        std::vector<float> y(x.size());
        with->download(y.data(), *memory, 0, bytes);
        with->wait_all();
        CPPUNIT_ASSERT(y == times(x, 6 * 6 * 6 * 6 * 6 * 6));
    }

    // A buffer made anew may be the same object for the host, and lie elsewhere.
    void a_list_after_its_buffer_has_grown()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel());
        const auto x = ramp(100);
        const auto bytes = x.size() * sizeof(float);
        const auto other = on->make_buffer(bytes);
        std::shared_ptr<buffer> memory;
        for (std::size_t size = bytes; size < 20 * bytes; size += bytes) {
            memory.reset();
            memory = on->make_buffer(size);
            with->upload(*memory, 0, x.data(), bytes);
            for (int run = 0; run < 3; ++run)
                with->launch_all(there_and_back(*scale, *memory, *other, x.size()));
            std::vector<float> y(x.size());
            with->download(y.data(), *memory, 0, bytes);
            with->wait_all();
            CPPUNIT_ASSERT_MESSAGE(std::to_string(size), y == times(x, 6 * 6 * 6));
        }
    }

    void times_what_lies_between_two_events()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel());
        const auto x = ramp(1 << 20);
        const auto called = std::chrono::steady_clock::now();
        const auto begin = with->record_timed();
        scaled_on(*on, *with, *scale, x, 3);
        const auto end = with->record_timed();
        const double found = end->seconds_since(*begin);
        const std::chrono::duration<double> around =
            std::chrono::steady_clock::now() - called;
        CPPUNIT_ASSERT(end->is_done());
        // A megabyte each way, at no more than a terabyte per second.
        CPPUNIT_ASSERT_MESSAGE(std::to_string(found), found > 1e-6);
        // The two clocks may drift apart a little.
        CPPUNIT_ASSERT_MESSAGE(std::to_string(found), found <= 1.001 * around.count());
        CPPUNIT_ASSERT_EQUAL(0.0, begin->seconds_since(*begin));
        CPPUNIT_ASSERT_EQUAL(
            std::string("cuEventElapsedTime: CUDA_ERROR_INVALID_HANDLE (400)"),
            message_of<device_error>([&] { end->seconds_since(*with->record()); }));
    }

    void a_copy_past_the_end_names_the_sizes()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto memory = on->make_buffer(16);
        char text[16] = {};
        CPPUNIT_ASSERT_EQUAL(
            std::string("cuMemcpyHtoDAsync of 16 bytes to offset 8 of 16: past the end"),
            message_of<device_error>([&] { with->upload(*memory, 8, text, 16); }));
        CPPUNIT_ASSERT_EQUAL(
            std::string(
                "cuMemcpyDtoHAsync of 1 bytes from offset 17 of 16: past the end"),
            message_of<device_error>([&] { with->download(text, *memory, 17, 1); }));
        const auto longer = on->make_buffer(24);
        CPPUNIT_ASSERT_EQUAL(
            std::string(
                "cuMemcpyDtoDAsync of 20 bytes from offset 0 of 24 to offset 0 of 16: "
                "past the end"),
            message_of<device_error>([&] { with->copy(*memory, 0, *longer, 0, 20); }));
        CPPUNIT_ASSERT_EQUAL(
            std::string(
                "cuMemcpyDtoDAsync of 20 bytes from offset 0 of 16 to offset 4 of 24: "
                "past the end"),
            message_of<device_error>([&] { with->copy(*longer, 4, *memory, 0, 20); }));
    }

    void too_many_workgroups_are_refused()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel());
        CPPUNIT_ASSERT_EQUAL(
            std::string("cuLaunchKernel of scale with 1 arguments, 4294967296 workgroups "
                        "of 32 and 0 bytes of local memory: at most 2147483647 "
                        "workgroups work"),
            message_of<device_error>(
                [&] { with->launch(*scale, std::uint64_t(1) << 32, { 1.0F }); }));
    }

    void nothing_is_left_over()
    {
        CPPUNIT_ASSERT_EQUAL(0, fake_number("fake_cuda_leftovers"));
    }

private:
    static int graph_launches() { return fake_number("fake_cuda_graph_launches"); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cuda_queues);
