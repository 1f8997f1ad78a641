/* SPDX-License-Identifier: GPL-3.0-or-later */
// Channelizers of as many streams as channels in chains on one device: streams that
// blocks there write are joined there, with those of the host beside them, and channels
// come out as those of channelizers whose neighbours are the host's, whatever is changed
// and whatever fails.
#include "blocks/chains/stream_readers.h"
#include "blocks/chains/stream_writers.h"
#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace gpufft::testing;
using gr::gpufft::pfb_channelizer_ccf;

constexpr int CHANNELS = 4;

struct join_case {
    const char* why;
    int hop;
    int taps;
    writers by;
    readers to;
};

const writers BY_CHANNELIZER(CHANNELS, writer::channelizer);
const writers BY_FILTERS(CHANNELS, writer::filter);
const writers BY_BOTH = {
    writer::filter, writer::host, writer::channelizer, writer::host
};
const writers BY_SHARED = {
    writer::shared_host, writer::host, writer::filter, writer::channelizer
};
const readers ON_DEVICE(CHANNELS, reader::device);
const readers ON_BOTH = {
    reader::device, reader::host, reader::nothing, reader::device_and_host
};

const join_case CASES[] = {
    { "critically sampled", 4, 30, BY_CHANNELIZER, ON_DEVICE },
    { "oversampled by 2", 2, 30, BY_FILTERS, ON_DEVICE },
    { "periods of several rows", 3, 30, BY_CHANNELIZER, ON_DEVICE },
    { "an output for each sample", 1, 30, BY_FILTERS, ON_DEVICE },
    { "fewer taps than channels", 4, 3, BY_FILTERS, ON_DEVICE },
    { "critically sampled, and the host writes some", 4, 30, BY_BOTH, ON_DEVICE },
    { "periods of several rows, and the host writes some", 3, 30, BY_BOTH, ON_DEVICE },
    { "others read what the host writes", 4, 30, BY_SHARED, ON_DEVICE },
    { "the host reads some", 2, 30, BY_FILTERS, ON_BOTH },
    { "the host writes and reads some", 3, 30, BY_SHARED, ON_BOTH },
    { "taps for which the rings are too short", 4, 9000, BY_FILTERS, ON_DEVICE },
};
constexpr int TOO_SHORT = 10;

pfb_channelizer_ccf::sptr make_joining(const join_case& c)
{
    const auto result = pfb_channelizer_ccf::make(
        CHANNELS, prototype(c.taps), CHANNELS / static_cast<float>(c.hop), 1, "fake:0");
    result->set_max_output_buffer(RING_SAMPLES / CHANNELS);
    return result;
}

//! Streams, which the block joins, and what reads its channels.
class joining_flow
{
public:
    joining_flow(const gr::basic_block_sptr& source,
                 const join_case& c,
                 const pfb_channelizer_ccf::sptr& joins,
                 bool is_apart = false)
        : d_readers(d_graph, joins, c.to, is_apart)
    {
        const auto by = is_apart ? all_by_host(c.by) : c.by;
        written_streams(d_graph, source, by, CHANNELS).connect(joins);
    }

    streams_outcome run()
    {
        d_graph->run();
        return d_readers.outcome();
    }

private:
    gr::top_block_sptr d_graph = gr::make_top_block("qa_joined_streams");
    read_streams d_readers;
};

streams_outcome run_join(const join_case& c, const std::vector<gr::tag_t>& tags = {})
{
    return joining_flow(host_source(tags), c, make_joining(c)).run();
}

streams_outcome run_apart(const join_case& c, const std::vector<gr::tag_t>& tags = {})
{
    return joining_flow(host_source(tags), c, make_joining(c), true).run();
}

} // namespace

class qa_joined_streams : public one_try_fixture
{
    CPPUNIT_TEST_SUITE(qa_joined_streams);
    CPPUNIT_TEST(channels_are_those_of_blocks_apart);
    CPPUNIT_TEST(the_status_says_where_streams_are);
    CPPUNIT_TEST(tags_are_where_those_of_blocks_apart_are);
    CPPUNIT_TEST(other_taps_while_it_runs_change_the_rest);
    CPPUNIT_TEST(another_map_while_it_runs_changes_the_rest);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(without_a_kernel_the_host_joins);
    CPPUNIT_TEST(leaves_no_memory_behind);
    CPPUNIT_TEST_SUITE_END();

private:
    void channels_are_those_of_blocks_apart()
    {
        for (const auto& c : CASES) {
            const auto want = run_apart(c);
            CPPUNIT_ASSERT_MESSAGE(c.why, want.samples[0].size() > SAMPLES / 5);
            expect_same_streams(c.why, want, run_join(c));
            expect_same_streams(
                c.why, want, joining_flow(device_source(), c, make_joining(c)).run());
        }
    }

    void the_status_says_where_streams_are()
    {
        const auto text_of = [](int nth) { return run_join(CASES[nth]).buffers; };
        for (const int nth : { 0, 1, 2, 3, 4 })
            CPPUNIT_ASSERT_EQUAL(std::string("resident"), text_of(nth));
        CPPUNIT_ASSERT_EQUAL(
            std::string("input resident and page-locked in place, output resident"),
            text_of(5));
        const std::string shared =
            "input page-locked in place, one upload for all and page-locked in place and "
            "resident, output ";
        CPPUNIT_ASSERT_EQUAL(shared + "resident", text_of(7));
        CPPUNIT_ASSERT_EQUAL(shared + "dealt by the host and resident", text_of(9));
        CPPUNIT_ASSERT_EQUAL(std::string(), text_of(TOO_SHORT));
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        const auto tags = numbered_tags(SAMPLES);
        for (const int i : { 0, 2, 6, 9 })
            expect_same_tags(run_apart(CASES[i], tags), run_join(CASES[i], tags));
    }

    //! Runs case \p c with \p change halfway, and a call of the device that fails.
    template <class action>
    static streams_outcome
    changed(const join_case& c, const action& change, const char* failing, int nth)
    {
        const auto joins = make_joining(c);
        const auto source = feed().from_host([=] {
            change(*joins);
            if (*failing)
                fake().calls.fail(failing, nth);
        });
        return joining_flow(source, c, joins).run();
    }

    void other_taps_while_it_runs_change_the_rest()
    {
        d_device_fails = true;
        for (const int i : { 0, 1, 6, 7 })
            for (const int taps : { 25, 60 }) {
                const auto& c = CASES[i];
                auto other = c;
                other.taps = taps;
                const auto first = run_apart(c), second = run_apart(other);
                for (const char* failing : { "", "launch", "work" })
                    expect_change(fmt::format("{}, {} taps, {}", c.why, taps, failing),
                                  first,
                                  second,
                                  changed(
                                      c,
                                      [=](auto& by) { by.set_taps(prototype(taps)); },
                                      failing,
                                      5));
            }
    }

    void another_map_while_it_runs_changes_the_rest()
    {
        d_device_fails = true;
        const std::vector<int> turned = { 1, 3, 0, 2 };
        for (const int i : { 1, 5 }) {
            const auto& c = CASES[i];
            const auto first = run_apart(c);
            const auto with_map = make_joining(c);
            with_map->set_channel_map(turned);
            const auto second = joining_flow(host_source(), c, with_map, true).run();
            for (const char* failing : { "", "launch", "work", "wait_for" })
                expect_change(
                    fmt::format("{}, {}", c.why, failing),
                    first,
                    second,
                    changed(
                        c, [=](auto& by) { by.set_channel_map(turned); }, failing, 3));
        }
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        d_device_fails = true;
        for (const int i : { 2, 6, 9 }) {
            const auto& c = CASES[i];
            const auto want = run_apart(c);
            for (const char* call : device_calls())
                for (const int nth : { 1, 3, 8, 30 }) {
                    forget_orders(fake());
                    joining_flow flow(host_source(), c, make_joining(c));
                    fake().calls.fail(call, nth);
                    fake().calls.fail(call, nth + 3);
                    expect_same_streams(
                        fmt::format("{}, {}, {} of the run", c.why, call, nth),
                        want,
                        flow.run());
                }
        }
    }

    void without_a_kernel_the_host_joins()
    {
        d_device_fails = true;
        for (const int i : { 1, 6 }) {
            const auto& c = CASES[i];
            const auto want = run_apart(c);
            fake().refused_text = "reorder";
            const auto got = run_join(c);
            forget_orders(fake());
            expect_same_streams(c.why, want, got);
        }
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (const auto& c : CASES)
            run_join(c);
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_joined_streams);
