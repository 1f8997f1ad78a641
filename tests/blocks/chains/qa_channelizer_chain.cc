/* SPDX-License-Identifier: GPL-3.0-or-later */
// Channelizers in chains on one device: samples and vectors of channels stay there, and
// come out as those of channelizers whose neighbours are the host's, whatever is changed
// and whatever fails.
#include "blocks/chains/sample_chain.h"
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/gpufft/pfb_channelizer_vccf.h>
#include <gnuradio/gpufft/vector_to_stream.h>
#include <cppunit/extensions/HelperMacros.h>
#include <cmath>
#include <limits>
#include <numeric>

namespace {

using namespace gpufft::testing;

std::vector<float> prototype(int count)
{
    std::vector<float> taps;
    for (int i = 0; i < count; ++i)
        taps.push_back(std::cos(0.2F * static_cast<float>(i)) /
                       static_cast<float>(1 + i % 7));
    return taps;
}

gr::gpufft::fft_filter_ccc::sptr make_filter(int taps)
{
    return with_short_ring(
        gr::gpufft::fft_filter_ccc::make(1, decaying(taps, 0.1F), 0, "fake:0"));
}

gr::gpufft::pfb_channelizer_vccf::sptr
make_channelizer(int channels, int hop, int taps, const std::vector<int>& map = {})
{
    const auto result = gr::gpufft::pfb_channelizer_vccf::make(
        static_cast<unsigned>(channels),
        prototype(taps),
        static_cast<float>(channels) / static_cast<float>(hop),
        map,
        1,
        "fake:0");
    result->set_max_output_buffer(RING_SAMPLES / channels);
    return result;
}

gr::block_sptr make_fft(int length)
{
    const auto result = gr::gpufft::fft_vcc::make(length, true, {}, false, 1, "fake:0");
    result->set_max_output_buffer(RING_SAMPLES / length);
    return result;
}

gr::block_sptr make_to_stream(int length)
{
    return with_short_ring(gr::gpufft::vector_to_stream::make(
        sizeof(gr_complex), static_cast<std::size_t>(length)));
}

//! What a user may connect in a row.
struct row_of_blocks {
    const char* why;
    std::function<blocks()> make;
};

const row_of_blocks ROWS[] = {
    { "critically sampled, between a filter and a transform",
      [] {
          return blocks{ make_filter(33), make_channelizer(16, 16, 100), make_fft(16) };
      } },
    { "oversampled by 2",
      [] {
          return blocks{ make_filter(33), make_channelizer(16, 8, 96), make_fft(16) };
      } },
    { "hop and channels without a common factor",
      [] {
          return blocks{ make_filter(33), make_channelizer(7, 5, 40), make_fft(7) };
      } },
    { "an odd number of channels",
      [] {
          return blocks{ make_filter(33), make_channelizer(15, 15, 90), make_fft(15) };
      } },
    { "fewer taps than channels",
      [] {
          return blocks{ make_filter(33), make_channelizer(16, 16, 1), make_fft(16) };
      } },
    { "a channelizer first",
      [] {
          return blocks{ make_channelizer(16, 12, 100), make_fft(16) };
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
                         make_fft(3) };
      } },
    { "taps for which the ring is too short",
      [] {
          return blocks{ make_filter(33), make_channelizer(16, 16, 9000), make_fft(16) };
      } },
};

const char* const CALLS[] = { "make_buffer", "upload", "download", "launch",  "record",
                              "wait",        "work",   "copy",     "wait_for" };

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
        for (const auto& r : ROWS) {
            const auto want = run(r.make(), host_source(), true).samples;
            CPPUNIT_ASSERT_MESSAGE(r.why, want.size() > SAMPLES / 10);
            expect_same(r.why, want, run(r.make(), host_source()).samples);
            expect_same(r.why, want, run(r.make(), device_source()).samples);
        }
    }

    void the_status_says_resident()
    {
        const auto texts = [](int row) {
            return run(ROWS[row].make(), host_source()).buffers;
        };
        for (const int row : { 0, 1, 2, 3 })
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                ROWS[row].why, std::string("resident"), texts(row)[1]);
        CPPUNIT_ASSERT_EQUAL(std::string("input page-locked in place, output resident"),
                             texts(5)[0]);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             texts(6)[1]);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             texts(8)[1]);
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
                run({ make_channelizer(16, 16, 100), make_fft(16) }, source).samples;
            CPPUNIT_ASSERT_EQUAL(std::size_t(SAMPLES), got.size());
            for (auto at = got.size() - 160; at < got.size(); ++at)
                CPPUNIT_ASSERT(std::isfinite(std::abs(got[at])));
        }
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        std::vector<gr::tag_t> tags;
        for (int i = 0; i < SAMPLES; i += 37) {
            gr::tag_t tag;
            tag.offset = static_cast<std::uint64_t>(i);
            tag.key = pmt::intern("sample");
            tag.value = pmt::from_long(i);
            tags.push_back(tag);
        }
        const auto sorted = [](std::vector<gr::tag_t> all) {
            std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
                return pmt::to_long(a.value) < pmt::to_long(b.value);
            });
            return all;
        };
        for (const int row : { 0, 1, 2, 5, 6 }) {
            const auto& r = ROWS[row];
            const auto want = sorted(run(r.make(), host_source(tags), true).tags);
            const auto got = sorted(run(r.make(), host_source(tags)).tags);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, want.size(), got.size());
            for (std::size_t i = 0; i < want.size(); ++i) {
                CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, want[i].offset, got[i].offset);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    r.why, pmt::to_long(want[i].value), pmt::to_long(got[i].value));
            }
        }
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
                last = gnuradio::make_block_sptr<host_copy>(1);
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
        const auto last = make_fft(16);
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

    //! Items of \p got before some one are those of \p before, the rest is that of \p
    //! after. \return how many are of \p before
    static std::size_t expect_change(const std::string& why,
                                     const std::vector<gr_complex>& before,
                                     const std::vector<gr_complex>& after,
                                     const std::vector<gr_complex>& got,
                                     std::size_t length)
    {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(why, before.size(), got.size());
        const auto is_item_of = [&](const std::vector<gr_complex>& of, std::size_t item) {
            for (auto i = item * length; i < (item + 1) * length; ++i)
                if (std::abs(of[i] - got[i]) > 2e-3F)
                    return false;
            return true;
        };
        const auto items = got.size() / length;
        std::size_t change = 0;
        while (change < items && is_item_of(before, change))
            ++change;
        for (auto i = change; i < items; ++i)
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format("{}: item {}, change at {}", why, i, change),
                is_item_of(after, i));
        return change;
    }

    //! Runs a channelizer of \p first taps between blocks that change nothing, and has \p
    //! change change it halfway through.
    template <class action>
    static void change_halfway(const std::string& why,
                               const gr::gpufft::pfb_channelizer_vccf::sptr& changed,
                               const gr::gpufft::pfb_channelizer_vccf::sptr& before,
                               const gr::gpufft::pfb_channelizer_vccf::sptr& after,
                               const action& change)
    {
        const auto length = samples_out(*changed);
        const auto of = [&](const gr::block_sptr& block) {
            return run({ block, make_fft(length) }, host_source(), true).samples;
        };
        const auto source =
            gnuradio::make_block_sptr<acting_source>(SAMPLES / 2, [=] { change(); });
        const auto got =
            run({ make_filter(1), changed, make_fft(length) }, source).samples;
        const auto items = expect_change(
            why, of(before), of(after), got, static_cast<std::size_t>(length));
        CPPUNIT_ASSERT_MESSAGE(
            why, items > 0 && items < got.size() / static_cast<std::size_t>(length));
    }

    static void change_taps(int hop, int first, int second, const char* failing, int nth)
    {
        const auto changed = make_channelizer(16, hop, first);
        change_halfway(fmt::format("hop {}, {} taps, then {}, {} {}",
                                   hop,
                                   first,
                                   second,
                                   failing ? failing : "none",
                                   nth),
                       changed,
                       make_channelizer(16, hop, first),
                       make_channelizer(16, hop, second),
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
                change_halfway("another map",
                               changed,
                               make_channelizer(16, hop, 100),
                               make_channelizer(16, hop, 100, turned),
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
        for (const int at : { 0, 2, 6, 7 }) {
            const auto& r = ROWS[at];
            const auto want = run(r.make(), host_source(), true).samples;
            for (const char* call : CALLS)
                for (const int nth : { 1, 3, 8, 30 })
                    for (const bool is_source_ours : { false, true }) {
                        forget_orders(fake());
                        const auto row = r.make();
                        const auto source =
                            is_source_ours ? device_source() : host_source();
                        fake().calls.fail(call, nth);
                        fake().calls.fail(call, nth + 3);
                        expect_same(
                            fmt::format("{}, {}, {} of the run", r.why, call, nth),
                            want,
                            run(row, source).samples);
                    }
        }
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
