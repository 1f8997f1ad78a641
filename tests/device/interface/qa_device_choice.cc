/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;

namespace {

device_info
made_up(const char* name, const char* product, const char* platform, device_type type)
{
    device_info info;
    info.name = name;
    info.product = product;
    info.platform = platform;
    info.type = type;
    return info;
}

device_list workstation()
{
    device_list list;
    list.devices = {
        made_up("cuda:0", "NVIDIA H200", "CUDA 12", device_type::gpu),
        made_up("opencl:1", "NVIDIA H200", "NVIDIA CUDA, OpenCL 3.0", device_type::gpu),
        made_up("opencl:2", "NVIDIA H200 MIG", "NVIDIA CUDA", device_type::gpu),
        made_up("opencl:3", "gfx90a", "AMD APP", device_type::gpu),
        made_up("opencl:0", "pthread-AMD EPYC", "PoCL 3.1", device_type::cpu),
    };
    return list;
}

device_list nothing()
{
    device_list list;
    list.absent = { { "cuda", "not part of this version" },
                    { "opencl", "no OpenCL platform" } };
    return list;
}

device_list cpu_alone()
{
    device_list list;
    list.devices = { made_up(
        "opencl:0", "pthread-AMD EPYC", "PoCL 3.1", device_type::cpu) };
    list.absent = { { "cuda", "no compiler (NVRTC)" } };
    return list;
}

struct choice {
    const char* why; // this row is in the table
    const char* wanted;
    const char* from_environment;
    const char* chosen;
};

const choice CHOICES[] = {
    { "auto is the first", "auto", "", "cuda:0" },
    { "so is nothing", "", "", "cuda:0" },
    { "auto means what the environment says", "auto", "opencl:0", "opencl:0" },
    { "so does nothing", "", "epyc", "opencl:0" },
    { "the environment may say auto", "auto", "auto", "cuda:0" },
    { "an argument outranks the environment", "opencl:3", "opencl:0", "opencl:3" },
    { "an exact name", "opencl:1", "", "opencl:1" },
    { "an exact product that is also part of others", "gfx90a", "", "opencl:3" },
    { "a part of one product", "MIG", "", "opencl:2" },
    { "letter case does not matter in a part", "mig", "", "opencl:2" },
    { "a part of a product before a part of a platform", "AMD", "", "opencl:0" },
    { "a part of one platform", "amd app", "", "opencl:3" },
};

struct refusal {
    const char* why;
    device_list (*list)();
    const char* wanted;
    const char* from_environment;
    const char* message;
};

const refusal REFUSALS[] = {
    { "nothing matches",
      workstation,
      "opencl:9",
      "",
      "device \"opencl:9\": nothing matches; there is cuda:0 (NVIDIA H200), "
      "opencl:1 (NVIDIA H200), opencl:2 (NVIDIA H200 MIG), opencl:3 (gfx90a), "
      "opencl:0 (pthread-AMD EPYC)" },
    { "a limit that is no number of threads",
      workstation,
      "opencl:0/-1",
      "",
      "device \"opencl:0/-1\": \"-1\" is no number of threads; opencl:0/2 takes two, "
      "opencl:0 all" },
    { "a limit on any device that is no number of threads",
      workstation,
      "auto",
      "auto/many",
      "device \"auto/many\" (from $GPUFFT_DEVICE): \"many\" is no number of threads; "
      "auto/2 takes two, auto all" },
    { "two of one product",
      workstation,
      "NVIDIA H200",
      "",
      "device \"NVIDIA H200\" fits 2 devices: cuda:0 (NVIDIA H200), "
      "opencl:1 (NVIDIA H200); take one by its name, e.g. \"cuda:0\"" },
    { "a part of several products",
      workstation,
      "h200",
      "",
      "device \"h200\" fits 3 devices: cuda:0 (NVIDIA H200), opencl:1 (NVIDIA H200), "
      "opencl:2 (NVIDIA H200 MIG); take one by its name, e.g. \"cuda:0\"" },
    { "the name came from the environment",
      workstation,
      "auto",
      "TPU",
      "device \"TPU\" (from $GPUFFT_DEVICE): nothing matches; there is "
      "cuda:0 (NVIDIA H200), opencl:1 (NVIDIA H200), opencl:2 (NVIDIA H200 MIG), "
      "opencl:3 (gfx90a), opencl:0 (pthread-AMD EPYC)" },
    { "a backend that has no device",
      cpu_alone,
      "cuda:0",
      "",
      "device \"cuda:0\": nothing matches; there is opencl:0 (pthread-AMD EPYC); cuda: "
      "no "
      "compiler (NVRTC)" },
    { "no device at all",
      nothing,
      "auto",
      "",
      "there is no device; cuda: not part of this version; opencl: no OpenCL platform" },
    { "no device, one was asked for",
      nothing,
      "opencl:0",
      "",
      "device \"opencl:0\": there is no device; cuda: not part of this version; "
      "opencl: no OpenCL platform" },
};

} // namespace

class qa_device_choice : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_device_choice);
    CPPUNIT_TEST(takes_the_device_that_is_named);
    CPPUNIT_TEST(says_what_there_is);
    CPPUNIT_TEST_SUITE_END();

public:
    void takes_the_device_that_is_named()
    {
        for (const auto& row : CHOICES)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.why,
                std::string(row.chosen),
                match_device(workstation(), row.wanted, row.from_environment).name);
    }

    void says_what_there_is()
    {
        for (const auto& row : REFUSALS) {
            std::string message = "nothing was thrown";
            try {
                match_device(row.list(), row.wanted, row.from_environment);
            } catch (const device_error& e) {
                message = e.what();
            }
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.why, std::string(row.message), message);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_device_choice);
