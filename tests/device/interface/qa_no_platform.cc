/* SPDX-License-Identifier: GPL-3.0-or-later */
// The OpenCL module on a machine without any driver: $OCL_ICD_VENDORS names no folder.
#include "device/interface/registry.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;

class qa_no_platform : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_no_platform);
    CPPUNIT_TEST(says_what_to_install);
    CPPUNIT_TEST_SUITE_END();

public:
    void says_what_to_install()
    {
        const std::string reason = "no OpenCL platform: install a driver, e.g. "
                                   "pocl-opencl-icd, which computes on the CPU";
        const auto list = list_devices();
        CPPUNIT_ASSERT(list.devices.empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), list.absent.size());
        CPPUNIT_ASSERT_EQUAL(std::string("cuda"), list.absent[0].name);
        CPPUNIT_ASSERT_EQUAL(std::string("opencl"), list.absent[1].name);
        CPPUNIT_ASSERT_EQUAL(reason, list.absent[1].reason);

        std::string message;
        try {
            open_device("auto");
        } catch (const device_error& e) {
            message = e.what();
        }
        CPPUNIT_ASSERT_EQUAL("there is no device; cuda: " + list.absent[0].reason +
                                 "; opencl: " + reason,
                             message);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_no_platform);
