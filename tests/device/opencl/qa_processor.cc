/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which processors have plans of their own.
#include "device/opencl/processor.h"
#include <cppunit/extensions/HelperMacros.h>
#include <string>
#include <thread>

using namespace gpufft::opencl;

class qa_processor : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_processor);
    CPPUNIT_TEST(some_have_plans_of_their_own);
    CPPUNIT_TEST(this_one_says_what_it_is);
    CPPUNIT_TEST(features_are_the_same_on_every_core);
    CPPUNIT_TEST_SUITE_END();

public:
    void some_have_plans_of_their_own()
    {
        CPPUNIT_ASSERT_EQUAL(std::string("zen4"),
                             architecture_of({ "AuthenticAMD", 25, true }));
        CPPUNIT_ASSERT_EQUAL(std::string("zen5"),
                             architecture_of({ "AuthenticAMD", 26, true }));
        for (const processor& other : { processor{ "AuthenticAMD", 25, false },
                                        processor{ "AuthenticAMD", 26, false },
                                        processor{ "AuthenticAMD", 23, false },
                                        processor{ "GenuineIntel", 6, true },
                                        processor{ "GenuineIntel", 25, true },
                                        processor{} })
            CPPUNIT_ASSERT_EQUAL(std::string(), architecture_of(other));
    }

    void this_one_says_what_it_is()
    {
#if defined(__x86_64__)
        const auto p = this_processor();
        CPPUNIT_ASSERT_EQUAL(std::size_t(12), p.vendor.size());
        CPPUNIT_ASSERT(p.family > 0);
#endif
    }

    void features_are_the_same_on_every_core()
    {
        const auto here = processor_features();
        CPPUNIT_ASSERT(!here.empty());
        for (int i = 0; i < 20; ++i) {
            std::string there;
            std::thread([&] { there = processor_features(); }).join();
            CPPUNIT_ASSERT_EQUAL(here, there);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_processor);
