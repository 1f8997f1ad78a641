/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which kernels need no self test any more, in this process and in others.
#include "device/kernels/kernel_cache.h"
#include "exec/self_test/passed_tests.h"
#include "support/own_cache.h"
#include <cppunit/extensions/HelperMacros.h>
#include <boost/filesystem.hpp>

using namespace gpufft;

namespace {

device_info some_device(const std::string& driver = "1.0")
{
    device_info info;
    info.name = "cuda:0";
    info.product = "a GPU";
    info.platform = "a platform";
    info.driver = driver;
    return info;
}

bool is_kept() { return boost::filesystem::exists(kernel_cache::default_folder()); }

} // namespace

class qa_passed_tests : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_passed_tests);
    CPPUNIT_TEST(what_passed_is_known);
    CPPUNIT_TEST(other_processes_know_it);
    CPPUNIT_TEST(a_device_of_no_driver_is_known_here_alone);
    CPPUNIT_TEST(what_passed_a_test_that_saw_less_is_tested_again);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        testing::use_own_cache();
        boost::filesystem::remove_all(kernel_cache::default_folder());
    }

    void what_passed_is_known()
    {
        const auto on = some_device();
        CPPUNIT_ASSERT(!has_passed("one", on));
        note_passed("one", on);
        CPPUNIT_ASSERT(has_passed("one", on));
        CPPUNIT_ASSERT(!has_passed("two", on));
        auto other = on;
        other.name = "cuda:1";
        other.product = "another GPU";
        CPPUNIT_ASSERT(!has_passed("one", other));
        // This process knows what has passed even without the files.
        setUp();
        CPPUNIT_ASSERT(has_passed("one", on));
    }

    // Under another number the device is new to this process, and so stands for one in
    // the next process.
    void other_processes_know_it()
    {
        note_passed("three", some_device());
        CPPUNIT_ASSERT(is_kept());
        auto same_product = some_device();
        same_product.name = "cuda:1";
        CPPUNIT_ASSERT(has_passed("three", same_product));
        auto after_an_update = some_device("1.1");
        after_an_update.name = "cuda:1";
        CPPUNIT_ASSERT(!has_passed("three", after_an_update));
        setUp();
        CPPUNIT_ASSERT(!has_passed("three", same_product));
    }

    void a_device_of_no_driver_is_known_here_alone()
    {
        auto fake = some_device();
        fake.platform.clear();
        note_passed("four", fake);
        CPPUNIT_ASSERT(has_passed("four", fake));
        CPPUNIT_ASSERT(!is_kept());
    }

    void what_passed_a_test_that_saw_less_is_tested_again()
    {
        const auto on = some_device();
        const kernel_cache kept(kernel_cache::default_folder());
        kept.store(kernel_cache::key_of("five", on, "passed its self test"), { 'y' });
        CPPUNIT_ASSERT(!has_passed("five", on));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_passed_tests);
