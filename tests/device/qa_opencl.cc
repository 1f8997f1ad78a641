/* SPDX-License-Identifier: GPL-3.0-or-later */
// The OpenCL backend on the best device there is, PoCL where nothing else.
#include "device/kernel_cache.h"
#include "device/registry.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <regex>
#include <sstream>
#include <thread>

using namespace gpufft;

namespace {

constexpr int ITEMS = 8;

// y[i] = factor * x[i] for the first `count` elements.
kernel_source scaling_kernel(int factor)
{
    kernel_source source;
    source.name = "scale";
    source.suffix = "cl";
    source.work_items = ITEMS;
    source.text = fmt::format("__kernel void scale(__global const float* x,\n"
                              "                    __global float* y, uint count)\n"
                              "{{\n"
                              "    const uint i = (uint)get_global_id(0);\n"
                              "    if (i < count)\n"
                              "        y[i] = {} * x[i];\n"
                              "}}\n",
                              factor);
    return source;
}

// Some hundred us a workgroup.
kernel_source spinning_kernel()
{
    kernel_source source;
    source.name = "spin";
    source.suffix = "cl";
    source.work_items = 1;
    source.text = "__kernel void spin(__global float* x)\n"
                  "{\n"
                  "    float y = x[get_group_id(0)];\n"
                  "    for (int i = 0; i < 200000; ++i)\n"
                  "        y = y * 0.999f + 1;\n"
                  "    x[get_group_id(0)] = y;\n"
                  "}\n";
    return source;
}

//! Of each thread of this process, hundredths of seconds that it has run outside the
//! kernel, by its number.
std::map<std::string, long> busy_ticks()
{
    std::map<std::string, long> found;
    for (const auto& thread : boost::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream stat((thread.path() / "stat").string());
        std::string text;
        std::getline(stat, text);
        std::istringstream fields(text.substr(text.rfind(')') + 1));
        std::string field;
        for (int i = 3; i <= 14; ++i) // utime is the 14th; the second ends with ")"
            fields >> field;
        found[thread.path().filename().string()] = std::stol(field);
    }
    return found;
}

std::vector<float> ramp(std::size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 1.0f);
    return values;
}

std::shared_ptr<device> opencl() { return open_device("auto"); }

bool has_threads_to_limit()
{
    const auto& limits = opencl()->info().limits;
    return limits.is_cpu && limits.compute_units > 1;
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
std::vector<float>
scaled_on(device& on, queue& with, kernel& scale, const std::vector<float>& x)
{
    const std::size_t bytes = x.size() * sizeof(float);
    const auto in = on.make_buffer(bytes), out = on.make_buffer(bytes);
    std::vector<float> y(x.size());
    with.upload(*in, 0, x.data(), bytes);
    with.launch(scale,
                (x.size() + ITEMS - 1) / ITEMS,
                { in.get(), out.get(), static_cast<std::uint32_t>(x.size()) });
    with.download(y.data(), *out, 0, bytes);
    const auto done = with.record();
    done->wait();
    CPPUNIT_ASSERT(done->is_done());
    return y;
}

std::vector<float> times(std::vector<float> values, float factor)
{
    for (auto& value : values)
        value *= factor;
    return values;
}

} // namespace

class qa_opencl : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_opencl);
    CPPUNIT_TEST(the_environment_stays_as_it_was); // before all that lists devices
    CPPUNIT_TEST(limits_are_plausible);
    CPPUNIT_TEST(the_same_device_is_opened_once);
    CPPUNIT_TEST(users_of_limited_devices_get_threads_of_their_own);
    CPPUNIT_TEST(no_more_threads_compute_than_the_limit);
    CPPUNIT_TEST(the_same_source_gives_the_same_kernel);
    CPPUNIT_TEST(runs_a_kernel);
    CPPUNIT_TEST(copies_parts_of_buffers);
    CPPUNIT_TEST(parts_of_buffers_are_buffers);
    CPPUNIT_TEST(copies_of_nothing_and_launches_of_nothing_do_nothing);
    CPPUNIT_TEST(two_queues_share_a_kernel);
    CPPUNIT_TEST(queues_wait_for_each_other);
    CPPUNIT_TEST(times_what_lies_between_two_events);
    CPPUNIT_TEST(host_buffers_can_be_written);
    CPPUNIT_TEST(wraps_aligned_memory_on_a_cpu);
    CPPUNIT_TEST(objects_keep_their_device_alive);
    CPPUNIT_TEST(too_large_a_buffer_names_the_sizes);
    CPPUNIT_TEST(a_copy_past_the_end_names_the_sizes);
    CPPUNIT_TEST(a_missing_kernel_names_the_call);
    CPPUNIT_TEST(a_refused_kernel_quotes_the_line);
    CPPUNIT_TEST(a_binary_that_the_driver_refuses_is_rebuilt);
    CPPUNIT_TEST(a_kept_binary_is_used);
    CPPUNIT_TEST(leaves_kernels_to_the_driver_where_asked);
    CPPUNIT_TEST(dumps_the_kernel_and_its_log);
    CPPUNIT_TEST_SUITE_END();

public:
    void the_environment_stays_as_it_was()
    {
        const auto value = [] {
            const char* found = std::getenv("POCL_DEVICES");
            return std::string(found ? found : "not set");
        };
        const auto before = value();
        list_devices();
        CPPUNIT_ASSERT_EQUAL(before, value());
    }

    void limits_are_plausible()
    {
        const auto info = opencl()->info();
        CPPUNIT_ASSERT_EQUAL(std::string("opencl:"), info.name.substr(0, 7));
        CPPUNIT_ASSERT(!info.product.empty() && info.product.front() != ' ' &&
                       info.product.back() != ' ');
        CPPUNIT_ASSERT(!info.platform.empty());
        CPPUNIT_ASSERT(!info.driver.empty());
        const auto& limits = info.limits;
        CPPUNIT_ASSERT_EQUAL(info.type == device_type::cpu, limits.is_cpu);
        CPPUNIT_ASSERT(limits.local_memory_bytes >= 16 * 1024);
        CPPUNIT_ASSERT(limits.max_allocation_bytes > 0);
        CPPUNIT_ASSERT(limits.max_allocation_bytes <= limits.global_memory_bytes);
        CPPUNIT_ASSERT(limits.max_work_items >= 1);
        CPPUNIT_ASSERT(limits.compute_units >= 1);
        CPPUNIT_ASSERT(limits.vector_width >= 1);
        CPPUNIT_ASSERT(limits.registers >= 16);
        CPPUNIT_ASSERT(limits.is_cpu ? limits.subgroup == 1 : limits.subgroup >= 8);
        CPPUNIT_ASSERT_EQUAL(limits.is_cpu ? 0 : 32, limits.local_memory_banks);
    }

    void the_same_device_is_opened_once()
    {
        const auto first = opencl();
        CPPUNIT_ASSERT(first == opencl());
        CPPUNIT_ASSERT(first == open_device(first->info().name));
    }

    void users_of_limited_devices_get_threads_of_their_own()
    {
        if (!has_threads_to_limit())
            return;
        auto first = open_device("auto/1");
        CPPUNIT_ASSERT_EQUAL(opencl()->info().name + "/1", first->info().name);
        CPPUNIT_ASSERT_EQUAL(1, first->info().limits.compute_units);
        const auto second = open_device("auto/1");
        CPPUNIT_ASSERT(first != second);
        for (const auto& on : { first, second }) {
            const auto with = on->make_queue();
            const auto scale = on->build(scaling_kernel(3));
            CPPUNIT_ASSERT(scaled_on(*on, *with, *scale, ramp(9)) == times(ramp(9), 3));
        }
        first.reset();
        // The part that nobody uses any more, before one that has a user.
        const auto third = open_device("auto/1");
        CPPUNIT_ASSERT(third != second);
    }

    void no_more_threads_compute_than_the_limit()
    {
        if (!has_threads_to_limit())
            return;
        const auto on = open_device("auto/1");
        const auto spin = on->build(spinning_kernel());
        const auto with = on->make_queue();
        const auto data = on->make_buffer(64 * sizeof(float));
        const auto before = busy_ticks();
        for (int i = 0; i < 20; ++i) {
            with->launch(*spin, 64, { data.get() });
            with->wait_all();
        }
        int busy = 0;
        for (const auto& [thread, ticks] : busy_ticks()) {
            const auto found = before.find(thread);
            busy += ticks - (found == before.end() ? 0 : found->second) >= 5;
        }
        CPPUNIT_ASSERT_EQUAL(1, busy);
    }

    void the_same_source_gives_the_same_kernel()
    {
        const auto on = opencl();
        const auto three = on->build(scaling_kernel(3));
        CPPUNIT_ASSERT(three == on->build(scaling_kernel(3)));
        CPPUNIT_ASSERT(three != on->build(scaling_kernel(4)));
        CPPUNIT_ASSERT_EQUAL(std::string("scale"), three->source().name);
    }

    void runs_a_kernel()
    {
        const auto on = opencl();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel(3));
        for (const std::size_t count : { 1, 8, 9, 100000 })
            CPPUNIT_ASSERT(scaled_on(*on, *with, *scale, ramp(count)) ==
                           times(ramp(count), 3));
    }

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
        with->copy(*other, *memory, 16);
        with->upload(*memory, 0, text, 16);
        with->download(text, *other, 0, 16);
        with->download(text, *other, 5, 3);
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

    void two_queues_share_a_kernel()
    {
        const auto on = opencl();
        const auto scale = on->build(scaling_kernel(3));
        const auto use = [&](std::size_t count, bool* is_right) {
            const auto with = on->make_queue();
            *is_right = true;
            for (int i = 0; i < 50; ++i)
                *is_right &= scaled_on(*on, *with, *scale, ramp(count + i)) ==
                             times(ramp(count + i), 3);
        };
        bool is_first_right = false, is_second_right = false;
        std::thread first(use, 100, &is_first_right), second(use, 1000, &is_second_right);
        first.join();
        second.join();
        CPPUNIT_ASSERT(is_first_right && is_second_right);
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
            return;
        std::fill_n(x, 1024, 5.0f);
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel(3));
        with->launch(*scale, 128, { wrapped.get(), wrapped.get(), std::uint32_t(1024) });
        with->wait_all();
        CPPUNIT_ASSERT_EQUAL(1024L, std::count(x, x + 1024, 15.0f));
    }

    void objects_keep_their_device_alive()
    {
        auto on = opencl();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel(3));
        const auto memory = on->make_buffer(32);
        const std::weak_ptr<device> watched = on;
        on.reset();
        CPPUNIT_ASSERT(!watched.expired());
        const auto x = ramp(8);
        CPPUNIT_ASSERT(scaled_on(*watched.lock(), *with, *scale, x) == times(x, 3));
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

    void a_missing_kernel_names_the_call()
    {
        auto source = scaling_kernel(5);
        source.name = "scales";
        CPPUNIT_ASSERT_EQUAL(
            std::string("clCreateKernel \"scales\": CL_INVALID_KERNEL_NAME (-46)"),
            message_of<device_error>([&] { opencl()->build(source); }));
    }

    void a_refused_kernel_quotes_the_line()
    {
        auto source = scaling_kernel(3);
        source.text.replace(source.text.find("y[i] ="), 6, "z[i] =");
        const auto message = message_of<build_error>([&] { opencl()->build(source); });
        const std::regex pattern(
            R"(the OpenCL compiler of opencl:\d \(.+\) refused scale \((.+/scale\.cl)\): )"
            R"(line (\d+): .*'z'.*: (z\[i\] = 3 \* x\[i\];))");
        std::smatch found;
        CPPUNIT_ASSERT_MESSAGE(message, std::regex_match(message, found, pattern));
        const boost::filesystem::path file(found[1].str());
        const auto lines = lines_of(file);
        boost::filesystem::remove_all(file.parent_path());
        const auto line = static_cast<std::size_t>(std::stoi(found[2]));
        CPPUNIT_ASSERT_EQUAL("        " + found[3].str(), lines.at(line - 1));
        expect_lines_of(source, lines);
    }

    // A file that passes every check of ours and is still no program for the driver.
    void a_binary_that_the_driver_refuses_is_rebuilt()
    {
        const auto on = opencl();
        const auto source = scaling_kernel(7);
        const kernel_cache cache(folder());
        boost::filesystem::remove_all(folder());
        on->build(source);
        const auto key = the_only_file_in(folder());
        const auto binary = cache.load(key);
        CPPUNIT_ASSERT(binary && binary->size() > 100);

        // Not one cut short: PoCL 3.1 crashes on those, and the checksum is there for
        // them.
        for (const auto& wrong :
             { kernel_cache::bytes(), kernel_cache::bytes(1000, 'x') }) {
            cache.store(key, wrong);
            const auto x = ramp(10);
            const auto with = on->make_queue();
            CPPUNIT_ASSERT(scaled_on(*on, *with, *on->build(source), x) == times(x, 7));
            CPPUNIT_ASSERT(cache.load(key)->size() >= binary->size());
        }
    }

    void a_kept_binary_is_used()
    {
        const auto on = opencl();
        boost::filesystem::remove_all(folder());
        on->build(scaling_kernel(8));
        const auto key = the_only_file_in(folder());
        const auto written = boost::filesystem::last_write_time(folder() + "/" + key);
        const auto x = ramp(10);
        const auto with = on->make_queue();
        CPPUNIT_ASSERT(scaled_on(*on, *with, *on->build(scaling_kernel(8)), x) ==
                       times(x, 8));
        CPPUNIT_ASSERT_EQUAL(key, the_only_file_in(folder()));
        CPPUNIT_ASSERT_EQUAL(written,
                             boost::filesystem::last_write_time(folder() + "/" + key));
    }

    void leaves_kernels_to_the_driver_where_asked()
    {
        const auto on = opencl();
        boost::filesystem::remove_all(folder());
        setenv("GPUFFT_KERNEL_CACHE", "driver", 1);
        const auto built = on->build(scaling_kernel(11));
        unsetenv("GPUFFT_KERNEL_CACHE");
        CPPUNIT_ASSERT(!boost::filesystem::exists(folder()));
        const auto x = ramp(10);
        const auto with = on->make_queue();
        CPPUNIT_ASSERT(scaled_on(*on, *with, *built, x) == times(x, 11));
    }

    void dumps_the_kernel_and_its_log()
    {
        const auto to =
            boost::filesystem::temp_directory_path() / boost::filesystem::unique_path();
        setenv("GPUFFT_DUMP_DIR", to.c_str(), 1);
        const auto source = scaling_kernel(9);
        opencl()->build(source);
        unsetenv("GPUFFT_DUMP_DIR");
        expect_lines_of(source, lines_of(to / "scale.cl"));
        CPPUNIT_ASSERT(boost::filesystem::exists(to / "scale.log"));
        boost::filesystem::remove_all(to);
    }

private:
    static std::vector<std::string> lines_of(const boost::filesystem::path& file)
    {
        std::ifstream from(file.string());
        std::vector<std::string> lines;
        for (std::string line; std::getline(from, line);)
            lines.push_back(line);
        return lines;
    }

    //! All of them, in order; a device may have words of its own among them.
    static void expect_lines_of(const kernel_source& source,
                                const std::vector<std::string>& lines)
    {
        auto at = lines.begin();
        std::istringstream from(source.text);
        for (std::string line; std::getline(from, line); ++at) {
            at = std::find(at, lines.end(), line);
            CPPUNIT_ASSERT_MESSAGE(line, at != lines.end());
        }
    }

    static std::string folder() { return kernel_cache::default_folder(); }

    static std::string the_only_file_in(const std::string& where)
    {
        const boost::filesystem::directory_iterator begin(where), end;
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), std::distance(begin, end));
        return boost::filesystem::directory_iterator(where)->path().filename().string();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_opencl);
