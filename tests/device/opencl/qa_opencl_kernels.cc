/* SPDX-License-Identifier: GPL-3.0-or-later */
// Kernels of the OpenCL backend: compiled, kept, refused, dumped.
#include "device/kernels/kernel_cache.h"
#include "support/devices/opencl_kernels.h"
#include <gpufft/error.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

class qa_opencl_kernels : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_opencl_kernels);
    CPPUNIT_TEST(the_same_source_gives_the_same_kernel);
    CPPUNIT_TEST(runs_a_kernel);
    CPPUNIT_TEST(two_queues_share_a_kernel);
    CPPUNIT_TEST(a_function_that_no_kernel_of_ours_calls_is_found);
    CPPUNIT_TEST(a_missing_kernel_names_the_call);
    CPPUNIT_TEST(a_refused_kernel_quotes_the_line);
    CPPUNIT_TEST(a_binary_that_the_driver_refuses_is_rebuilt);
    CPPUNIT_TEST(a_kept_binary_is_used);
    CPPUNIT_TEST(leaves_kernels_to_the_driver_where_asked);
    CPPUNIT_TEST(dumps_the_kernel_and_its_log);
    CPPUNIT_TEST_SUITE_END();

public:
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

    void a_function_that_no_kernel_of_ours_calls_is_found()
    {
        const auto on = opencl();
        const auto with = on->make_queue();
        auto source = scaling_kernel(3);
        source.text.replace(source.text.find("x[i];"), 5, "x[i] * cbrt(8.0f);");
        CPPUNIT_ASSERT(scaled_on(*on, *with, *on->build(source), ramp(9)) ==
                       times(ramp(9), 6));
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

    static void expect_lines_of(const kernel_source& source,
                                const std::vector<std::string>& lines)
    {
        std::string text;
        for (const auto& line : lines)
            text += line + '\n';
        CPPUNIT_ASSERT_EQUAL(source.text, text);
    }

    static std::string folder() { return kernel_cache::default_folder(); }

    static std::string the_only_file_in(const std::string& where)
    {
        const boost::filesystem::directory_iterator begin(where), end;
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), std::distance(begin, end));
        return boost::filesystem::directory_iterator(where)->path().filename().string();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_opencl_kernels);
