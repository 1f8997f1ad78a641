/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device fails under a chain of transforms: every call of the device interface in turn,
// at several places of the stream. What the device alone had is computed again from what
// the host has, so nothing is lost where a device is left.
#include "blocks/chains/chain_flowgraph.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <cctype>

namespace {

using namespace gpufft::testing;

constexpr int FEWER_ITEMS = 6000; // some laps of the rings

//! Few of them, or none, are made once blocks have started.
const char* const RARE_CALLS[] = { "make_queue",
                                   "make_host_buffer",
                                   "register_host_memory" };

class qa_chain_failure : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_chain_failure);
    CPPUNIT_TEST(every_call_may_fail_once_and_nothing_is_lost);
    CPPUNIT_TEST(every_call_may_fail_twice_and_nothing_is_lost);
    CPPUNIT_TEST(rare_calls_may_fail_while_others_do);
    CPPUNIT_TEST(a_device_may_fail_with_much_in_flight);
    CPPUNIT_TEST(a_block_whose_device_fails_goes_on_with_the_next);
    CPPUNIT_TEST(without_a_device_the_stream_ends_after_whole_items);
    CPPUNIT_TEST(leaves_no_memory_behind);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        forget_orders(fake());
        log_lines::all().take("");
    }

private:
    static std::string joined(const std::vector<std::string>& lines)
    {
        std::string all;
        for (const auto& each : lines)
            all += each + "\n";
        return all;
    }

    //! Runs a chain with some calls failing; \return whether it came to the first.
    static bool
    run_with_faults(int transforms, const char* call, const std::vector<int>& nths)
    {
        forget_orders(fake());
        const chain c(transforms, FEWER_ITEMS);
        const int before = fake().calls.calls(call);
        for (const int nth : nths)
            fake().calls.fail(call, nth);
        c.graph->run();
        const auto request = fmt::format("{} blocks, {}, {} of the run: {}",
                                         transforms,
                                         call,
                                         nths[0],
                                         joined(log_lines::all().take("fft_vcc")));
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            request, std::size_t(FEWER_ITEMS) * LENGTH, c.sink->data().size());
        CPPUNIT_ASSERT_EQUAL_MESSAGE(request, FEWER_ITEMS, c.right_items());
        return fake().calls.calls(call) - before >= nths[0];
    }

    static void run_all(const std::vector<int>& lengths, const std::vector<int>& apart)
    {
        for (const char* call : device_calls())
            for (const int transforms : lengths)
                for (const int nth : { 1, 2, 3, 8, 30, 90 }) {
                    std::vector<int> nths;
                    for (const int each : apart)
                        nths.push_back(nth + each);
                    const bool came = run_with_faults(transforms, call, nths);
                    // Nothing is copied within a device that takes slices, but where rows
                    // go across the end of a ring, which is up to the threads.
                    if (!came && call != std::string("copy"))
                        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} {}", call, nth), nth > 2);
                }
    }

public:
    void every_call_may_fail_once_and_nothing_is_lost() { run_all({ 2, 4 }, { 0 }); }

    // The second failure comes while what was lost by the first is computed again, or
    // soon after.
    void every_call_may_fail_twice_and_nothing_is_lost()
    {
        run_all({ 4 }, { 0, 1 });
        run_all({ 4 }, { 0, 4 });
    }

    // What goes on after a failure makes queues and memory anew.
    void rare_calls_may_fail_while_others_do()
    {
        for (const char* call : RARE_CALLS)
            for (const char* first : { "launch", "work" })
                for (const int nth : { 1, 2, 3 }) {
                    forget_orders(fake());
                    const chain c(4, FEWER_ITEMS);
                    fake().calls.fail(first, 30);
                    fake().calls.fail(call, nth);
                    c.graph->run();
                    const auto request = fmt::format("{} {} and {}", call, nth, first);
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(request, FEWER_ITEMS, c.right_items());
                }
    }

    void a_device_may_fail_with_much_in_flight()
    {
        for (const int nth : { 10, 40, 160 }) {
            forget_orders(fake());
            const chain c(4);
            fake().work_delay_us = 200;
            fake().calls.fail("work", nth);
            c.graph->run();
            CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS) * LENGTH, c.sink->data().size());
            CPPUNIT_ASSERT_EQUAL(ITEMS, c.right_items());
        }
    }

    // Which block meets which failure is up to the threads, but often one meets two.
    void a_block_whose_device_fails_goes_on_with_the_next()
    {
        int on_the_next = 0;
        for (int nth = 10; nth < 90; nth += 5) {
            forget_orders(fake());
            const chain c(2, FEWER_ITEMS);
            for (int i = 0; i < 3; ++i)
                fake().calls.fail("launch", nth + i);
            c.graph->run();
            CPPUNIT_ASSERT_EQUAL(FEWER_ITEMS, c.right_items());
            on_the_next +=
                std::any_of(c.blocks.begin(), c.blocks.end(), [](const auto& b) {
                    return b->device_name() == "fake:1 (second GPU)";
                });
        }
        CPPUNIT_ASSERT(on_the_next > 0);
    }

    void without_a_device_the_stream_ends_after_whole_items()
    {
        int says_what_is_lost = 0;
        for (int nth = 100; nth < 110; ++nth) { // at times, the device alone had none
            forget_orders(fake());
            const chain c(4);
            for (int i = 0; i < 20000; ++i)
                fake().calls.fail("launch", nth + i);
            c.graph->run();
            const auto items = static_cast<int>(c.sink->data().size()) / LENGTH;
            const auto lines = joined(log_lines::all().take("fft_vcc"));
            CPPUNIT_ASSERT_MESSAGE(lines, items < ITEMS);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(lines, items, c.right_items());
            CPPUNIT_ASSERT_MESSAGE(
                lines, lines.find("the stream ends here") != std::string::npos);
            const auto line = lines.find(" items that only the device had are lost");
            if (line == std::string::npos)
                continue;
            CPPUNIT_ASSERT_MESSAGE(lines, std::isdigit(lines.at(line - 1)));
            ++says_what_is_lost;
        }
        CPPUNIT_ASSERT(says_what_is_lost > 0);
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (const char* call : { "launch", "work" }) {
            const chain c(4);
            fake().calls.fail(call, 25);
            c.graph->run();
        }
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_chain_failure);

} // namespace
