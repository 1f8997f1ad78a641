/* SPDX-License-Identifier: GPL-3.0-or-later */
// The CUDA backend's libraries: found, not found, of the wrong age; what is compiled for
// which GPU, and under which key it is kept. No GPU is needed, and NVRTC in part.
#include "device/cuda/backend.h"
#include "device/cuda/driver.h"
#include "device/cuda/limits.h"
#include "device/cuda/nvrtc/compile_options.h"
#include "device/cuda/nvrtc/compiler.h"
#include "device/cuda/nvrtc/remedy.h"
#include "device/cuda/program.h"
#include "support/devices/nvrtc.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cstdlib>
#include <regex>

using namespace gpufft;
using namespace gpufft::cuda;

namespace {

// Sets a variable for as long as this lives.
class with_variable
{
public:
    with_variable(const char* name, const char* value) : d_name(name)
    {
        setenv(name, value, 1);
    }
    ~with_variable() { unsetenv(d_name); }
    with_variable(const with_variable&) = delete;
    with_variable& operator=(const with_variable&) = delete;

private:
    const char* d_name;
};

// $FAKE_CUDA_DRIVER: a library that stands for the driver.
std::string fake_driver()
{
    const char* file = std::getenv("FAKE_CUDA_DRIVER");
    CPPUNIT_ASSERT_MESSAGE("FAKE_CUDA_DRIVER names no library", file);
    return file;
}

std::string reasons(const library_files& files)
{
    std::string text;
    for (const auto& each : make_backend(files)->list().absent)
        text += each.name + ": " + each.reason + "\n";
    return text;
}

const std::string TEXT = "extern \"C\" __global__ void one(float* x) { *x = 1; }\n";

} // namespace

class qa_cuda_libraries : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cuda_libraries);
    CPPUNIT_TEST(no_driver_is_an_absence);
    CPPUNIT_TEST(a_missing_function_is_named);
    CPPUNIT_TEST(a_driver_that_does_not_start_says_why);
    CPPUNIT_TEST(an_old_driver_says_what_works);
    CPPUNIT_TEST(no_compiler_is_an_absence);
    CPPUNIT_TEST(gpus_are_listed_with_their_compiler);
    CPPUNIT_TEST(a_number_that_is_not_there_is_refused);
    CPPUNIT_TEST(calls_are_named_as_in_the_manual);
    CPPUNIT_TEST(targets_are_exact_where_they_can_be);
    CPPUNIT_TEST(options_are_those_that_the_compiler_knows);
    CPPUNIT_TEST(keys_change_with_all_that_the_image_depends_on);
    CPPUNIT_TEST(the_driver_release_is_read);
    CPPUNIT_TEST(compiles_for_every_architecture_it_names);
    CPPUNIT_TEST(a_refused_text_has_a_log);
    CPPUNIT_TEST(a_wrong_target_names_the_call);
    CPPUNIT_TEST_SUITE_END();

public:
    void no_driver_is_an_absence()
    {
        const std::string wanted =
            "cuda: no NVIDIA driver: /nowhere/libcuda.so.1: cannot open shared object "
            "file: No such file or directory\n";
        CPPUNIT_ASSERT_EQUAL(wanted, reasons({ { "/nowhere/libcuda.so.1" }, {} }));
    }

    void a_missing_function_is_named()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string("cuda: no NVIDIA driver: libm.so.6 has no cuInit\n"),
            reasons({ { "/nowhere/libcuda.so.1", "libm.so.6" }, {} }));
    }

    void a_driver_that_does_not_start_says_why()
    {
        const with_variable status("FAKE_CUDA_INIT", "100");
        CPPUNIT_ASSERT_EQUAL(std::string("cuda: cuInit: CUDA_ERROR_NO_DEVICE (100)\n"),
                             reasons({ { fake_driver() }, {} }));
    }

    void an_old_driver_says_what_works()
    {
        const with_variable version("FAKE_CUDA_VERSION", "11040");
        CPPUNIT_ASSERT_EQUAL(std::string("cuda: the driver is for CUDA 11.4; this needs "
                                         "one for 12.0 or later\n"),
                             reasons({ { fake_driver() }, {} }));
    }

    void no_compiler_is_an_absence()
    {
        const struct {
            std::string file, reason;
        } ROWS[] = {
            { "/nowhere/nvrtc",
              "/nowhere/nvrtc: cannot open shared object file: No such file or "
              "directory" },
            { "libm.so.6", "libm.so.6 has no nvrtcVersion" },
        };
        for (const auto& row : ROWS)
            CPPUNIT_ASSERT_EQUAL(
                fmt::format("cuda: Fake GPU (sm_90): no compiler (NVRTC) that fits the "
                            "driver: {}; {}\n"
                            "cuda: Old GPU (sm_30): no compiler (NVRTC) that fits the "
                            "driver: {}\n",
                            row.reason,
                            nvrtc_remedy(look_at_system(), 13000, 90),
                            row.reason),
                reasons({ { fake_driver() }, { row.file } }));
    }

    void gpus_are_listed_with_their_compiler()
    {
        if (!testing::nvrtc())
            testing::skip("there is no NVRTC");
        const auto list = make_backend({ { fake_driver() }, {} })->list();
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), list.devices.size());
        CPPUNIT_ASSERT_EQUAL(std::string("cuda:1"), list.devices[1].name);
        CPPUNIT_ASSERT_EQUAL(std::string("Fake GPU"), list.devices[1].product);
        CPPUNIT_ASSERT_EQUAL("CUDA 13.0, NVRTC " + testing::nvrtc()->version(),
                             list.devices[1].platform);
        CPPUNIT_ASSERT_EQUAL(1024, list.devices[1].limits.max_work_items);
        CPPUNIT_ASSERT_EQUAL(65536, list.devices[1].limits.workgroup_registers);
        CPPUNIT_ASSERT_EQUAL(16, list.devices[1].limits.max_cluster);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), list.absent.size());
        CPPUNIT_ASSERT_EQUAL(
            fmt::format("Old GPU (sm_30): NVRTC {} compiles for sm_{} and later: "
                        "install one of an earlier version",
                        testing::nvrtc()->version(),
                        testing::nvrtc()->architectures().front()),
            list.absent[0].reason);
    }

    void a_number_that_is_not_there_is_refused()
    {
        const auto none = make_backend({ { "/nowhere/libcuda.so.1" }, {} });
        try {
            none->open(0);
            CPPUNIT_FAIL("opened");
        } catch (const device_error& e) {
            CPPUNIT_ASSERT_EQUAL(
                std::string("there is no cuda:0; there are 0 CUDA devices"),
                std::string(e.what()));
        }
    }

    void calls_are_named_as_in_the_manual()
    {
        const driver cu({ fake_driver() });
        CPPUNIT_ASSERT_EQUAL(std::string("cuMemAlloc"), cu.mem_alloc.name());
        CPPUNIT_ASSERT_EQUAL(std::string("cuLaunchKernel"), cu.launch_kernel.name());
        CPPUNIT_ASSERT_EQUAL(std::string("CUDA_ERROR_NO_DEVICE (100)"),
                             cu.status_text(CUDA_ERROR_NO_DEVICE));
        CPPUNIT_ASSERT_EQUAL(std::string("unknown status (12345)"),
                             cu.status_text(static_cast<CUresult>(12345)));
    }

    void targets_are_exact_where_they_can_be()
    {
        const std::vector<int> known = { 75, 80, 90, 100 };
        const struct {
            const char* why;
            int architecture;
            const char* target;
        } ROWS[] = {
            { "known", 90, "sm_90" },
            { "the first", 75, "sm_75" },
            { "newer than the compiler", 120, "compute_100" },
            { "between two", 89, "compute_80" },
            { "dropped by the compiler", 70, "" },
        };
        for (const auto& row : ROWS)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.why, std::string(row.target), target_for(row.architecture, known));
        CPPUNIT_ASSERT_EQUAL(std::string(), target_for(90, {}));
    }

    void options_are_those_that_the_compiler_knows()
    {
        using options = std::vector<std::string>;
        const options plain = { "--gpu-architecture=sm_90", "--std=c++17" };
        const options minimal = { "--gpu-architecture=sm_90",
                                  "--std=c++17",
                                  "--minimal" };
        auto uncached = minimal;
        uncached.emplace_back("--no-cache");
        CPPUNIT_ASSERT(compile_options("sm_90", 12, 0) == plain);
        CPPUNIT_ASSERT(compile_options("sm_90", 12, 3) == plain);
        CPPUNIT_ASSERT(compile_options("sm_90", 12, 4) == minimal);
        CPPUNIT_ASSERT(compile_options("sm_90", 12, 9) == minimal);
        CPPUNIT_ASSERT(compile_options("sm_90", 13, 0) == uncached);
    }

    void keys_change_with_all_that_the_image_depends_on()
    {
        const auto key = key_of(TEXT, "sm_90", "13.0");
        CPPUNIT_ASSERT_EQUAL(key, key_of(TEXT, "sm_90", "13.0"));
        CPPUNIT_ASSERT(key != key_of(TEXT + " ", "sm_90", "13.0"));
        CPPUNIT_ASSERT(key != key_of(TEXT, "sm_80", "13.0"));
        CPPUNIT_ASSERT(key != key_of(TEXT, "compute_90", "13.0"));
        CPPUNIT_ASSERT(key != key_of(TEXT, "sm_90", "12.8"));
    }

    void the_driver_release_is_read()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string("580.82.07"),
            driver_release("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  "
                           "580.82.07  Release Build"));
        CPPUNIT_ASSERT_EQUAL(
            std::string("470.161"),
            driver_release("NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.161"));
        CPPUNIT_ASSERT_EQUAL(std::string(), driver_release(""));
    }

    void compiles_for_every_architecture_it_names()
    {
        if (!testing::nvrtc())
            testing::skip("there is no NVRTC");
        for (const int each : testing::nvrtc()->architectures()) {
            const auto made = testing::nvrtc()->compile(
                "one", TEXT, target_for(each, testing::nvrtc()->architectures()));
            CPPUNIT_ASSERT_MESSAGE(made.log, made.is_good);
            CPPUNIT_ASSERT_EQUAL(std::string("\177ELF"),
                                 std::string(made.image.begin(), made.image.begin() + 4));
        }
        const auto ptx = testing::nvrtc()->compile("one", TEXT, "compute_90");
        const std::string text(ptx.image.begin(), ptx.image.end());
        CPPUNIT_ASSERT_MESSAGE(text, text.find(".target sm_90") != std::string::npos);
    }

    void a_refused_text_has_a_log()
    {
        if (!testing::nvrtc())
            testing::skip("there is no NVRTC");
        const auto made = testing::nvrtc()->compile(
            "one", "__device__ float f() { return x; }", "sm_90");
        CPPUNIT_ASSERT(!made.is_good && made.image.empty());
        CPPUNIT_ASSERT_MESSAGE(
            made.log, made.log.rfind("one.cu(1): error: identifier \"x\"", 0) == 0);
    }

    void a_wrong_target_names_the_call()
    {
        if (!testing::nvrtc())
            testing::skip("there is no NVRTC");
        try {
            testing::nvrtc()->compile("one", TEXT, "sm_1");
            CPPUNIT_FAIL("compiled");
        } catch (const device_error& e) {
            CPPUNIT_ASSERT_EQUAL(std::string("nvrtcCompileProgram of one for sm_1: "
                                             "NVRTC_ERROR_INVALID_OPTION (5)"),
                                 std::string(e.what()));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cuda_libraries);
