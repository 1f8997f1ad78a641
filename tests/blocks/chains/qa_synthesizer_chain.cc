/* SPDX-License-Identifier: GPL-3.0-or-later */
// Synthesizers in chains on one device: vectors of channels and samples stay there, and
// come out as those of synthesizers whose neighbours are the host's, whatever is changed
// and whatever fails.
#include "blocks/chains/filter_banks.h"
#include <gnuradio/gpufft/pfb_synthesizer_vccf.h>
#include <cppunit/extensions/HelperMacros.h>
#include <numeric>

namespace {

using namespace gpufft::testing;

gr::gpufft::pfb_synthesizer_vccf::sptr make_synthesizer(int channels,
                                                        bool is_doubled,
                                                        int taps,
                                                        const std::vector<int>& map = {})
{
    return with_short_ring(gr::gpufft::pfb_synthesizer_vccf::make(
        static_cast<unsigned>(channels), prototype(taps), is_doubled, map, 1, "fake:0"));
}

const bank_row ROWS[] = {
    { "behind a channelizer, and a filter behind it",
      [] {
          return blocks{ make_channelizer(16, 16, 100),
                         make_synthesizer(16, false, 90),
                         make_filter(33) };
      } },
    { "of twice as many channels",
      [] {
          return blocks{ make_channelizer(16, 8, 100),
                         make_synthesizer(8, true, 100),
                         make_filter(33) };
      } },
    { "a number of channels that no page is a multiple of",
      [] {
          return blocks{ make_channelizer(15, 15, 60),
                         make_synthesizer(15, false, 50),
                         make_filter(33) };
      } },
    { "a tap a channel at most",
      [] {
          return blocks{ make_channelizer(16, 16, 100),
                         make_synthesizer(16, false, 9),
                         make_filter(33) };
      } },
    { "a synthesizer last",
      [] {
          return blocks{ make_filter(33),
                         make_channelizer(16, 8, 100),
                         make_synthesizer(8, true, 100) };
      } },
    { "a map of another order",
      [] {
          return blocks{ make_channelizer(4, 4, 30),
                         make_synthesizer(4, false, 30, { 2, 0, 3, 1 }),
                         make_filter(33) };
      } },
    { "taps for which the ring is too short",
      [] {
          return blocks{ make_channelizer(16, 16, 100),
                         make_synthesizer(16, false, 9000),
                         make_filter(33) };
      } },
};

} // namespace

class qa_synthesizer_chain : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_synthesizer_chain);
    CPPUNIT_TEST(outputs_are_those_of_blocks_apart);
    CPPUNIT_TEST(the_status_says_resident);
    CPPUNIT_TEST(vectors_of_the_host_become_samples_on_the_device);
    CPPUNIT_TEST(tags_are_where_those_of_blocks_apart_are);
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
        for (const int row : { 0, 1, 2, 3, 5 })
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                ROWS[row].why, std::string("resident"), texts(row)[1]);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             texts(4)[2]);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             texts(6)[1]);
    }

    void vectors_of_the_host_become_samples_on_the_device()
    {
        std::vector<std::vector<gr_complex>> all;
        for (const bool is_on_device : { false, true }) {
            const auto graph = gr::make_top_block("qa_synthesizer_chain");
            const auto source = gr::blocks::vector_source_c::make(tones(), false, 8);
            source->set_max_output_buffer(RING_SAMPLES / 8);
            source->set_max_noutput_items(99);
            const auto block = make_synthesizer(8, false, 70);
            const auto heard = gr::blocks::message_debug::make();
            graph->msg_connect(block, "status", heard, "store");
            graph->connect(source, 0, block, 0);
            gr::basic_block_sptr last = block;
            if (!is_on_device) {
                last = feed().host();
                graph->connect(block, 0, last, 0);
            }
            const auto filter = make_filter(33);
            const auto sink = gr::blocks::vector_sink_c::make();
            graph->connect(last, 0, filter, 0);
            graph->connect(filter, 0, sink, 0);
            graph->run();
            all.push_back(sink->data());
            if (is_on_device)
                CPPUNIT_ASSERT_EQUAL(
                    std::string("input page-locked in place, output resident"),
                    buffers_of(*heard));
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(SAMPLES), all[0].size());
        expect_same("vectors of the host", all[0], all[1]);
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        for (const int row : { 0, 1, 2, 4 })
            expect_same_tags(ROWS[row].why, ROWS[row].make);
    }

    //! Taps are changed, and calls of the device fail, if any.
    static void
    change_taps(bool is_doubled, int first, int second, const char* failing, int nth)
    {
        const auto make = [&](int taps) { return make_synthesizer(8, is_doubled, taps); };
        const auto bank = [&] {
            return is_doubled ? make_channelizer(16, 8, 50) : make_channelizer(8, 8, 50);
        };
        const auto changed = make(first);
        change_halfway(fmt::format("doubled {}, {} taps, then {}, {} {}",
                                   is_doubled,
                                   first,
                                   second,
                                   failing ? failing : "none",
                                   nth),
                       8,
                       { bank(), make(first), make_filter(1) },
                       { bank(), make(second), make_filter(1) },
                       { bank(), changed, make_filter(1) },
                       [=] {
                           changed->set_taps(prototype(second));
                           if (failing)
                               fake().calls.fail(failing, nth);
                       });
    }

    void other_taps_while_it_runs_change_the_rest()
    {
        for (const bool is_doubled : { false, true }) {
            change_taps(is_doubled, 60, 57, nullptr, 0); // as many a branch
            change_taps(is_doubled, 20, 150, nullptr, 0);
            change_taps(is_doubled, 150, 20, nullptr, 0);
        }
    }

    void what_is_computed_again_has_the_taps_of_then()
    {
        for (const char* call : { "launch", "work", "wait_for" })
            for (const int nth : { 1, 2, 4, 7 }) {
                forget_orders(fake());
                change_taps(false, 60, 57, call, nth);
                forget_orders(fake());
                change_taps(true, 20, 150, call, nth);
            }
    }

    // Rows that were given on before are kept as they came in, by the map of then.
    void another_map_while_it_runs_changes_the_rest()
    {
        std::vector<int> turned(16);
        std::iota(turned.begin(), turned.end(), 0);
        std::rotate(turned.begin(), turned.begin() + 5, turned.end());
        for (const char* failing : { "", "launch", "work" }) {
            const auto changed = make_synthesizer(16, false, 90);
            change_halfway(
                "another map",
                16,
                { make_channelizer(16, 16, 50),
                  make_synthesizer(16, false, 90),
                  make_filter(1) },
                { make_channelizer(16, 16, 50),
                  make_synthesizer(16, false, 90, turned),
                  make_filter(1) },
                { make_channelizer(16, 16, 50), changed, make_filter(1) },
                [=] {
                    changed->set_channel_map(turned);
                    if (*failing)
                        fake().calls.fail(failing, 2);
                },
                6); // rows before the first one
        }
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        for (const int at : { 0, 1, 4 })
            expect_same_whatever_fails(ROWS[at].why, ROWS[at].make);
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (const int row : { 0, 1, 4 })
            run(ROWS[row].make(), host_source());
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_synthesizer_chain);
