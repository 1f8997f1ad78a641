/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/next_device.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

namespace {

device_info made_up(const char* name, const char* product)
{
    device_info info;
    info.name = name;
    info.product = product;
    return info;
}

device_list workstation()
{
    device_list list;
    list.devices = {
        made_up("cuda:0", "NVIDIA H200"),        made_up("cuda:1", "NVIDIA H200"),
        made_up("opencl:1", "NVIDIA H200"),      made_up("opencl:2", "gfx90a"),
        made_up("opencl:0", "pthread-AMD EPYC"),
    };
    return list;
}

struct choice {
    const char* why; // this row is in the table
    std::set<std::string> failed;
    const char* next;
};

const choice CHOICES[] = {
    { "nothing has failed: the first", {}, "cuda:0" },
    { "two boards of one product are two devices", { "cuda:0" }, "cuda:1" },
    { "the same product of another backend waits", { "cuda:0", "cuda:1" }, "opencl:2" },
    { "behind CPU devices, too", { "cuda:0", "cuda:1", "opencl:2" }, "opencl:0" },
    { "but it is tried", { "cuda:0", "cuda:1", "opencl:2", "opencl:0" }, "opencl:1" },
    { "all have failed", { "cuda:0", "cuda:1", "opencl:0", "opencl:1", "opencl:2" }, "" },
    { "a name that is gone changes nothing", { "fake:0" }, "cuda:0" },
};

class qa_next_device : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_next_device);
    CPPUNIT_TEST(follows_the_table);
    CPPUNIT_TEST(there_may_be_no_device);
    CPPUNIT_TEST_SUITE_END();

public:
    void follows_the_table()
    {
        for (const auto& c : CHOICES)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                c.why, std::string(c.next), next_device(workstation(), c.failed));
    }

    void there_may_be_no_device()
    {
        CPPUNIT_ASSERT_EQUAL(std::string(), next_device(device_list(), {}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_next_device);

} // namespace
