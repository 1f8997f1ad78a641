/* SPDX-License-Identifier: GPL-3.0-or-later */
// Names of devices with a limit on their threads, and what the limit leaves of a device.
#include "device/interface/thread_limit.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

namespace {

struct limited_text {
    const char* why; // this row is in the table
    const char* wanted;
    const char* name;
    int threads;
};

const limited_text NAMES[] = {
    { "no limit", "opencl:0", "opencl:0", 0 },
    { "a limit", "opencl:0/2", "opencl:0", 2 },
    { "of what the environment names", "auto/12", "auto", 12 },
    { "of nothing, which is auto", "/1", "", 1 },
    { "0 is no limit", "opencl:0/0", "opencl:0", 0 },
    { "a slash in a product is no limit", "Quadro T1000/PCIe", "Quadro T1000/PCIe", 0 },
    { "nor one at its end", "some device/", "some device/", 0 },
    { "nor what is no number all through", "a/2b", "a/2b", 0 },
    { "nor one below 0", "a/-1", "a/-1", 0 },
    { "just the last one counts", "a/1/2", "a/1", 2 },
};

device_info cpu_of(int units)
{
    device_info info;
    info.name = "opencl:0";
    info.limits.is_cpu = true;
    info.limits.compute_units = units;
    return info;
}

} // namespace

class qa_thread_limit : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_thread_limit);
    CPPUNIT_TEST(reads_a_limit_behind_a_name);
    CPPUNIT_TEST(says_what_it_reads);
    CPPUNIT_TEST(limits_cpu_devices_that_have_more);
    CPPUNIT_TEST_SUITE_END();

public:
    void reads_a_limit_behind_a_name()
    {
        for (const auto& row : NAMES) {
            const auto read = split_limit(row.wanted);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.why, std::string(row.name), read.name);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.why, row.threads, read.threads);
        }
    }

    void says_what_it_reads()
    {
        CPPUNIT_ASSERT_EQUAL(std::string("auto/3"), with_limit("auto", 3));
        CPPUNIT_ASSERT_EQUAL(std::string("auto"), with_limit("auto", 0));
    }

    void limits_cpu_devices_that_have_more()
    {
        const auto part = limited(cpu_of(4), 3);
        CPPUNIT_ASSERT_EQUAL(std::string("opencl:0/3"), part.name);
        CPPUNIT_ASSERT_EQUAL(3, part.limits.compute_units);
        for (const int threads : { 0, 4, 5 }) {
            const auto whole = limited(cpu_of(4), threads);
            CPPUNIT_ASSERT_EQUAL(std::string("opencl:0"), whole.name);
            CPPUNIT_ASSERT_EQUAL(4, whole.limits.compute_units);
        }
        auto gpu = cpu_of(4);
        gpu.limits.is_cpu = false;
        CPPUNIT_ASSERT_EQUAL(std::string("opencl:0"), limited(gpu, 1).name);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_thread_limit);
