/* SPDX-License-Identifier: GPL-3.0-or-later */
// The CUDA backend: on the GPU that $GPUFFT_DEVICE names, or with $FAKE_CUDA_DRIVER, a
// library that stands for the driver and computes on the host.
#include "device/kernels/kernel_cache.h"
#include "support/devices/cuda_kernels.h"
#include "support/in_thread.h"
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>

using namespace gpufft;
using namespace gpufft::testing;

class qa_cuda : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cuda);
    CPPUNIT_TEST(limits_are_plausible);
    CPPUNIT_TEST(the_same_device_is_opened_once);
    CPPUNIT_TEST(the_same_source_gives_the_same_kernel);
    CPPUNIT_TEST(takes_all_local_memory);
    CPPUNIT_TEST(copies_parts_of_buffers);
    CPPUNIT_TEST(parts_of_buffers_are_buffers);
    CPPUNIT_TEST(host_buffers_can_be_copied_from);
    CPPUNIT_TEST(memory_of_the_caller_is_registered_once);
    CPPUNIT_TEST(memory_of_the_host_is_not_wrapped);
    CPPUNIT_TEST(memory_of_the_device_is_borrowed);
    CPPUNIT_TEST(objects_keep_their_device_alive);
    CPPUNIT_TEST(too_large_a_buffer_names_the_sizes);
    CPPUNIT_TEST(too_much_local_memory_names_the_sizes);
    CPPUNIT_TEST(a_missing_kernel_names_the_call);
    CPPUNIT_TEST(a_refused_kernel_quotes_the_line);
    CPPUNIT_TEST(an_image_that_the_driver_refuses_is_rebuilt);
    CPPUNIT_TEST(a_kept_image_is_used);
    CPPUNIT_TEST(what_is_for_a_trial_is_not_kept);
    CPPUNIT_TEST(compiles_for_a_thread_with_a_small_stack);
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
        CPPUNIT_ASSERT(limits.l2_bytes >= 1 << 20);
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

    void memory_of_the_device_is_borrowed()
    {
        const auto on = a_gpu();
        const auto with = on->make_queue();
        const auto owned = on->make_buffer(4096);
        const auto pointer = reinterpret_cast<void*>(owned->device_address());
        auto borrowed = on->borrow_memory(pointer, 16);
        CPPUNIT_ASSERT(borrowed);
        CPPUNIT_ASSERT_EQUAL(std::size_t(16), borrowed->bytes());
        with->upload(*borrowed, 0, "sixteen letters.", 16);
        borrowed.reset(); // and leaves it there
        std::string text(16, ' ');
        with->download(text.data(), *owned, 0, 16);
        with->wait_all();
        CPPUNIT_ASSERT_EQUAL(std::string("sixteen letters."), text);
        CPPUNIT_ASSERT(!on->borrow_memory(text.data(), 16)); // of the host
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
        const auto key = the_only_kernel_in(folder());
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
        const auto key = the_only_kernel_in(folder());
        const auto written = boost::filesystem::last_write_time(folder() + "/" + key);
        const auto x = ramp(10);
        const auto with = on->make_queue();
        CPPUNIT_ASSERT(scaled_on(*on, *with, *on->build(scaling_kernel(5)), x, 8) ==
                       times(x, 8));
        CPPUNIT_ASSERT_EQUAL(key, the_only_kernel_in(folder()));
        CPPUNIT_ASSERT_EQUAL(written,
                             boost::filesystem::last_write_time(folder() + "/" + key));
    }

    void what_is_for_a_trial_is_not_kept()
    {
        const auto on = a_gpu();
        boost::filesystem::remove_all(folder());
        const auto source = scaling_kernel(8);
        const auto x = ramp(10);
        const auto with = on->make_queue();
        const auto works = [&](kernel& built) {
            return scaled_on(*on, *with, built, x, 8) == times(x, 8);
        };
        CPPUNIT_ASSERT(works(*on->build_for_trial(source)));
        CPPUNIT_ASSERT(!boost::filesystem::exists(folder()));
        CPPUNIT_ASSERT(works(*on->build(source)));
        the_only_kernel_in(folder());
        CPPUNIT_ASSERT(works(*on->build_for_trial(source)));
    }

    //! NVRTC 13.0 takes 92 KiB of the thread that calls it.
    void compiles_for_a_thread_with_a_small_stack()
    {
        constexpr std::size_t STACK_BYTES = 64 * 1024;
        boost::filesystem::remove_all(folder());
        const auto on = a_gpu();
        std::shared_ptr<kernel> built;
        in_thread(STACK_BYTES, [&] { built = on->build(scaling_kernel(7)); });
        const auto x = ramp(10);
        const auto with = on->make_queue();
        CPPUNIT_ASSERT(scaled_on(*on, *with, *built, x, 8) == times(x, 8));
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
        std::ifstream log((to / "scale.log").string());
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
    static std::string folder() { return kernel_cache::default_folder(); }

    //! Beside it lies the note of its compiler, a few words.
    static std::string the_only_kernel_in(const std::string& where)
    {
        constexpr std::uintmax_t LONGEST_NOTE = 128;
        namespace fs = boost::filesystem;
        std::vector<std::string> kernels, notes;
        for (fs::directory_iterator entry(where), end; entry != end; ++entry)
            (fs::file_size(entry->path()) > LONGEST_NOTE ? kernels : notes)
                .push_back(entry->path().filename().string());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), kernels.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), notes.size());
        return kernels.front();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cuda);
