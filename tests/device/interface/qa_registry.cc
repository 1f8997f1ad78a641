/* SPDX-License-Identifier: GPL-3.0-or-later */
// The registry with fake backends, and modules that are no modules.
#include "device/interface/backend_modules.h"
#include "device/interface/registry.h"
#include "reference/fake/fake_backend.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <thread>

using namespace gpufft;
namespace fs = boost::filesystem;

namespace {

device_info some_device(const char* product, device_type type)
{
    device_info info;
    info.product = product;
    info.platform = "made up";
    info.type = type;
    info.limits.is_cpu = type == device_type::cpu;
    info.limits.compute_units = 5;
    return info;
}

std::string reason_of(const std::vector<absent_backend>& absent, const std::string& name)
{
    for (const auto& each : absent)
        if (each.name == name)
            return each.reason;
    return "";
}

template <typename Call>
std::string message_of(Call&& call)
{
    try {
        call();
    } catch (const device_error& e) {
        return e.what();
    }
    return "nothing was thrown";
}

} // namespace

class qa_registry : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_registry);
    CPPUNIT_TEST(prefers_gpus_over_others_over_cpus);
    CPPUNIT_TEST(the_environment_says_what_auto_means);
    CPPUNIT_TEST(shares_a_device_while_it_is_open);
    CPPUNIT_TEST(shares_a_limited_device_out_by_parts);
    CPPUNIT_TEST(threads_get_the_same_device);
    CPPUNIT_TEST(refuses_a_second_backend_of_one_name);
    CPPUNIT_TEST(backends_refuse_numbers_that_are_not_there);
    CPPUNIT_TEST(says_where_a_missing_module_was_looked_for);
    CPPUNIT_TEST(says_why_a_module_was_not_loaded);
    CPPUNIT_TEST(looks_beside_the_library);
    CPPUNIT_TEST_SUITE_END();

public:
    qa_registry()
    {
        // Once a process: what was added to the registry stays.
        static const bool is_added = add_devices();
        CPPUNIT_ASSERT(is_added);
    }

    void prefers_gpus_over_others_over_cpus()
    {
        std::string names;
        for (const auto& info : list_devices().devices)
            names += info.name + " ";
        CPPUNIT_ASSERT_EQUAL(std::string("fake:1 second:0 fake:2 fake:0 "), names);
        CPPUNIT_ASSERT_EQUAL(std::string("fake:1"), choose_device("auto").name);
    }

    void the_environment_says_what_auto_means()
    {
        setenv("GPUFFT_DEVICE", "slow", 1);
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0"), choose_device("").name);
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0"), open_device("auto")->info().name);
        setenv("GPUFFT_DEVICE", "fake:3", 1);
        CPPUNIT_ASSERT_EQUAL(
            std::string(
                "device \"fake:3\" (from $GPUFFT_DEVICE): nothing matches; there "
                "is fake:1 (fast), second:0 (faster), fake:2 (odd), fake:0 (slow)"),
            message_of([] { open_device("auto"); }));
        unsetenv("GPUFFT_DEVICE");
    }

    void shares_a_device_while_it_is_open()
    {
        auto one = open_device("fake:0");
        CPPUNIT_ASSERT(one == open_device("slow"));
        CPPUNIT_ASSERT(one != open_device("fake:1"));
        const std::weak_ptr<device> watched = one;
        one.reset();
        CPPUNIT_ASSERT(watched.expired());
        CPPUNIT_ASSERT_EQUAL(std::string("slow"), open_device("slow")->info().product);
    }

    void shares_a_limited_device_out_by_parts()
    {
        const auto first = open_device("fake:0/2"), second = open_device("fake:0/2");
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0/2"), first->info().name);
        CPPUNIT_ASSERT_EQUAL(2, first->info().limits.compute_units);
        CPPUNIT_ASSERT(first != second);
        const auto also_first = open_device("slow/2"); // two parts of 2 threads, of 5
        CPPUNIT_ASSERT(also_first == first || also_first == second);
        CPPUNIT_ASSERT(open_device("fake:0/2") != also_first);
        CPPUNIT_ASSERT(open_device("fake:0/5") == open_device("fake:0"));
        CPPUNIT_ASSERT_EQUAL(std::string("fake:1"), choose_device("fast/1").name);

        setenv("GPUFFT_DEVICE", "slow/3", 1);
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0/3"), choose_device("auto").name);
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0/1"), choose_device("auto/1").name);
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0"), choose_device("fake:0").name);
        unsetenv("GPUFFT_DEVICE");
    }

    void threads_get_the_same_device()
    {
        std::vector<std::shared_ptr<device>> opened(8);
        std::vector<std::thread> threads;
        for (auto& each : opened)
            threads.emplace_back([&each] { each = open_device("fake:1"); });
        for (auto& each : threads)
            each.join();
        for (const auto& each : opened)
            CPPUNIT_ASSERT(each == opened.front());
    }

    void refuses_a_second_backend_of_one_name()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string("backend \"fake\" is there already"), message_of([] {
                add_backend(std::make_unique<fake_backend>(std::vector<device_info>()));
            }));
    }

    void backends_refuse_numbers_that_are_not_there()
    {
        fake_backend none({});
        CPPUNIT_ASSERT_EQUAL(std::string("there is no fake:0; there are 0 such devices"),
                             message_of([&] { none.open(0); }));
        CPPUNIT_ASSERT_EQUAL(std::string("there is no fake:-1; there are 0 such devices"),
                             message_of([&] { none.open(-1); }));
    }

    void says_where_a_missing_module_was_looked_for()
    {
        const auto loaded = load_backend_modules({ "/nowhere", "/else" });
        CPPUNIT_ASSERT(loaded.backends.empty());
        CPPUNIT_ASSERT_EQUAL(
            std::string("libgpufft-cuda.so is not in /nowhere or /else; build with "
                        "-DENABLE_CUDA=ON, or name its folder in $GPUFFT_BACKEND_DIR"),
            reason_of(loaded.absent, "cuda"));
        CPPUNIT_ASSERT_EQUAL(std::string("install the module libgpufft-cuda.so (a build "
                                         "with -DENABLE_CUDA=ON has it)"),
                             loaded.absent[0].remedy);
        CPPUNIT_ASSERT_EQUAL(
            std::string(
                "libgpufft-opencl.so is not in /nowhere or /else; build with "
                "-DENABLE_OPENCL=ON (needs ocl-icd-opencl-dev and "
                "opencl-clhpp-headers), or name its folder in $GPUFFT_BACKEND_DIR"),
            reason_of(loaded.absent, "opencl"));
    }

    void says_why_a_module_was_not_loaded()
    {
        const auto folder = fs::temp_directory_path() / fs::unique_path();
        fs::create_directories(folder);
        const auto text = folder / "libgpufft-text.so";
        std::ofstream(text.string()) << "no module at all";
        const auto stranger =
            folder / "libgpufft-stranger.so"; // a library without our names
        fs::create_symlink(fs::path(module_folders("")[1]) / "libgpufft.so", stranger);
        std::ofstream((folder / "libother.so").string()) << "not ours to load";

        const auto loaded = load_backend_modules({ folder.string() });
        fs::remove_all(folder);
        CPPUNIT_ASSERT(loaded.backends.empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), loaded.absent.size());
        const auto why = reason_of(loaded.absent, "text");
        CPPUNIT_ASSERT_MESSAGE(why, why.find(text.string()) == 0);
        CPPUNIT_ASSERT_MESSAGE(why, why.find("file too short") != std::string::npos);
        const auto strange = reason_of(loaded.absent, "stranger");
        CPPUNIT_ASSERT_MESSAGE(
            strange, strange.find("gpufft_backend_version") != std::string::npos);
    }

    void looks_beside_the_library()
    {
        CPPUNIT_ASSERT(module_folders("/wanted") ==
                       std::vector<std::string>{ "/wanted" });
        const auto folders = module_folders("");
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), folders.size());
        CPPUNIT_ASSERT_EQUAL(folders[1] + "/gpufft", folders[0]);
        CPPUNIT_ASSERT(fs::exists(fs::path(folders[1]) / "libgpufft.so"));
    }

private:
    static bool add_devices()
    {
        setenv("GPUFFT_BACKEND_DIR", "/nowhere", 1); // real devices would be in the way
        unsetenv("GPUFFT_DEVICE");
        add_backend(std::make_unique<fake_backend>(
            std::vector<device_info>{ some_device("slow", device_type::cpu),
                                      some_device("fast", device_type::gpu),
                                      some_device("odd", device_type::other) }));
        add_backend(std::make_unique<fake_backend>(
            std::vector<device_info>{ some_device("faster", device_type::gpu) },
            "second"));
        return true;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_registry);
