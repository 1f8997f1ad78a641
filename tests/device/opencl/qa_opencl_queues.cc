/* SPDX-License-Identifier: GPL-3.0-or-later */
// Buffers and queues of the OpenCL backend.
#include "support/devices/opencl_kernels.h"
#include "support/skipped.h"
#include <gpufft/error.h>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

class qa_opencl_queues : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_opencl_queues);
    CPPUNIT_TEST(copies_parts_of_buffers);
    CPPUNIT_TEST(parts_of_buffers_are_buffers);
    CPPUNIT_TEST(copies_of_nothing_and_launches_of_nothing_do_nothing);
    CPPUNIT_TEST(queues_wait_for_each_other);
    CPPUNIT_TEST(threads_use_queues_of_their_own_at_once);
    CPPUNIT_TEST(times_what_lies_between_two_events);
    CPPUNIT_TEST(host_buffers_can_be_written);
    CPPUNIT_TEST(wraps_aligned_memory_on_a_cpu);
    CPPUNIT_TEST(too_large_a_buffer_names_the_sizes);
    CPPUNIT_TEST(a_copy_past_the_end_names_the_sizes);
    CPPUNIT_TEST_SUITE_END();

public:
    void copies_parts_of_buffers()
    {
        const auto on = opencl();
        const auto with = on->make_queue();
        const auto memory = on->make_buffer(16);
        CPPUNIT_ASSERT_EQUAL(std::size_t(16), memory->bytes());
        char text[17] = "................";
        with->upload(*memory, 0, text, 16);
        with->upload(*memory, 5, "middle", 6);
        const auto other = on->make_buffer(20);
        with->copy(*other, 4, *memory, 0, 6);
        with->copy(*other, 10, *memory, 6, 10);
        with->upload(*memory, 0, text, 16);
        with->download(text, *other, 4, 16);
        with->download(text, *other, 9, 3);
        with->wait_all();
        CPPUNIT_ASSERT_EQUAL(std::string("mid..middle....."), std::string(text));
    }

    void parts_of_buffers_are_buffers()
    {
        const auto on = opencl();
        const auto with = on->make_queue();
        auto whole = on->make_buffer(3 * PART_ALIGNMENT);
        auto first = on->part_of(whole, 0, 4);
        const auto last = on->part_of(whole, 2 * PART_ALIGNMENT, 8);
        CPPUNIT_ASSERT_EQUAL(std::size_t(8), last->bytes());
        with->upload(*first, 0, "abcd", 4);
        with->upload(*last, 0, "efghijkl", 8);
        std::string all(2 * PART_ALIGNMENT + 8, '.');
        with->download(all.data(), *whole, 0, all.size());
        with->wait_all();
        CPPUNIT_ASSERT_EQUAL(std::string("abcd"), all.substr(0, 4));
        CPPUNIT_ASSERT_EQUAL(std::string("efghijkl"), all.substr(2 * PART_ALIGNMENT));
        whole.reset();
        first.reset();
        with->download(all.data(), *last, 4, 4);
        with->wait_all();
        CPPUNIT_ASSERT_EQUAL(std::string("ijkl"), all.substr(0, 4));
        CPPUNIT_ASSERT_THROW(on->part_of(last, PART_ALIGNMENT, 8), device_error);
    }

    void copies_of_nothing_and_launches_of_nothing_do_nothing()
    {
        const auto on = opencl();
        const auto with = on->make_queue();
        const auto memory = on->make_buffer(16);
        const auto scale = on->build(scaling_kernel(3));
        with->upload(*memory, 0, nullptr, 0);
        with->download(nullptr, *memory, 0, 0);
        with->launch(*scale, 0, { memory.get(), memory.get(), std::uint32_t(0) });
        with->wait_all();
    }

    // Each run scales what the run before left, on the other of two queues.
    void queues_wait_for_each_other()
    {
        const auto on = opencl();
        const auto scale = on->build(scaling_kernel(2));
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
                          static_cast<std::uint32_t>(x.size()) });
        }
        std::vector<float> y(x.size());
        auto& last = *queues[runs % 2];
        last.wait_for(*queues[(runs + 1) % 2]->record());
        last.download(y.data(), *memory[runs % 2], 0, bytes);
        last.wait_all();
        CPPUNIT_ASSERT(y == times(x, 1024));
    }

    // Each command waits for the one before it, which the other thread may be computing.
    void threads_use_queues_of_their_own_at_once()
    {
        const auto on = opencl();
        const auto scale = on->build(scaling_kernel(2));
        const auto x = ramp(10000);
        const auto compute = [&](bool& is_right) {
            const auto with = on->make_queue();
            const std::size_t bytes = x.size() * sizeof(float);
            std::shared_ptr<buffer> memory[] = { on->make_buffer(bytes),
                                                 on->make_buffer(bytes) };
            is_right = true;
            for (int turn = 0; turn < 50; ++turn) {
                std::vector<float> y(x.size());
                with->upload(*memory[0], 0, x.data(), bytes);
                for (int run = 0; run < 10; ++run)
                    with->launch(*scale,
                                 (x.size() + ITEMS - 1) / ITEMS,
                                 { memory[run % 2].get(),
                                   memory[(run + 1) % 2].get(),
                                   static_cast<std::uint32_t>(x.size()) });
                with->download(y.data(), *memory[0], 0, bytes);
                with->wait_all();
                is_right = is_right && y == times(x, 1024);
            }
        };
        bool is_first_right = false, is_second_right = false;
        std::thread first([&] { compute(is_first_right); });
        compute(is_second_right);
        first.join();
        CPPUNIT_ASSERT(is_first_right && is_second_right);
    }

    void times_what_lies_between_two_events()
    {
        const auto on = opencl();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel(3));
        const auto x = ramp(1 << 20);
        const auto called = std::chrono::steady_clock::now();
        const auto begin = with->record_timed();
        CPPUNIT_ASSERT(scaled_on(*on, *with, *scale, x) == times(x, 3));
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
    }

    void host_buffers_can_be_written()
    {
        const auto on = opencl();
        for (const std::size_t bytes : { 1, 4096, 100000 }) {
            const auto memory = on->make_host_buffer(bytes);
            CPPUNIT_ASSERT_EQUAL(bytes, memory->bytes());
            if (on->info().limits.is_cpu) // so that it can be wrapped
                CPPUNIT_ASSERT(reinterpret_cast<std::uintptr_t>(memory->data()) % 64 ==
                               0);
            std::memset(memory->data(), 1, bytes);
        }
    }

    void wraps_aligned_memory_on_a_cpu()
    {
        const auto on = opencl();
        const auto memory = on->make_host_buffer(4096);
        const auto x = static_cast<float*>(memory->data());
        const auto wrapped = on->wrap_host_memory(x, 4096);
        CPPUNIT_ASSERT(!on->wrap_host_memory(x + 1, 4096 - 4));
        CPPUNIT_ASSERT_EQUAL(on->info().limits.is_cpu, wrapped != nullptr);
        if (!wrapped)
            skip("this device is no CPU, and reads no memory of the host's");
        std::fill_n(x, 1024, 5.0f);
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel(3));
        with->launch(*scale, 128, { wrapped.get(), wrapped.get(), std::uint32_t(1024) });
        with->wait_all();
        CPPUNIT_ASSERT_EQUAL(1024L, std::count(x, x + 1024, 15.0f));
    }

    void too_large_a_buffer_names_the_sizes()
    {
        const auto on = opencl();
        const auto& limits = on->info().limits;
        const auto sizes =
            fmt::format("one buffer on {} may have {} bytes, all together {}",
                        on->info().name,
                        limits.max_allocation_bytes,
                        limits.global_memory_bytes);
        for (const std::size_t bytes :
             { std::size_t(limits.max_allocation_bytes) + 1, std::size_t(1) << 60 })
            CPPUNIT_ASSERT_EQUAL(
                fmt::format("a buffer of {} bytes is too large; {}", bytes, sizes),
                message_of<device_error>([&] { on->make_buffer(bytes); }));
        CPPUNIT_ASSERT_EQUAL("clCreateBuffer of 0 bytes: CL_INVALID_BUFFER_SIZE (-61); " +
                                 sizes,
                             message_of<device_error>([&] { on->make_buffer(0); }));
    }

    void a_copy_past_the_end_names_the_sizes()
    {
        const auto on = opencl();
        const auto with = on->make_queue();
        const auto memory = on->make_buffer(16);
        char text[16] = {};
        CPPUNIT_ASSERT_EQUAL(
            std::string("clEnqueueWriteBuffer of 16 bytes to offset 8 of 16: "
                        "CL_INVALID_VALUE (-30)"),
            message_of<device_error>([&] { with->upload(*memory, 8, text, 16); }));
        CPPUNIT_ASSERT_EQUAL(
            std::string("clEnqueueReadBuffer of 16 bytes from offset 8 of 16: "
                        "CL_INVALID_VALUE (-30)"),
            message_of<device_error>([&] { with->download(text, *memory, 8, 16); }));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_opencl_queues);
