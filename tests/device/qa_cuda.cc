/* SPDX-License-Identifier: GPL-3.0-or-later */
// The CUDA backend: on the GPU that $GPUFFT_DEVICE names, or with $FAKE_CUDA_DRIVER, a
// library that stands for the driver and computes on the host.
#include "device/cuda/backend.h"
#include "device/kernel_cache.h"
#include "device/registry.h"
#include <cppunit/extensions/HelperMacros.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <numeric>
#include <regex>
#include <thread>

using namespace gpufft;

namespace {

constexpr int ITEMS = 32;

const char* fake_driver() { return std::getenv("FAKE_CUDA_DRIVER"); }

std::shared_ptr<device> a_gpu()
{
    static const bool is_added = [] {
        if (fake_driver()) { // in place of the module
            setenv("GPUFFT_BACKEND_DIR", "/nowhere", 1);
            add_backend(cuda::make_backend({ { fake_driver() }, {} }));
        }
        return true;
    }();
    CPPUNIT_ASSERT(is_added);
    const char* asked = std::getenv("GPUFFT_DEVICE");
    const std::string wanted = asked && !fake_driver() ? asked : "";
    return open_device(wanted.rfind("cuda:", 0) == 0 ? wanted : "cuda:0");
}

kernel_source source_of(const char* name, const std::string& text)
{
    kernel_source source;
    source.name = name;
    source.suffix = "cu";
    source.work_items = ITEMS;
    source.text = text;
    return source;
}

// y[i] = factor * x[i] for the first `count` elements. Versions are different texts.
kernel_source scaling_kernel(int version = 0)
{
    return source_of(
        "scale",
        fmt::format("// version {}\n"
                    "extern \"C\" __global__ void scale(const float* x, float* y,\n"
                    "                                 float factor, unsigned count)\n"
                    "{{\n"
                    "    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "    if (i < count)\n"
                    "        y[i] = factor * x[i];\n"
                    "}}\n",
                    version));
}

// y[count - 1 - i] = x[i], by one workgroup whose local memory holds all of it.
kernel_source reversing_kernel(std::int64_t count)
{
    auto source = source_of(
        "reverse",
        fmt::format(
            "// of {} elements\n"
            "extern __shared__ float local[];\n"
            "extern \"C\" __global__ void reverse(const float* x, float* y, unsigned "
            "count)\n"
            "{{\n"
            "    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)\n"
            "        local[i] = x[i];\n"
            "    __syncthreads();\n"
            "    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)\n"
            "        y[i] = local[count - 1 - i];\n"
            "}}\n",
            count));
    source.local_memory_bytes = count * std::int64_t(sizeof(float));
    return source;
}

std::vector<float> ramp(std::size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 1.0F);
    return values;
}

std::vector<float> times(std::vector<float> values, float factor)
{
    for (auto& value : values)
        value *= factor;
    return values;
}

template <typename Error, typename Call>
std::string message_of(Call&& call)
{
    try {
        call();
    } catch (const Error& e) {
        return e.what();
    }
    return "nothing was thrown";
}

// Uploads, scales on the device, and downloads, all on one queue.
std::vector<float> scaled_on(
    device& on, queue& with, kernel& scale, const std::vector<float>& x, float factor)
{
    const std::size_t bytes = x.size() * sizeof(float);
    const auto in = on.make_buffer(bytes), out = on.make_buffer(bytes);
    std::vector<float> y(x.size());
    with.upload(*in, 0, x.data(), bytes);
    with.launch(scale,
                (x.size() + ITEMS - 1) / ITEMS,
                { in.get(), out.get(), factor, static_cast<std::uint32_t>(x.size()) });
    with.download(y.data(), *out, 0, bytes);
    const auto done = with.record();
    done->wait();
    CPPUNIT_ASSERT(done->is_done());
    return y;
}

} // namespace

class qa_cuda : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cuda);
    CPPUNIT_TEST(limits_are_plausible);
    CPPUNIT_TEST(the_same_device_is_opened_once);
    CPPUNIT_TEST(the_same_source_gives_the_same_kernel);
    CPPUNIT_TEST(runs_a_kernel);
    CPPUNIT_TEST(takes_all_local_memory);
    CPPUNIT_TEST(copies_parts_of_buffers);
    CPPUNIT_TEST(parts_of_buffers_are_buffers);
    CPPUNIT_TEST(copies_of_nothing_and_launches_of_nothing_do_nothing);
    CPPUNIT_TEST(threads_share_a_kernel);
    CPPUNIT_TEST(queues_wait_for_each_other);
    CPPUNIT_TEST(lists_of_launches_can_be_repeated);
    CPPUNIT_TEST(more_lists_than_are_kept_are_still_right);
    CPPUNIT_TEST(a_list_after_its_kernel_was_rebuilt);
    CPPUNIT_TEST(times_what_lies_between_two_events);
    CPPUNIT_TEST(host_buffers_can_be_copied_from);
    CPPUNIT_TEST(memory_of_the_caller_is_registered_once);
    CPPUNIT_TEST(memory_of_the_host_is_not_wrapped);
    CPPUNIT_TEST(objects_keep_their_device_alive);
    CPPUNIT_TEST(too_large_a_buffer_names_the_sizes);
    CPPUNIT_TEST(a_copy_past_the_end_names_the_sizes);
    CPPUNIT_TEST(too_much_local_memory_names_the_sizes);
    CPPUNIT_TEST(too_many_workgroups_are_refused);
    CPPUNIT_TEST(a_missing_kernel_names_the_call);
    CPPUNIT_TEST(a_refused_kernel_quotes_the_line);
    CPPUNIT_TEST(an_image_that_the_driver_refuses_is_rebuilt);
    CPPUNIT_TEST(a_kept_image_is_used);
    CPPUNIT_TEST(dumps_the_kernel_and_what_it_takes);
    CPPUNIT_TEST(nothing_is_left_over);
    CPPUNIT_TEST_SUITE_END();

public:
    void limits_are_plausible()
    {
        const auto info = a_gpu()->info();
        CPPUNIT_ASSERT_EQUAL(std::string("cuda:"), info.name.substr(0, 5));
        CPPUNIT_ASSERT(!info.product.empty() && info.product.front() != ' ');
        CPPUNIT_ASSERT_MESSAGE(
            info.platform,
            std::regex_match(info.platform,
                             std::regex(R"(CUDA \d+\.\d+, NVRTC \d+\.\d+)")));
        CPPUNIT_ASSERT_MESSAGE(
            info.driver,
            std::regex_match(info.driver, std::regex(R"(\d+\.\d+(\.\d+)?)")));
        CPPUNIT_ASSERT(info.type == device_type::gpu);
        const auto& limits = info.limits;
        CPPUNIT_ASSERT(!limits.is_cpu && limits.has_float64);
        CPPUNIT_ASSERT(limits.local_memory_bytes >= 48 * 1024);
        CPPUNIT_ASSERT_EQUAL(limits.global_memory_bytes, limits.max_allocation_bytes);
        CPPUNIT_ASSERT(limits.max_work_items >= 256 && limits.max_work_items <= 1024);
        CPPUNIT_ASSERT_EQUAL(32, limits.subgroup);
        CPPUNIT_ASSERT_EQUAL(32, limits.local_memory_banks);
        CPPUNIT_ASSERT(limits.registers >= 96); // enough for plans to hold 32 points
        CPPUNIT_ASSERT(limits.compute_units >= 1);
    }

    void the_same_device_is_opened_once()
    {
        const auto first = a_gpu();
        CPPUNIT_ASSERT(first == a_gpu());
        CPPUNIT_ASSERT(first == open_device(first->info().name));
    }

    void the_same_source_gives_the_same_kernel()
    {
        const auto on = a_gpu();
        const auto first = on->build(scaling_kernel());
        CPPUNIT_ASSERT(first == on->build(scaling_kernel()));
        CPPUNIT_ASSERT(first != on->build(scaling_kernel(1)));
        CPPUNIT_ASSERT_EQUAL(std::string("scale"), first->source().name);
    }

    void runs_a_kernel()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel());
        for (const std::size_t count : { 1, 32, 33, 100000 })
            CPPUNIT_ASSERT(scaled_on(*on, *with, *scale, ramp(count), 3) ==
                           times(ramp(count), 3));
    }

    void takes_all_local_memory()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        for (const std::int64_t bytes :
             { std::int64_t(4096), on->info().limits.local_memory_bytes }) {
            const auto x = ramp(static_cast<std::size_t>(bytes) / sizeof(float));
            const auto in = on->make_buffer(bytes), out = on->make_buffer(bytes);
            const auto reverse = on->build(reversing_kernel(x.size()));
            std::vector<float> y(x.size());
            with->upload(*in, 0, x.data(), bytes);
            with->launch(*reverse, 1, { in.get(), out.get(), std::uint32_t(x.size()) });
            with->download(y.data(), *out, 0, bytes);
            with->wait_all();
            CPPUNIT_ASSERT(std::equal(x.rbegin(), x.rend(), y.begin()));
        }
    }

    void copies_parts_of_buffers()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto memory = on->make_buffer(16);
        CPPUNIT_ASSERT_EQUAL(std::size_t(16), memory->bytes());
        char text[17] = "................";
        with->upload(*memory, 0, text, 16);
        with->upload(*memory, 5, "middle", 6);
        const auto other = on->make_buffer(20);
        with->copy(*other, *memory, 16);
        with->upload(*memory, 0, text, 16);
        with->download(text, *other, 0, 16);
        with->download(text, *other, 5, 3);
        with->wait_all();
        CPPUNIT_ASSERT_EQUAL(std::string("mid..middle....."), std::string(text));
    }

    void parts_of_buffers_are_buffers()
    {
        const auto on = a_gpu();
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
        // The same but for one argument.
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
        CPPUNIT_ASSERT_MESSAGE(std::to_string(found), found <= around.count());
        CPPUNIT_ASSERT_EQUAL(0.0, begin->seconds_since(*begin));
        CPPUNIT_ASSERT_EQUAL(
            std::string("cuEventElapsedTime: CUDA_ERROR_INVALID_HANDLE (400)"),
            message_of<device_error>([&] { end->seconds_since(*with->record()); }));
    }

    void host_buffers_can_be_copied_from()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        for (const std::size_t bytes : { 1, 4096, 100000 }) {
            const auto from = on->make_host_buffer(bytes),
                       to = on->make_host_buffer(bytes);
            CPPUNIT_ASSERT_EQUAL(bytes, from->bytes());
            const auto memory = on->make_buffer(bytes);
            std::memset(from->data(), 1, bytes);
            std::memset(to->data(), 2, bytes);
            with->upload(*memory, 0, from->data(), bytes);
            with->download(to->data(), *memory, 0, bytes);
            with->wait_all();
            CPPUNIT_ASSERT_EQUAL(0, std::memcmp(from->data(), to->data(), bytes));
        }
    }

    void memory_of_the_caller_is_registered_once()
    {
        const auto on = a_gpu();
        std::vector<float> x(100000, 5.0F);
        const auto bytes = x.size() * sizeof(float);
        auto registered = on->register_host_memory(x.data(), bytes);
        CPPUNIT_ASSERT(registered);
        CPPUNIT_ASSERT(!on->register_host_memory(x.data(), bytes));
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel());
        CPPUNIT_ASSERT(scaled_on(*on, *with, *scale, x, 3) == times(x, 3));
        registered.reset();
        CPPUNIT_ASSERT(on->register_host_memory(x.data(), bytes));
    }

    void memory_of_the_host_is_not_wrapped()
    {
        const auto on = a_gpu();
        const auto memory = on->make_host_buffer(4096);
        CPPUNIT_ASSERT(!on->wrap_host_memory(memory->data(), 4096));
    }

    void objects_keep_their_device_alive()
    {
        auto on = a_gpu();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel());
        const auto memory = on->make_buffer(32);
        const std::weak_ptr<device> watched = on;
        on.reset();
        CPPUNIT_ASSERT(!watched.expired());
        const auto x = ramp(8);
        CPPUNIT_ASSERT(scaled_on(*watched.lock(), *with, *scale, x, 3) == times(x, 3));
    }

    void too_large_a_buffer_names_the_sizes()
    {
        const auto on = a_gpu();
        const std::regex pattern(
            R"(cuMemAlloc of 1152921504606846976 bytes on cuda:\d+: )"
            R"(CUDA_ERROR_OUT_OF_MEMORY \(2\); \d+ of \d+ bytes are free)");
        const auto message =
            message_of<device_error>([&] { on->make_buffer(std::size_t(1) << 60); });
        CPPUNIT_ASSERT_MESSAGE(message, std::regex_match(message, pattern));
        const auto nothing = message_of<device_error>([&] { on->make_buffer(0); });
        CPPUNIT_ASSERT_MESSAGE(
            nothing, nothing.find("CUDA_ERROR_INVALID_VALUE (1)") != std::string::npos);
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
            std::string("cuMemcpyDtoDAsync of 20 bytes from 24 to 16: past the end"),
            message_of<device_error>([&] { with->copy(*memory, *longer, 20); }));
        CPPUNIT_ASSERT_EQUAL(
            std::string("cuMemcpyDtoDAsync of 20 bytes from 16 to 24: past the end"),
            message_of<device_error>([&] { with->copy(*longer, *memory, 20); }));
    }

    void too_much_local_memory_names_the_sizes()
    {
        const auto on = a_gpu();
        const auto has = on->info().limits.local_memory_bytes;
        CPPUNIT_ASSERT_EQUAL(
            fmt::format("cuFuncSetAttribute of reverse to {} bytes of local memory; {} "
                        "has {}: CUDA_ERROR_INVALID_VALUE (1)",
                        has + 4,
                        on->info().name,
                        has),
            message_of<device_error>([&] { on->build(reversing_kernel(has / 4 + 1)); }));
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

    void a_missing_kernel_names_the_call()
    {
        auto source = scaling_kernel(2);
        source.name = "scales";
        CPPUNIT_ASSERT_EQUAL(
            std::string("cuModuleGetFunction \"scales\": CUDA_ERROR_NOT_FOUND (500)"),
            message_of<device_error>([&] { a_gpu()->build(source); }));
    }

    void a_refused_kernel_quotes_the_line()
    {
        auto source = scaling_kernel(3);
        source.text.replace(source.text.find("y[i] ="), 6, "z[i] =");
        const auto message = message_of<build_error>([&] { a_gpu()->build(source); });
        const std::regex pattern(
            R"(NVRTC \d+\.\d+ for cuda:\d+ \(.+\) refused scale \((.+/scale\.cu)\): )"
            R"(line 7: .*"z".*: z\[i\] = factor \* x\[i\];)");
        std::smatch found;
        CPPUNIT_ASSERT_MESSAGE(message, std::regex_match(message, found, pattern));
        const boost::filesystem::path file(found[1].str());
        CPPUNIT_ASSERT_EQUAL(source.text.size(),
                             std::size_t(boost::filesystem::file_size(file)));
        boost::filesystem::remove_all(file.parent_path());
    }

    // A file that passes every check of ours and is still no program for the driver.
    void an_image_that_the_driver_refuses_is_rebuilt()
    {
        const auto on = a_gpu();
        const auto source = scaling_kernel(4);
        const kernel_cache cache(folder());
        boost::filesystem::remove_all(folder());
        on->build(source);
        const auto key = the_only_file_in(folder());
        const auto image = cache.load(key);
        CPPUNIT_ASSERT(image && image->size() > 100);
        for (const auto& wrong :
             { kernel_cache::bytes(), kernel_cache::bytes(1000, 'x') }) {
            cache.store(key, wrong);
            const auto x = ramp(10);
            const auto with = on->make_queue();
            CPPUNIT_ASSERT(scaled_on(*on, *with, *on->build(source), x, 7) ==
                           times(x, 7));
            CPPUNIT_ASSERT(cache.load(key) == image);
        }
    }

    void a_kept_image_is_used()
    {
        const auto on = a_gpu();
        boost::filesystem::remove_all(folder());
        on->build(scaling_kernel(5));
        const auto key = the_only_file_in(folder());
        const auto written = boost::filesystem::last_write_time(folder() + "/" + key);
        const auto x = ramp(10);
        const auto with = on->make_queue();
        CPPUNIT_ASSERT(scaled_on(*on, *with, *on->build(scaling_kernel(5)), x, 8) ==
                       times(x, 8));
        CPPUNIT_ASSERT_EQUAL(key, the_only_file_in(folder()));
        CPPUNIT_ASSERT_EQUAL(written,
                             boost::filesystem::last_write_time(folder() + "/" + key));
    }

    void dumps_the_kernel_and_what_it_takes()
    {
        const auto to =
            boost::filesystem::temp_directory_path() / boost::filesystem::unique_path();
        setenv("GPUFFT_DUMP_DIR", to.c_str(), 1);
        const auto source = scaling_kernel(6);
        const auto taken = a_gpu()->build(source)->resources();
        CPPUNIT_ASSERT(taken.registers > 0);
        CPPUNIT_ASSERT_EQUAL(0, taken.spilled_bytes);
        unsetenv("GPUFFT_DUMP_DIR");
        CPPUNIT_ASSERT_EQUAL(source.text.size(),
                             std::size_t(boost::filesystem::file_size(to / "scale.cu")));
        boost::filesystem::ifstream log(to / "scale.log");
        const std::string text(std::istreambuf_iterator<char>(log), {});
        CPPUNIT_ASSERT_MESSAGE(
            text,
            std::regex_search(text,
                              std::regex("scale for sm_\\d+: 32 work-items, \\d+ "
                                         "registers and 0 bytes of spilled ones each, 0 "
                                         "bytes of local memory\n$")));
        boost::filesystem::remove_all(to);
    }

    // Only the fake driver tells.
    void nothing_is_left_over()
    {
        CPPUNIT_ASSERT_EQUAL(0, fake_number("fake_cuda_leftovers"));
    }

private:
    static int graph_launches() { return fake_number("fake_cuda_graph_launches"); }

    //! What the fake driver counts; 0 on a GPU.
    static int fake_number(const char* function)
    {
        if (!fake_driver())
            return 0;
        void* library = ::dlopen(fake_driver(), RTLD_NOW | RTLD_NOLOAD);
        CPPUNIT_ASSERT(library);
        return reinterpret_cast<int (*)()>(::dlsym(library, function))();
    }

    static std::string folder() { return kernel_cache::default_folder(); }

    static std::string the_only_file_in(const std::string& where)
    {
        const boost::filesystem::directory_iterator begin(where), end;
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), std::distance(begin, end));
        return boost::filesystem::directory_iterator(where)->path().filename().string();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cuda);
