/* SPDX-License-Identifier: GPL-3.0-or-later */
// What a block knows of its devices from one run of its flowgraph to the next: a device
// that failed is asked again, and is trusted as at first.
#include "blocks/scheduler/impulse_flowgraph.h"
#include <gnuradio/gpufft/tuner.h>
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft::testing;

class qa_next_start : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_next_start);
    CPPUNIT_TEST(a_device_that_failed_is_asked_again_at_the_next_start);
    CPPUNIT_TEST(a_device_that_still_fails_leaves_the_other_one);
    CPPUNIT_TEST(the_only_device_is_asked_again_as_well);
    CPPUNIT_TEST(a_failure_of_the_run_before_is_forgotten);
    CPPUNIT_TEST(a_device_that_is_back_is_trusted_as_at_first);
    CPPUNIT_TEST(a_device_that_could_not_be_taken_is_not_in_use);
    CPPUNIT_TEST(another_device_that_cannot_is_an_error_at_each_start);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        fake().calls.clear();
        lines_of_block();
    }

    void a_device_that_failed_is_asked_again_at_the_next_start()
    {
        const auto block = make_block("fake:0");
        for (int run = 0; run < 3; ++run) {
            flowgraph f(block);
            if (run == 1)
                fail_twice(fake(), "work", 9);
            f.graph->run();
            CPPUNIT_ASSERT_EQUAL(ITEMS, f.right_items());
            CPPUNIT_ASSERT_EQUAL(
                std::string(run == 1 ? "fake:1 (second GPU)" : "fake:0 (first GPU)"),
                block->device_name());
        }
    }

    void a_device_that_still_fails_leaves_the_other_one()
    {
        const auto block = make_block("fake:0");
        for (int run = 0; run < 3; ++run) {
            const flowgraph f(block);
            if (run)
                fake().calls.fail("make_queue");
            else
                fail_twice(fake(), "work", 9);
            f.graph->run();
            fake().calls.clear();
            CPPUNIT_ASSERT_EQUAL(ITEMS, f.right_items());
            CPPUNIT_ASSERT_EQUAL(std::string("fake:1 (second GPU)"),
                                 block->device_name());
        }
    }

    // Both have failed, and the stream has ended.
    void the_only_device_is_asked_again_as_well()
    {
        const auto block = make_block("fake:0");
        {
            const flowgraph f(block);
            fail_twice(fake(), "upload", 5);
            fail_twice(fake(), "upload", 12);
            f.graph->run();
            CPPUNIT_ASSERT(f.right_items() < ITEMS);
            lines_of_block();
        }
        const flowgraph f(block);
        f.graph->run();
        CPPUNIT_ASSERT_EQUAL(ITEMS, f.right_items());
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0 (first GPU)"), block->device_name());
    }

    // Each run is too short for the device to be trusted again within it.
    void a_failure_of_the_run_before_is_forgotten()
    {
        const auto block = make_block("fake:0");
        for (int run = 0; run < 3; ++run) {
            const flowgraph f(block, FEW_ITEMS);
            fake().calls.fail("launch");
            f.graph->run();
            CPPUNIT_ASSERT_EQUAL(FEW_ITEMS, f.right_items());
            CPPUNIT_ASSERT_EQUAL(std::string("started"), f.events());
            CPPUNIT_ASSERT_EQUAL(std::string("fake:0 (first GPU)"), block->device_name());
        }
    }

    // The failure that is fresh is the other device's.
    void a_device_that_is_back_is_trusted_as_at_first()
    {
        const auto block = make_block("fake:0");
        {
            const flowgraph f(block, FEW_ITEMS);
            for (const int call : { 1, 2, 3 })
                fake().calls.fail("launch", call);
            f.graph->run();
            CPPUNIT_ASSERT_EQUAL(std::string("started fallback"), f.events());
            CPPUNIT_ASSERT_EQUAL(std::size_t(3), lines_of_block().size());
        }
        const flowgraph f(block, FEW_ITEMS);
        fake().calls.fail("launch");
        f.graph->run();
        CPPUNIT_ASSERT_EQUAL(FEW_ITEMS, f.right_items());
        CPPUNIT_ASSERT_EQUAL(std::string("started"), f.events());
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0 (first GPU)"), block->device_name());
    }

    // The other one could not be taken when the first failed; by now it can.
    void a_device_that_could_not_be_taken_is_not_in_use()
    {
        const auto block = make_block("fake:0");
        {
            const flowgraph f(block, FEW_ITEMS);
            fail_twice(fake(), "launch", 1);
            fake().calls.fail("build"); // of the second device
            f.graph->run();
            CPPUNIT_ASSERT_EQUAL(std::string("started failed"), f.events());
            lines_of_block();
        }
        const flowgraph f(block, FEW_ITEMS);
        fake().calls.clear();
        fake().calls.fail("make_queue"); // of the first, which is asked again
        fail_twice(fake(), "launch", 1);
        f.graph->run();
        CPPUNIT_ASSERT_EQUAL(std::string("started fallback"), f.events());
        CPPUNIT_ASSERT_EQUAL(FEW_ITEMS, f.right_items());
        for (const auto& line : lines_of_block())
            CPPUNIT_ASSERT_EQUAL_MESSAGE(line, std::size_t(0), line.find("fake:0"));
    }

    void another_device_that_cannot_is_an_error_at_each_start()
    {
        const auto block = make_block("auto");
        const auto tuner = gr::gpufft::tuner::make("fake:1", "estimate", {}, 1, false);
        for (int run = 0; run < 2; ++run) {
            const flowgraph f(block, FEW_ITEMS);
            fake().calls.fail("make_queue");
            CPPUNIT_ASSERT_THROW(f.graph->start(), gpufft::device_error);
        }
        const flowgraph f(block, FEW_ITEMS);
        f.graph->run();
        CPPUNIT_ASSERT_EQUAL(FEW_ITEMS, f.right_items());
        CPPUNIT_ASSERT_EQUAL(std::string("fake:1 (second GPU)"), block->device_name());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_next_start);
