/* SPDX-License-Identifier: GPL-3.0-or-later */
// What is said of NVIDIA's GPUs that are not used as they could be, and how they are seen
// where no driver's library is: on lists, and copies of the system's files.
#include "device/interface/seen_gpus.h"
#include "device/interface/unused_gpus.h"
#include <cppunit/extensions/HelperMacros.h>
#include <boost/filesystem.hpp>
#include <fstream>

using namespace gpufft;

namespace {

namespace fs = boost::filesystem;
using lines = std::vector<std::string>;

device_info a_device(const char* name, const char* product, const char* platform)
{
    device_info info;
    info.name = name;
    info.product = product;
    info.platform = platform;
    info.type = device_type::gpu;
    return info;
}

const auto BY_CUDA = a_device("cuda:0", "H100", "CUDA 13.0, NVRTC 13.0");
const auto BY_OPENCL = a_device("opencl:0", "H100", "NVIDIA CUDA, OpenCL 3.0");
const auto OF_AMD = a_device("opencl:1", "MI300X", "AMD, OpenCL 2.1");
const absent_backend NO_COMPILER = { "cuda", "no NVRTC", "install NVRTC", "H100" };
const absent_backend NO_DRIVER = { "cuda", "no driver", "install a driver" };
const absent_backend NO_REMEDY = { "cuda", "of the wrong age" };
const absent_backend NO_POCL = { "opencl", "no PoCL", "install PoCL" };

} // namespace

class qa_unused_gpus : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_unused_gpus);
    CPPUNIT_TEST(advice_says_what_is_lost_and_what_to_install);
    CPPUNIT_TEST(a_system_tells_its_gpus);
    CPPUNIT_TEST_SUITE_END();

    fs::path d_root;

public:
    void setUp() override
    {
        d_root = fs::temp_directory_path() / fs::unique_path("gpufft-%%%%%%%%");
    }
    void tearDown() override { fs::remove_all(d_root); }

    void put(const std::string& path, const std::string& text)
    {
        const auto file = d_root / path;
        fs::create_directories(file.parent_path());
        std::ofstream(file.string()) << text;
    }

    void advice_says_what_is_lost_and_what_to_install()
    {
        const struct {
            const char* why;
            device_list list;
            lines seen, advice;
        } ROWS[] = {
            { "no compiler, OpenCL reaches it",
              { { BY_OPENCL }, { NO_COMPILER } },
              { "H100" },
              { "H100 is used through OpenCL, which is slower: install NVRTC" } },
            { "no compiler, nothing reaches it",
              { { OF_AMD }, { NO_COMPILER } },
              {},
              { "H100 is not used: install NVRTC" } },
            { "no compiler, there are kept kernels",
              { { BY_CUDA, BY_OPENCL }, { NO_COMPILER } },
              { "H100" },
              { "H100 runs kernels that were kept, and compiles no others: install "
                "NVRTC" } },
            { "no driver, the system shows the GPU",
              { {}, { NO_DRIVER } },
              { "an NVIDIA GPU" },
              { "an NVIDIA GPU is not used: install a driver" } },
            { "no module, OpenCL reaches it",
              { { BY_OPENCL, BY_OPENCL }, { NO_DRIVER } },
              {},
              { "H100 is used through OpenCL, which is slower: install a driver" } },
            { "said once",
              { { BY_OPENCL }, { NO_COMPILER, NO_COMPILER } },
              {},
              { "H100 is used through OpenCL, which is slower: install NVRTC" } },
            { "no GPU of NVIDIA's", { { OF_AMD }, { NO_DRIVER } }, {}, {} },
            { "nothing helps", { { BY_OPENCL }, { NO_REMEDY } }, { "H100" }, {} },
            { "another backend's", { { BY_CUDA }, { NO_POCL } }, { "H100" }, {} },
            { "all is well", { { BY_CUDA, BY_OPENCL }, {} }, { "H100" }, {} },
        };
        for (const auto& row : ROWS)
            CPPUNIT_ASSERT_MESSAGE(row.why, advice_of(row.list, row.seen) == row.advice);
    }

    void a_system_tells_its_gpus()
    {
        const auto empty = look_at_system(d_root.string());
        CPPUNIT_ASSERT(empty.nvidia_gpus.empty() && empty.distribution.empty());
        CPPUNIT_ASSERT(!empty.is_container && !empty.has_nvidia_module);

        put("etc/os-release",
            "NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nID=debian\n");
        const std::string bus = "sys/bus/pci/devices/";
        put(bus + "0000:00:02.0/vendor", "0x8086\n");
        put(bus + "0000:00:02.0/class", "0x030000\n");
        put(bus + "0000:01:00.1/vendor", "0x10de\n"); // sound of a GPU
        put(bus + "0000:01:00.1/class", "0x040300\n");
        auto found = look_at_system(d_root.string());
        CPPUNIT_ASSERT_EQUAL(std::string("debian"), found.distribution);
        CPPUNIT_ASSERT_EQUAL(std::string("12"), found.release);
        CPPUNIT_ASSERT(found.nvidia_gpus.empty());

        put(bus + "0000:01:00.0/vendor", "0x10de\n");
        put(bus + "0000:01:00.0/class", "0x030200\n");
        CPPUNIT_ASSERT(look_at_system(d_root.string()).nvidia_gpus ==
                       lines{ "an NVIDIA GPU" });

        put("proc/driver/nvidia/version", "NVRM version: 580.82.07\n");
        put("proc/driver/nvidia/gpus/0000:01:00.0/information",
            "Model: \t\t NVIDIA H100 PCIe\nIRQ:   \t\t 11\n");
        put("run/.containerenv", "");
        found = look_at_system(d_root.string());
        CPPUNIT_ASSERT(found.nvidia_gpus == lines{ "NVIDIA H100 PCIe" });
        CPPUNIT_ASSERT(found.has_nvidia_module && found.is_container);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_unused_gpus);
