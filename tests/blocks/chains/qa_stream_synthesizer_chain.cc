/* SPDX-License-Identifier: GPL-3.0-or-later */
// Synthesizers of streams in chains on one device: streams that blocks there write are
// read there, with those of the host beside them, and come out as those of synthesizers
// whose neighbours are the host's, whatever is changed and whatever fails.
#include "blocks/chains/stream_writers.h"
#include <gnuradio/gpufft/pfb_synthesizer_ccf.h>
#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace gpufft::testing;
using gr::gpufft::pfb_synthesizer_ccf;

constexpr int CHANNELS = 4;

const writers BY_CHANNELIZER(CHANNELS, writer::channelizer);
const writers BY_FILTERS(CHANNELS, writer::filter);
// With twice as many streams.
const writers DOUBLED(2 * CHANNELS, writer::filter);

struct flow_case {
    const char* why;
    bool is_doubled;
    int taps; //!< of the synthesizer
    writers by;
};

const flow_case CASES[] = {
    { "channels put together again", false, 30, BY_CHANNELIZER },
    { "channels that are filtered", false, 30, BY_FILTERS },
    { "channels twice as fast", true, 41, DOUBLED },
    { "fewer taps than channels", false, 3, BY_CHANNELIZER },
    { "a channel that comes from the host",
      false,
      30,
      { writer::filter, writer::host, writer::channelizer, writer::filter } },
    { "a channel that does not",
      false,
      30,
      { writer::host, writer::host, writer::filter, writer::host } },
    { "channels of the host that others read, too",
      false,
      30,
      { writer::shared_host, writer::filter, writer::channelizer, writer::shared_host } },
    { "channels twice as fast, and half of them from the host",
      true,
      41,
      { writer::host,
        writer::filter,
        writer::host,
        writer::filter,
        writer::filter,
        writer::host,
        writer::host,
        writer::channelizer } },
    { "fewer taps than channels, and the host writes some",
      false,
      3,
      { writer::host, writer::filter, writer::filter, writer::host } },
    { "a channel alone", false, 30, { writer::filter } },
    { "taps for which the rings are too short", false, 9000, BY_FILTERS },
};
constexpr int TOO_SHORT = 10;

pfb_synthesizer_ccf::sptr make_synthesizer(const flow_case& c)
{
    return with_short_ring(pfb_synthesizer_ccf::make(
        CHANNELS, prototype(c.taps), c.is_doubled, 1, "fake:0"));
}

struct flow_outcome {
    std::vector<gr_complex> samples;
    std::vector<gr::tag_t> tags;
    std::string buffers; //!< as the synthesizer says
};

//! A channelizer of streams, of which a synthesizer makes one again, and a filter.
class synthesizing_flow
{
public:
    synthesizing_flow(const gr::basic_block_sptr& source,
                      const flow_case& c,
                      const pfb_synthesizer_ccf::sptr& synthesizer)
    {
        // With is_doubled, streams have twice the rate of a channel.
        const auto streams = static_cast<int>(c.by.size());
        written_streams(d_graph, source, c.by, c.is_doubled ? streams / 2 : streams)
            .connect(synthesizer);
        d_graph->msg_connect(synthesizer, "status", d_heard, "store");
        gr::basic_block_sptr last = synthesizer;
        if (c.by == all_by_host(c.by)) {
            last = feed().host();
            d_graph->connect(synthesizer, 0, last, 0);
        }
        const auto filter = make_filter(1);
        d_graph->connect(last, 0, filter, 0);
        d_graph->connect(filter, 0, d_sink, 0);
    }

    flow_outcome run()
    {
        d_graph->run();
        return { d_sink->data(), d_sink->tags(), buffers_of(*d_heard) };
    }

private:
    gr::top_block_sptr d_graph = gr::make_top_block("qa_stream_synthesizer_chain");
    gr::blocks::message_debug::sptr d_heard = gr::blocks::message_debug::make();
    gr::blocks::vector_sink_c::sptr d_sink = gr::blocks::vector_sink_c::make();
};

flow_outcome run_flow(const gr::basic_block_sptr& source, const flow_case& c)
{
    return synthesizing_flow(source, c, make_synthesizer(c)).run();
}

flow_case by_host(flow_case c)
{
    c.by = all_by_host(c.by);
    return c;
}

constexpr std::size_t SETTLE = 8 * CHANNELS; // samples of the rows before a change

} // namespace

class qa_stream_synthesizer_chain : public one_try_fixture
{
    CPPUNIT_TEST_SUITE(qa_stream_synthesizer_chain);
    CPPUNIT_TEST(outputs_are_those_of_blocks_apart);
    CPPUNIT_TEST(the_status_says_resident);
    CPPUNIT_TEST(tags_are_where_those_of_blocks_apart_are);
    CPPUNIT_TEST(other_taps_while_it_runs_change_the_rest);
    CPPUNIT_TEST(another_map_while_it_runs_changes_the_rest);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(without_a_kernel_the_host_puts_rows_in_order);
    CPPUNIT_TEST(leaves_no_memory_behind);
    CPPUNIT_TEST_SUITE_END();

private:
    void outputs_are_those_of_blocks_apart()
    {
        for (const auto& c : CASES) {
            const auto want = run_flow(host_source(), by_host(c)).samples;
            CPPUNIT_ASSERT_MESSAGE(c.why, want.size() > SAMPLES / 2);
            expect_same(c.why, want, run_flow(host_source(), c).samples);
            expect_same(c.why, want, run_flow(device_source(), c).samples);
        }
    }

    void the_status_says_resident()
    {
        const auto text_of = [](int nth) {
            return run_flow(host_source(), CASES[nth]).buffers;
        };
        for (int i : { 0, 1, 2, 3, 9 })
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                CASES[i].why, std::string("resident"), text_of(i));
        CPPUNIT_ASSERT_EQUAL(
            std::string("input resident and page-locked in place, output resident"),
            text_of(4));
        for (int i : { 5, 7, 8 })
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                CASES[i].why,
                std::string("input page-locked in place and resident, output resident"),
                text_of(i));
        CPPUNIT_ASSERT_EQUAL(std::string("input page-locked in place, one upload for all "
                                         "and resident, output resident"),
                             text_of(6));
        CPPUNIT_ASSERT_EQUAL(std::string(), text_of(TOO_SHORT));
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        const auto tags = numbered_tags(SAMPLES);
        for (int i : { 0, 2, 4, 6, 7 }) {
            const auto& c = CASES[i];
            const auto want = run_flow(host_source(tags), by_host(c)).tags;
            CPPUNIT_ASSERT(!want.empty());
            expect_same_tags(c.why, want, run_flow(host_source(tags), c).tags);
        }
    }

    //! Runs case \p c with \p change halfway, and a call of the device that fails.
    template <class action>
    static std::vector<gr_complex>
    changed(const flow_case& c, const action& change, const char* failing, int nth)
    {
        const auto synthesizer = make_synthesizer(c);
        const auto source = feed().from_host([=] {
            change(*synthesizer);
            if (*failing)
                fake().calls.fail(failing, nth);
        });
        return synthesizing_flow(source, c, synthesizer).run().samples;
    }

    void other_taps_while_it_runs_change_the_rest()
    {
        d_device_fails = true;
        for (const int i : { 1, 4, 6 })
            for (const int taps : { 21, 60 })
                for (const char* failing : { "", "launch", "work" })
                    expect_change_of_taps(CASES[i], taps, failing);
    }

    static void expect_change_of_taps(const flow_case& c, int taps, const char* failing)
    {
        auto other = c;
        other.taps = taps;
        expect_change(
            fmt::format("{}, {} taps, {}", c.why, taps, failing),
            run_flow(host_source(), by_host(c)).samples,
            run_flow(host_source(), by_host(other)).samples,
            changed(
                c, [&](auto& block) { block.set_taps(prototype(taps)); }, failing, 5),
            SETTLE);
    }

    void another_map_while_it_runs_changes_the_rest()
    {
        d_device_fails = true;
        for (const int i : { 0, 4 })
            expect_change_of_map(CASES[i]);
    }

    static void expect_change_of_map(const flow_case& c)
    {
        const std::vector<int> turned = { 1, 3, 0, 2 };
        const auto first = run_flow(host_source(), by_host(c)).samples;
        const auto with_map = make_synthesizer(c);
        with_map->set_channel_map(turned);
        const auto second =
            synthesizing_flow(host_source(), by_host(c), with_map).run().samples;
        for (const char* failing : { "", "launch", "work", "wait_for" })
            for (const int nth : { 1, 5 })
                expect_change(fmt::format("{}, {} {}", c.why, failing, nth),
                              first,
                              second,
                              changed(
                                  c,
                                  [&](auto& block) { block.set_channel_map(turned); },
                                  failing,
                                  nth),
                              SETTLE);
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        d_device_fails = true;
        for (int i : { 0, 1, 6 }) {
            const auto& c = CASES[i];
            const auto want = run_flow(host_source(), by_host(c)).samples;
            for (const char* call : device_calls())
                for (const int nth : { 1, 3, 8, 30 }) {
                    forget_orders(fake());
                    synthesizing_flow flow(host_source(), c, make_synthesizer(c));
                    fake().calls.fail(call, nth);
                    fake().calls.fail(call, nth + 3);
                    expect_same(fmt::format("{}, {}, {} of the run", c.why, call, nth),
                                want,
                                flow.run().samples);
                }
        }
    }

    void without_a_kernel_the_host_puts_rows_in_order()
    {
        d_device_fails = true;
        for (const int i : { 1, 4 }) {
            const auto& c = CASES[i];
            const auto want = run_flow(host_source(), by_host(c)).samples;
            fake().refused_text = "reorder";
            const auto got = run_flow(host_source(), c).samples;
            forget_orders(fake());
            expect_same(c.why, want, got);
        }
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (const auto& c : CASES)
            run_flow(host_source(), c);
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_stream_synthesizer_chain);
