/* SPDX-License-Identifier: GPL-3.0-or-later */
// Synthesizers of streams in chains on one device: streams that blocks there write are
// read there, and come out as those of synthesizers whose neighbours are the host's,
// whatever is changed and whatever fails.
#include "blocks/chains/filter_banks.h"
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/gpufft/pfb_synthesizer_ccf.h>
#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace gpufft::testing;
using gr::gpufft::pfb_synthesizer_ccf;

constexpr int CHANNELS = 4;

//! What is between the channelizer and the synthesizer.
enum class between { nothing, filters, filters_but_one, host };

struct flow_case {
    const char* why;
    bool is_doubled;
    int taps; //!< of the synthesizer
    between way;
};

const flow_case CASES[] = {
    { "channels put together again", false, 30, between::nothing },
    { "channels that are filtered", false, 30, between::filters },
    { "channels twice as fast", true, 41, between::filters },
    { "fewer taps than channels", false, 3, between::nothing },
    { "a channel that comes from the host", false, 30, between::filters_but_one },
    { "taps for which the rings are too short", false, 9000, between::filters },
};

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
        // With \p is_doubled as many streams as points, at twice the rate of a channel.
        const int streams = c.is_doubled ? 2 * CHANNELS : CHANNELS;
        const auto channelizer =
            gr::gpufft::pfb_channelizer_ccf::make(static_cast<unsigned>(streams),
                                                  prototype(50),
                                                  c.is_doubled ? 2 : 1,
                                                  1,
                                                  "fake:0");
        channelizer->set_max_output_buffer(RING_SAMPLES / streams);
        d_graph->connect(source, 0, channelizer, 0);
        for (int i = 0; i < streams; ++i)
            connect(channelizer, i, c.way, synthesizer);
        d_graph->msg_connect(synthesizer, "status", d_heard, "store");
        gr::basic_block_sptr last = synthesizer;
        if (c.way == between::host) {
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
    void connect(const gr::basic_block_sptr& from,
                 int i,
                 between way,
                 const gr::basic_block_sptr& to)
    {
        if (way == between::nothing) {
            d_graph->connect(from, i, to, i);
            return;
        }
        const bool is_by_host =
            way == between::host || (way == between::filters_but_one && i == 1);
        gr::basic_block_sptr last = make_channel_filter();
        d_graph->connect(from, i, last, 0);
        if (is_by_host) {
            const auto copy = feed().host();
            d_graph->connect(last, 0, copy, 0);
            last = copy;
        }
        d_graph->connect(last, 0, to, i);
    }
    static gr::basic_block_sptr make_channel_filter()
    {
        const auto filter = gr::gpufft::fft_filter_ccc::make(1, { 1 }, 0, "fake:0");
        filter->set_max_output_buffer(RING_SAMPLES / CHANNELS);
        return filter;
    }

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
    c.way = between::host;
    return c;
}

constexpr std::size_t SETTLE = 8 * CHANNELS; // samples of the rows before a change

} // namespace

class qa_stream_synthesizer_chain : public CppUnit::TestFixture
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

public:
    void setUp() override
    {
        forget_orders(fake());
        log_lines::all().take("");
    }

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
        for (int i : { 0, 1, 2, 3 })
            CPPUNIT_ASSERT_EQUAL_MESSAGE(CASES[i].why,
                                         std::string("resident"),
                                         run_flow(host_source(), CASES[i]).buffers);
        for (int i : { 4, 5 })
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                CASES[i].why, std::string(""), run_flow(host_source(), CASES[i]).buffers);
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        const auto tags = numbered_tags(SAMPLES);
        for (int i : { 0, 2 }) {
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
        const auto& c = CASES[1];
        auto other = c;
        other.taps = 21;
        const auto first = run_flow(host_source(), by_host(c)).samples;
        const auto second = run_flow(host_source(), by_host(other)).samples;
        for (const char* failing : { "", "launch", "work" })
            expect_change(
                failing,
                first,
                second,
                changed(
                    c, [](auto& block) { block.set_taps(prototype(21)); }, failing, 5),
                SETTLE);
    }

    void another_map_while_it_runs_changes_the_rest()
    {
        const std::vector<int> turned = { 1, 3, 0, 2 };
        const auto& c = CASES[0];
        const auto first = run_flow(host_source(), by_host(c)).samples;
        const auto with_map = make_synthesizer(c);
        with_map->set_channel_map(turned);
        const auto second =
            synthesizing_flow(host_source(), by_host(c), with_map).run().samples;
        for (const char* failing : { "", "launch", "work", "wait_for" })
            for (const int nth : { 1, 5 })
                expect_change(fmt::format("{} {}", failing, nth),
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
        for (int i : { 0, 1 }) {
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
        const auto& c = CASES[1];
        const auto want = run_flow(host_source(), by_host(c)).samples;
        fake().refused_text = "reorder";
        const auto got = run_flow(host_source(), c).samples;
        forget_orders(fake());
        expect_same(c.why, want, got);
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
