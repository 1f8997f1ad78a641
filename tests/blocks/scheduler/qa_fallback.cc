/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device fails while the flowgraph runs, and the block tries once more, then goes on
// with another: every call of the device interface in turn, at several places of the
// stream.
#include "blocks/scheduler/impulse_flowgraph.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>

namespace {

using namespace gpufft::testing;

const std::vector<float> WINDOW(LENGTH, 2);
const char* const CALLS_OF_MAKE[] = { "make_buffer", "upload", "make_queue", "build" };

class qa_fallback : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_fallback);
    CPPUNIT_TEST(every_call_may_fail_once_and_nothing_is_lost);
    CPPUNIT_TEST(every_call_may_fail_twice_and_nothing_is_lost);
    CPPUNIT_TEST(a_failure_long_after_the_first_is_tried_again_too);
    CPPUNIT_TEST(calls_of_staging_may_fail_as_well);
    CPPUNIT_TEST(rings_are_copied_from_and_to_in_place);
    CPPUNIT_TEST(rings_that_cannot_be_locked_are_staged);
    CPPUNIT_TEST(the_window_goes_with_the_stream);
    CPPUNIT_TEST(says_what_happened);
    CPPUNIT_TEST(a_named_device_that_cannot_is_an_error);
    CPPUNIT_TEST(auto_passes_over_a_device_that_cannot);
    CPPUNIT_TEST(without_a_device_the_stream_ends_after_whole_items);
    CPPUNIT_TEST(leaves_no_memory_behind);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        fake().calls.clear();
        lines_of_block();
    }

private:
    //! Runs with \p call failing the \p nth time, once or again when that is tried once
    //! more; \return whether it came to that.
    bool run_with_fault(const char* call, int nth, bool is_twice)
    {
        fake().calls.clear();
        const auto block = make_block("fake:0");
        flowgraph f(block);
        const int before = fake().calls.calls(call);
        int last = nth;
        if (is_twice)
            last = fail_twice(fake(), call, nth);
        else
            fake().calls.fail(call, nth);
        f.graph->run();
        const auto lines = lines_of_block();
        const auto what = fmt::format("{}, {} of the run: {}", call, nth, joined(lines));
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            what, std::size_t(ITEMS * LENGTH), f.sink->data().size());
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, ITEMS, f.right_items());
        const int calls = fake().calls.calls(call) - before;
        const bool is_lost = is_twice && calls >= last;
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            what, std::size_t(calls >= nth) + is_lost, lines.size());
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            what,
            std::string(is_lost ? "fake:1 (second GPU)" : "fake:0 (first GPU)"),
            block->device_name());
        return calls >= last;
    }

    void run_with_faults(bool is_twice)
    {
        for (const char* call : { "make_buffer",
                                  "wrap_host_memory",
                                  "upload",
                                  "download",
                                  "launch",
                                  "record",
                                  "wait",
                                  "work" })
            for (const int nth : { 1, 2, 3, 7, 20, 45 })
                if (!run_with_fault(call, nth, is_twice))
                    CPPUNIT_ASSERT_MESSAGE(call, nth > 2);
    }

public:
    void every_call_may_fail_once_and_nothing_is_lost() { run_with_faults(false); }
    void every_call_may_fail_twice_and_nothing_is_lost() { run_with_faults(true); }

    // The device has done enough between two failures to be trusted.
    void a_failure_long_after_the_first_is_tried_again_too()
    {
        const auto block = make_block("fake:0");
        const flowgraph f(block);
        fake().calls.fail("upload", 2);
        fake().calls.fail("upload", 120);
        f.graph->run();
        CPPUNIT_ASSERT_EQUAL(ITEMS, f.right_items());
        const auto lines = lines_of_block();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(joined(lines), std::size_t(2), lines.size());
        CPPUNIT_ASSERT_EQUAL(std::string("started"), f.events());
    }

    void calls_of_staging_may_fail_as_well()
    {
        for (const int nth : { 1, 2 }) {
            const auto block = make_block("fake:0");
            flowgraph f(block);
            fake().calls.fail("register_host_memory", 1);
            fake().calls.fail("register_host_memory", 2);
            fail_twice(fake(), "make_host_buffer", nth);
            f.graph->run();
            CPPUNIT_ASSERT_EQUAL(ITEMS, f.right_items());
            CPPUNIT_ASSERT_EQUAL(std::string("started fallback"), f.events());
            CPPUNIT_ASSERT_EQUAL(std::size_t(2), lines_of_block().size());
        }
    }

    // Across their end as well, where pieces of 113 items come to lie.
    void rings_are_copied_from_and_to_in_place()
    {
        const auto block = make_block("fake:0");
        flowgraph f(block);
        const int stagings = fake().calls.calls("make_host_buffer");
        f.graph->run(113);
        CPPUNIT_ASSERT_EQUAL(ITEMS, f.right_items());
        CPPUNIT_ASSERT_EQUAL(stagings, fake().calls.calls("make_host_buffer"));
    }

    void rings_that_cannot_be_locked_are_staged()
    {
        const auto block = make_block("fake:0");
        flowgraph f(block);
        fake().calls.fail("register_host_memory", 2);
        f.graph->run();
        CPPUNIT_ASSERT_EQUAL(ITEMS, f.right_items());
        CPPUNIT_ASSERT_EQUAL(std::string("started"), f.events());
        CPPUNIT_ASSERT_EQUAL(std::string(), joined(lines_of_block()));
    }

    void the_window_goes_with_the_stream()
    {
        const auto block = make_block("fake:0", WINDOW);
        block->set_window(std::vector<float>(LENGTH, 4.0F));
        flowgraph f(block);
        fail_twice(fake(), "launch", 5);
        f.graph->run();
        CPPUNIT_ASSERT_EQUAL(std::string("started fallback"), f.events());
        CPPUNIT_ASSERT_EQUAL(ITEMS, f.right_items(4));
    }

    void says_what_happened()
    {
        const auto block = make_block("fake:0");
        flowgraph f(block);
        const auto number = fake().calls.calls("wait") + fail_twice(fake(), "wait", 4);
        f.graph->run();
        const auto reason_of = [](int call) {
            return fmt::format("fake wait: call {} was told to fail", call);
        };
        const auto reason = reason_of(number);
        CPPUNIT_ASSERT_EQUAL(std::string("started fallback"), f.events());
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0 (first GPU)"), f.text_of(0, "device"));
        CPPUNIT_ASSERT_EQUAL(std::string("fake:1 (second GPU)"), f.text_of(1, "device"));
        CPPUNIT_ASSERT_EQUAL(reason, f.text_of(1, "reason"));
        CPPUNIT_ASSERT_EQUAL(block->plan_line(), f.text_of(1, "plan"));
        CPPUNIT_ASSERT_EQUAL(
            fmt::format("fake:0 (first GPU): {}; trying once more with less in flight\n"
                        "fake:0 (first GPU): {}; going on with fake:1 (second GPU)\n",
                        reason_of(number - calls_until_tried_again("wait")),
                        reason),
            joined(lines_of_block()));
    }

    void a_named_device_that_cannot_is_an_error()
    {
        for (const char* call : CALLS_OF_MAKE) {
            fake().calls.fail(call);
            CPPUNIT_ASSERT_THROW(make_block("fake:0", WINDOW), gpufft::device_error);
            fake().calls.clear();
        }
        CPPUNIT_ASSERT_EQUAL(std::string(), joined(lines_of_block()));
    }

    void auto_passes_over_a_device_that_cannot()
    {
        for (const char* call : CALLS_OF_MAKE) {
            const auto number = fake().calls.calls(call) + 1;
            fake().calls.fail(call);
            const auto block = make_block("auto", WINDOW);
            CPPUNIT_ASSERT_EQUAL(std::string("fake:1 (second GPU)"),
                                 block->device_name());
            CPPUNIT_ASSERT_EQUAL(
                fmt::format("fake:0 (first GPU): fake {}: call {} was told to fail; "
                            "taking fake:1 (second GPU)\n",
                            call,
                            number),
                joined(lines_of_block()));
        }
    }

    void without_a_device_the_stream_ends_after_whole_items()
    {
        const auto block = make_block("fake:0");
        flowgraph f(block);
        fail_twice(fake(), "upload", 5);
        fail_twice(fake(), "upload", 12);
        f.graph->run();
        const auto items = static_cast<int>(f.sink->data().size()) / LENGTH;
        CPPUNIT_ASSERT(items < ITEMS);
        CPPUNIT_ASSERT_EQUAL(items, f.right_items());
        CPPUNIT_ASSERT_EQUAL(std::string("started fallback failed"), f.events());
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), lines_of_block().size());
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (int i = 0; i < 3; ++i) {
            const auto block = make_block("fake:0");
            flowgraph f(block);
            fail_twice(fake(), "record", 6);
            f.graph->run();
        }
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_fallback);

} // namespace
