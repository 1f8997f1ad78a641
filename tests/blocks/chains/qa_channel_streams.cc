/* SPDX-License-Identifier: GPL-3.0-or-later */
// Streams of channels between blocks on one device: they stay there where all of their
// readers are there, and come out as between blocks of the host, whatever reads them,
// whatever is changed and whatever fails.
#include "blocks/chains/stream_readers.h"
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace gpufft::testing;
using gr::gpufft::pfb_channelizer_ccf;

constexpr int CHANNELS = 4;

const readers ON_DEVICE = {
    reader::device, reader::device, reader::device, reader::device
};

pfb_channelizer_ccf::sptr make_streams(int hop, int taps)
{
    const auto result =
        pfb_channelizer_ccf::make(CHANNELS,
                                  prototype(taps),
                                  static_cast<float>(CHANNELS) / static_cast<float>(hop),
                                  1,
                                  "fake:0");
    result->set_max_output_buffer(RING_SAMPLES / CHANNELS);
    return result;
}

streams_outcome run_streams(const gr::basic_block_sptr& source,
                            const pfb_channelizer_ccf::sptr& streams,
                            const readers& by = ON_DEVICE,
                            bool is_apart = false)
{
    return streams_flow(source, streams, by, is_apart).run();
}

const readers READERS[] = {
    ON_DEVICE,
    { reader::device, reader::nothing, reader::device, reader::nothing },
    { reader::device, reader::host, reader::device, reader::device },
    { reader::host, reader::device_and_host, reader::nothing, reader::device },
    { reader::host, reader::host, reader::host, reader::host },
};

} // namespace

class qa_channel_streams : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_channel_streams);
    CPPUNIT_TEST(streams_are_those_of_blocks_apart);
    CPPUNIT_TEST(the_status_says_where_streams_are);
    CPPUNIT_TEST(tags_are_where_those_of_blocks_apart_are);
    CPPUNIT_TEST(other_taps_while_it_runs_change_the_rest);
    CPPUNIT_TEST(another_map_while_it_runs_changes_the_rest);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(without_a_kernel_the_host_deals);
    CPPUNIT_TEST(a_stream_that_is_read_in_large_steps_holds_nothing_up);
    CPPUNIT_TEST(leaves_no_memory_behind);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        forget_orders(fake());
        log_lines::all().take("");
    }

private:
    void streams_are_those_of_blocks_apart()
    {
        for (const int hop : { 4, 2, 3 })
            for (const auto& by : READERS) {
                const auto why = fmt::format("hop {}, readers {}", hop, &by - READERS);
                const auto want =
                    run_streams(host_source(), make_streams(hop, 30), by, true);
                CPPUNIT_ASSERT(want.samples[0].size() > SAMPLES / 5);
                expect_same_streams(
                    why, want, run_streams(host_source(), make_streams(hop, 30), by));
                expect_same_streams(
                    why, want, run_streams(device_source(), make_streams(hop, 30), by));
            }
    }

    void the_status_says_where_streams_are()
    {
        const auto text_of = [](int nth) {
            return run_streams(host_source(), make_streams(2, 30), READERS[nth]).buffers;
        };
        for (const int nth : { 0, 1 })
            CPPUNIT_ASSERT_EQUAL(std::string("resident"), text_of(nth));
        for (const int nth : { 2, 3 })
            CPPUNIT_ASSERT_EQUAL(
                std::string("input resident, output dealt by the host and resident"),
                text_of(nth));
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output dealt by the host"),
                             text_of(4));
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        const auto tags = numbered_tags(SAMPLES);
        const auto with_tags = [&](bool is_apart) {
            return run_streams(
                host_source(tags), make_streams(3, 30), ON_DEVICE, is_apart);
        };
        expect_same_tags(with_tags(true), with_tags(false));
    }

    void other_taps_while_it_runs_change_the_rest()
    {
        const auto first = run_streams(host_source(), make_streams(2, 30));
        const auto second = run_streams(host_source(), make_streams(2, 50));
        for (const char* failing : { "", "launch", "work" }) {
            const auto changed = make_streams(2, 30);
            const auto source = feed().from_host([=] {
                changed->set_taps(prototype(50));
                if (*failing)
                    fake().calls.fail(failing, 5);
            });
            expect_change(failing, first, second, run_streams(source, changed));
        }
    }

    // What was made by the map before may have to be made again by that.
    void another_map_while_it_runs_changes_the_rest()
    {
        const std::vector<int> turned = { 1, 3, 0, 2 };
        const auto with_map = [&] {
            const auto result = make_streams(2, 30);
            result->set_channel_map(turned);
            return result;
        };
        const auto first = run_streams(host_source(), make_streams(2, 30));
        const auto second = run_streams(host_source(), with_map());
        for (const char* failing : { "", "launch", "work", "wait_for" })
            for (const int nth : { 1, 4, 9 }) {
                forget_orders(fake());
                const auto changed = make_streams(2, 30);
                const auto source = feed().from_host([=] {
                    changed->set_channel_map(turned);
                    if (*failing)
                        fake().calls.fail(failing, nth);
                });
                const auto got = run_streams(source, changed);
                expect_change(fmt::format("{} {}", failing, nth), first, second, got);
                if (!*failing)
                    CPPUNIT_ASSERT_EQUAL(std::string("resident"), got.buffers);
            }
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        for (const auto& by : { READERS[0], READERS[3] }) {
            const auto want = run_streams(host_source(), make_streams(2, 30), by, true);
            for (const char* call : device_calls())
                for (const int nth : { 1, 3, 8, 30 }) {
                    forget_orders(fake());
                    streams_flow flow(host_source(), make_streams(2, 30), by, false);
                    fake().calls.fail(call, nth);
                    fake().calls.fail(call, nth + 3);
                    expect_same_streams(
                        fmt::format("{}, {} of the run", call, nth), want, flow.run());
                }
        }
    }

    // What was sent before the kernel that deals is asked for has to come to the host.
    void without_a_kernel_the_host_deals()
    {
        const auto want =
            run_streams(host_source(), make_streams(2, 30), ON_DEVICE, true);
        fake().refused_text = "reorder";
        const auto got = run_streams(host_source(), make_streams(2, 30));
        forget_orders(fake());
        expect_same_streams("no kernel", want, got);
        CPPUNIT_ASSERT(std::any_of(want.samples[0].begin(),
                                   want.samples[0].end(),
                                   [](auto x) { return std::abs(x) > 0.1F; }));
    }

    // A filter that decimates needs more samples than others before it consumes any.
    void a_stream_that_is_read_in_large_steps_holds_nothing_up()
    {
        std::vector<std::vector<gr_complex>> all;
        for (const bool is_apart : { true, false }) {
            const auto graph = gr::make_top_block("qa_channel_streams");
            const auto streams = make_streams(4, 30);
            graph->connect(device_source(), 0, streams, 0);
            std::vector<gr::blocks::vector_sink_c::sptr> sinks;
            for (int i = 0; i < CHANNELS; ++i) {
                gr::basic_block_sptr last = streams;
                int port = i;
                if (is_apart) {
                    last = feed().host();
                    graph->connect(streams, i, last, 0);
                    port = 0;
                }
                const auto filter = with_short_ring(gr::gpufft::fft_filter_ccc::make(
                    i == 2 ? 500 : 1, { 1, 0.5F }, 0, "fake:0"));
                sinks.push_back(gr::blocks::vector_sink_c::make());
                graph->connect(last, port, filter, 0);
                graph->connect(filter, 0, sinks.back(), 0);
            }
            graph->run();
            for (const auto& each : sinks)
                all.push_back(each->data());
        }
        for (std::size_t i = 0; i < CHANNELS; ++i)
            expect_same(fmt::format("stream {}", i), all[i], all[CHANNELS + i]);
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (const auto& by : READERS)
            run_streams(host_source(), make_streams(2, 30), by);
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_channel_streams);
