/* SPDX-License-Identifier: GPL-3.0-or-later */
// Channelizers in chains on one device: samples and vectors of channels stay there, and
// come out as those of channelizers whose neighbours are the host's, whatever is changed
// and whatever fails.
#include "blocks/chains/filter_banks.h"
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/gpufft/pfb_channelizer_vccf.h>
#include <gnuradio/gpufft/vector_to_stream.h>
#include <cppunit/extensions/HelperMacros.h>
#include <limits>
#include <numeric>

namespace {

using namespace gpufft::testing;

gr::block_sptr make_to_stream(int length)
{
    return with_short_ring(gr::gpufft::vector_to_stream::make(
        sizeof(gr_complex), static_cast<std::size_t>(length)));
}

const bank_row ROWS[] = {
    { "critically sampled, between a filter and a transform",
      [] {
          return blocks{ make_filter(33),
                         make_channelizer(16, 16, 100),
                         make_fft_of(16) };
      } },
    { "oversampled by 2",
      [] {
          return blocks{ make_filter(33), make_channelizer(16, 8, 96), make_fft_of(16) };
      } },
    { "hop and channels without a common factor",
      [] {
          return blocks{ make_filter(33), make_channelizer(7, 5, 40), make_fft_of(7) };
      } },
    { "an odd number of channels",
      [] {
          return blocks{ make_filter(33), make_channelizer(15, 15, 90), make_fft_of(15) };
      } },
    { "fewer taps than channels",
      [] {
          return blocks{ make_filter(33), make_channelizer(16, 16, 1), make_fft_of(16) };
      } },
    { "a channelizer first",
      [] {
          return blocks{ make_channelizer(16, 12, 100), make_fft_of(16) };
      } },
    { "a channelizer last",
      [] {
          return blocks{ make_filter(33), make_channelizer(16, 16, 100) };
      } },
    { "a filter of all channels one after the other",
      [] {
          return blocks{ make_channelizer(16, 16, 100),
                         make_to_stream(16),
                         make_filter(20) };
      } },
    { "a map that picks channels, behind a filter",
      [] {
          return blocks{ make_filter(33),
                         make_channelizer(16, 8, 100, { 3, 1, 3 }),
                         make_fft_of(3) };
      } },
    { "taps for which the ring is too short",
      [] {
          return blocks{ make_filter(33),
                         make_channelizer(16, 16, 9000),
                         make_fft_of(16) };
      } },
};

} // namespace

class qa_channelizer_chain : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_channelizer_chain);
    CPPUNIT_TEST(outputs_are_those_of_blocks_apart);
    CPPUNIT_TEST(the_status_says_resident);
    CPPUNIT_TEST(what_lies_behind_the_last_sample_does_not_matter);
    CPPUNIT_TEST(tags_are_where_those_of_blocks_apart_are);
    CPPUNIT_TEST(streams_of_channels_are_made_of_what_is_on_the_device);
    CPPUNIT_TEST(a_flowgraph_starts_again);
    CPPUNIT_TEST(other_taps_while_it_runs_change_the_rest);
    CPPUNIT_TEST(another_map_while_it_runs_changes_the_rest);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(what_is_computed_again_has_the_taps_of_then);
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
        for (const auto& r : ROWS)
            expect_same_outputs(r);
    }

    void the_status_says_resident()
    {
        const auto texts = [](int row) {
            return run(ROWS[row].make(), host_source()).buffers;
        };
        for (const int row : { 0, 1, 2, 3, 8 })
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                ROWS[row].why, std::string("resident"), texts(row)[1]);
        CPPUNIT_ASSERT_EQUAL(std::string("input page-locked in place, output resident"),
                             texts(5)[0]);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             texts(6)[1]);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             texts(9)[1]);
    }

    // The last row reaches ahead of the last sample. There is what the ring had a lap
    // before.
    void what_lies_behind_the_last_sample_does_not_matter()
    {
        auto samples = tones();
        // The scheduler gives the block some pages more than RING_SAMPLES.
        for (int i = SAMPLES - 2 * RING_SAMPLES; i < SAMPLES - RING_SAMPLES + 32; ++i)
            samples[i] = std::numeric_limits<float>::quiet_NaN();
        for (int i = 0; i < 5; ++i) {
            const auto source = with_short_ring(
                gr::gpufft::vector_source_c::make(samples, false, 1, "fake:0"));
            const auto got =
                run({ make_channelizer(16, 16, 100), make_fft_of(16) }, source).samples;
            CPPUNIT_ASSERT_EQUAL(std::size_t(SAMPLES), got.size());
            for (auto at = got.size() - 160; at < got.size(); ++at)
                CPPUNIT_ASSERT(std::isfinite(std::abs(got[at])));
        }
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        for (const int row : { 0, 1, 2, 5, 6 })
            expect_same_tags(ROWS[row].why, ROWS[row].make);
    }

    void streams_of_channels_are_made_of_what_is_on_the_device()
    {
        std::vector<std::vector<std::vector<gr_complex>>> all;
        for (const bool is_on_device : { false, true }) {
            const auto graph = gr::make_top_block("qa_channelizer_chain");
            const auto filter = make_filter(33);
            const auto block = with_short_ring(
                gr::gpufft::pfb_channelizer_ccf::make(4, prototype(30), 2, 1, "fake:0"));
            const auto heard = gr::blocks::message_debug::make();
            graph->msg_connect(block, "status", heard, "store");
            graph->connect(host_source(), 0, filter, 0);
            gr::basic_block_sptr last = filter;
            if (!is_on_device) {
                last = feed().host();
                graph->connect(filter, 0, last, 0);
            }
            graph->connect(last, 0, block, 0);
            std::vector<gr::blocks::vector_sink_c::sptr> sinks;
            for (int i = 0; i < 4; ++i) {
                sinks.push_back(gr::blocks::vector_sink_c::make());
                graph->connect(block, i, sinks.back(), 0);
            }
            graph->run();
            all.emplace_back();
            for (const auto& each : sinks)
                all.back().push_back(each->data());
            if (is_on_device)
                CPPUNIT_ASSERT_EQUAL(std::string("input resident"),
                                     buffers_of(*heard).substr(0, 14));
        }
        for (std::size_t i = 0; i < 4; ++i) {
            CPPUNIT_ASSERT_EQUAL(std::size_t(SAMPLES / 2), all[0][i].size());
            expect_same(fmt::format("channel {}", i), all[0][i], all[1][i]);
        }
    }

    void a_flowgraph_starts_again()
    {
        const auto graph = gr::make_top_block("qa_channelizer_chain");
        const auto filter = make_filter(33);
        const auto channelizer = make_channelizer(16, 8, 96);
        const auto source = gr::blocks::vector_source_c::make(tones());
        const auto sink = gr::blocks::vector_sink_c::make(16);
        graph->connect(source, 0, filter, 0);
        graph->connect(filter, 0, channelizer, 0);
        const auto last = make_fft_of(16);
        graph->connect(channelizer, 0, last, 0);
        graph->connect(last, 0, sink, 0);
        const auto want = run(ROWS[1].make(), host_source(), true).samples;
        for (int i = 0; i < 3; ++i) {
            source->rewind();
            sink->reset();
            graph->run();
            expect_same(fmt::format("start {}", i), want, sink->data());
        }
    }

    //! Taps are changed, and calls of the device fail, if any.
    static void change_taps(int hop, int first, int second, const char* failing, int nth)
    {
        const auto changed = make_channelizer(16, hop, first);
        change_halfway(fmt::format("hop {}, {} taps, then {}, {} {}",
                                   hop,
                                   first,
                                   second,
                                   failing ? failing : "none",
                                   nth),
                       16,
                       { make_channelizer(16, hop, first), make_fft_of(16) },
                       { make_channelizer(16, hop, second), make_fft_of(16) },
                       { make_filter(1), changed, make_fft_of(16) },
                       [=] {
                           changed->set_taps(prototype(second));
                           if (failing)
                               fake().calls.fail(failing, nth);
                       });
    }

    void other_taps_while_it_runs_change_the_rest()
    {
        for (const int hop : { 8, 16 }) {
            change_taps(hop, 100, 97, nullptr, 0); // as many a branch
            change_taps(hop, 40, 300, nullptr, 0);
            change_taps(hop, 300, 20, nullptr, 0);
        }
    }

    void another_map_while_it_runs_changes_the_rest()
    {
        std::vector<int> turned(16);
        std::iota(turned.begin(), turned.end(), 0);
        std::rotate(turned.begin(), turned.begin() + 5, turned.end());
        for (const int hop : { 8, 16 })
            for (const char* failing : { "", "launch", "work" }) {
                const auto changed = make_channelizer(16, hop, 100);
                change_halfway(
                    "another map",
                    16,
                    { make_channelizer(16, hop, 100), make_fft_of(16) },
                    { make_channelizer(16, hop, 100, turned), make_fft_of(16) },
                    { make_filter(1), changed, make_fft_of(16) },
                    [=] {
                        changed->set_channel_map(turned);
                        if (*failing)
                            fake().calls.fail(failing, 2);
                    });
            }
    }

    void what_is_computed_again_has_the_taps_of_then()
    {
        for (const char* call : { "launch", "work", "wait_for" })
            for (const int nth : { 1, 2, 4, 7 }) {
                forget_orders(fake());
                change_taps(16, 100, 97, call, nth);
                forget_orders(fake());
                change_taps(8, 40, 300, call, nth);
            }
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        for (const int at : { 0, 2, 6, 7 })
            expect_same_whatever_fails(ROWS[at].why, ROWS[at].make);
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (const int row : { 0, 1, 5 })
            run(ROWS[row].make(), host_source());
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_channelizer_chain);
