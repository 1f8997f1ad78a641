/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/pocl.h"
#include <cppunit/extensions/HelperMacros.h>

using gpufft::opencl::takes_launches_of_threads;

class qa_pocl_version : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pocl_version);
    CPPUNIT_TEST(versions_that_were_tried);
    CPPUNIT_TEST(what_is_no_version);
    CPPUNIT_TEST_SUITE_END();

    void versions_that_were_tried()
    {
        CPPUNIT_ASSERT(!takes_launches_of_threads("3.0-rc2"));
        CPPUNIT_ASSERT(!takes_launches_of_threads(
            "OpenCL 3.0 PoCL 3.0-rc2  Linux, RelWithDebInfo, RELOC, LLVM 14.0.4"));
        CPPUNIT_ASSERT(!takes_launches_of_threads("1.8"));
        CPPUNIT_ASSERT(takes_launches_of_threads("3.1+debian"));
        CPPUNIT_ASSERT(takes_launches_of_threads(
            "OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts, RELOC, SPIR"));
        CPPUNIT_ASSERT(takes_launches_of_threads("OpenCL 3.0 PoCL 6.0+debian  Linux"));
        CPPUNIT_ASSERT(takes_launches_of_threads("10.0"));
    }

    void what_is_no_version()
    {
        for (const char* text : { "", "PoCL ", "PoCL of today", "3" })
            CPPUNIT_ASSERT(!takes_launches_of_threads(text));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pocl_version);
