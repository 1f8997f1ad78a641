/* SPDX-License-Identifier: GPL-3.0-or-later */
// Filters in chains on one device: samples and outputs stay there, and come out as those
// of filters whose neighbours are the host's, whatever is changed and whatever fails.
#include "blocks/chains/sample_chain.h"
#include "support/first_wrong.h"
#include <gnuradio/gpufft/expression.h>
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/fft_filter_ccf.h>
#include <gnuradio/gpufft/freq_xlating_fft_filter_ccc.h>
#include <gnuradio/gpufft/null_sink.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <utility>

namespace {

using namespace gpufft::testing;

//! What a user may connect in a row, each of complex samples.
struct row_of_blocks {
    const char* why;
    std::function<blocks()> make;
    int decimation;
};

gr::gpufft::fft_filter_ccc::sptr make_ccc(int decimation, int taps, float turn = 0.1F)
{
    return with_short_ring(
        gr::gpufft::fft_filter_ccc::make(decimation, decaying(taps, turn), 0, "fake:0"));
}

gr::block_sptr make_ccf(int decimation)
{
    return with_short_ring(gr::gpufft::fft_filter_ccf::make(
        decimation, { 0.5F, 0.25F, -0.125F, 1, 0.0625F }, 0, "fake:0"));
}

gr::gpufft::freq_xlating_fft_filter_ccc::sptr make_xlating(int decimation)
{
    return with_short_ring(gr::gpufft::freq_xlating_fft_filter_ccc::make(
        decimation, decaying(61, 0), 1234.5, 48000, 0, "fake:0"));
}

gr::block_sptr make_product()
{
    return with_short_ring(
        gr::gpufft::expression::make("x * s", "c", "c", 1, { { "s", 0.5 } }));
}

const row_of_blocks ROWS[] = {
    { "a filter behind a filter",
      [] {
          return blocks{ make_ccc(1, 150), make_ccc(1, 33) };
      },
      1 },
    { "real taps between others",
      [] {
          return blocks{ make_ccc(1, 150), make_ccf(1), make_ccc(1, 20) };
      },
      1 },
    { "decimating filters",
      [] {
          return blocks{ make_ccc(2, 64), make_ccc(3, 50), make_ccf(1) };
      },
      6 },
    { "a mixer first",
      [] {
          return blocks{ make_xlating(4), make_ccc(1, 99) };
      },
      4 },
    { "a mixer behind a filter",
      [] {
          return blocks{ make_ccc(1, 99), make_xlating(5), make_ccf(1) };
      },
      5 },
    { "an expression between filters",
      [] {
          return blocks{ make_ccc(1, 150), make_product(), make_ccc(2, 33) };
      },
      2 },
    { "a single tap",
      [] {
          return blocks{ make_ccc(1, 1), make_ccc(1, 1) };
      },
      1 },
    { "taps for which the ring is too short",
      [] {
          return blocks{ make_ccc(1, 20), make_ccc(1, 3000), make_ccc(1, 20) };
      },
      1 },
};

class qa_filter_chain : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_filter_chain);
    CPPUNIT_TEST(outputs_are_those_of_blocks_apart);
    CPPUNIT_TEST(the_status_says_resident);
    CPPUNIT_TEST(nothing_between_is_copied);
    CPPUNIT_TEST(the_end_of_a_chain_needs_no_host_copy);
    CPPUNIT_TEST(a_reader_on_the_host_sees_all);
    CPPUNIT_TEST(tags_are_where_those_of_blocks_apart_are);
    CPPUNIT_TEST(a_flowgraph_starts_again);
    CPPUNIT_TEST(other_taps_while_it_runs_change_the_rest);
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

    void outputs_are_those_of_blocks_apart()
    {
        for (const auto& r : ROWS) {
            const auto want = run(r.make(), host_source(), true).samples;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                r.why, std::size_t(SAMPLES / r.decimation), want.size());
            expect_same(r.why, want, run(r.make(), host_source()).samples);
            expect_same(r.why, want, run(r.make(), device_source()).samples);
        }
    }

    void the_status_says_resident()
    {
        const auto texts =
            run({ make_ccc(1, 150), make_ccc(2, 33), make_ccf(1) }, host_source())
                .buffers;
        CPPUNIT_ASSERT_EQUAL(std::string("input page-locked in place, output resident"),
                             texts[0]);
        CPPUNIT_ASSERT_EQUAL(std::string("resident"), texts[1]);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             texts[2]);
    }

    void nothing_between_is_copied()
    {
        const auto bytes = [](const blocks& row) {
            const auto before = fake().uploaded_bytes.load();
            const auto calls = fake().calls.calls("download");
            run(row, host_source());
            return std::make_pair(fake().uploaded_bytes - before,
                                  fake().calls.calls("download") - calls);
        };
        const auto one = bytes({ make_ccc(1, 150) });
        // Four that copied would need four times as many; tables go up for each. How many
        // parts of rows there are is up to the threads: of busy cores, to chance.
        auto up = one.first * 4;
        auto down = one.second * 4;
        for (int i = 0; i < 5; ++i) {
            const auto four = bytes(
                { make_ccc(1, 150), make_ccc(1, 33), make_xlating(1), make_ccc(1, 150) });
            up = std::min(up, four.first);
            down = std::min(down, four.second);
        }
        CPPUNIT_ASSERT(up < 3 * one.first);
        CPPUNIT_ASSERT(down < 3 * one.second);
    }

    void the_end_of_a_chain_needs_no_host_copy()
    {
        const auto calls = fake().calls.calls("download");
        run({ make_ccc(8, 150) }, device_source());
        const auto to_host = fake().calls.calls("download") - calls;
        const auto texts = run({ make_ccc(8, 150) }, device_source()).buffers;
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             texts[0]);
        CPPUNIT_ASSERT(to_host > 0);
    }

    void a_reader_on_the_host_sees_all()
    {
        for (const bool is_source_ours : { false, true }) {
            const auto graph = gr::make_top_block("qa_filter_chain");
            const auto one = make_ccc(1, 150), two = make_ccc(2, 33);
            const auto between = gr::blocks::vector_sink_c::make();
            const auto sink = gr::blocks::vector_sink_c::make();
            graph->connect(is_source_ours ? device_source() : host_source(), 0, one, 0);
            graph->connect(one, 0, between, 0);
            graph->connect(one, 0, two, 0);
            graph->connect(two, 0, sink, 0);
            graph->run();
            const auto want = run({ make_ccc(1, 150) }, host_source(), true).samples;
            expect_same("between", want, between->data());
            expect_same(
                "behind",
                run({ make_ccc(1, 150), make_ccc(2, 33) }, host_source(), true).samples,
                sink->data());
        }
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        for (const auto& r : ROWS)
            expect_same_tags(r.why, r.make);
    }

    void a_flowgraph_starts_again()
    {
        const auto graph = gr::make_top_block("qa_filter_chain");
        const auto one = make_ccc(1, 150), two = make_ccc(2, 33);
        const auto source = gr::blocks::vector_source_c::make(tones());
        const auto sink = gr::blocks::vector_sink_c::make();
        graph->connect(source, 0, one, 0);
        graph->connect(one, 0, two, 0);
        graph->connect(two, 0, sink, 0);
        const auto want =
            run({ make_ccc(1, 150), make_ccc(2, 33) }, host_source(), true).samples;
        for (int i = 0; i < 3; ++i) {
            source->rewind();
            sink->reset();
            graph->run();
            expect_same(fmt::format("start {}", i), want, sink->data());
        }
    }

private:
    //! Outputs before some change are those of \p before, the rest is that of \p after
    //! but for some that \p settle. \return outputs of \p before
    static std::size_t expect_change(const std::string& why,
                                     const std::vector<gr_complex>& before,
                                     const std::vector<gr_complex>& after,
                                     const std::vector<gr_complex>& got,
                                     std::size_t settle)
    {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(why, before.size(), got.size());
        const auto is_near = [](gr_complex a, gr_complex b) {
            return std::abs(a - b) < 3e-4F;
        };
        const auto change = first_wrong(
            0, got.size(), [&](std::size_t i) { return is_near(before[i], got[i]); });
        expect_all(fmt::format("{}, change at {}", why, change),
                   "output",
                   change + settle,
                   got.size(),
                   [&](std::size_t i) { return is_near(after[i], got[i]); });
        return change;
    }

    static void change_taps(
        int first, int second, const char* failing, int nth, std::size_t settle = 0)
    {
        const auto changed = make_ccc(1, first), fixed = make_ccc(1, 1);
        const auto before = run({ make_ccc(1, first) }, host_source(), true).samples;
        const auto after =
            run({ make_ccc(1, second, 0.7F) }, host_source(), true).samples;
        const auto source = feed().from_host([=] {
            changed->set_taps(decaying(second, 0.7F));
            if (failing)
                fake().calls.fail(failing, nth);
        });
        const auto why = fmt::format(
            "{} taps, then {}, {} {}", first, second, failing ? failing : "none", nth);
        // The filter before passes samples on, on the device.
        const auto got = run({ make_ccc(1, 1), changed, fixed }, source).samples;
        const auto change = expect_change(why, before, after, got, settle);
        CPPUNIT_ASSERT_MESSAGE(why, change > 0 && change < got.size());
    }

public:
    void other_taps_while_it_runs_change_the_rest()
    {
        change_taps(150, 120, nullptr, 0);
        change_taps(33, 700, nullptr, 0); // another row
        // They reach back too far for the ring, which has not all that they want.
        change_taps(33, 4000, nullptr, 0, 4000);
        change_taps(700, 20, nullptr, 0);
    }

    void what_is_computed_again_has_the_taps_of_then()
    {
        for (const char* call : { "launch", "work", "wait_for" })
            for (const int nth : { 1, 2, 4, 7 }) {
                forget_orders(fake());
                change_taps(150, 120, call, nth);
                forget_orders(fake());
                change_taps(33, 700, call, nth);
            }
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        for (const int at : { 1, 2, 4, 5 })
            expect_same_whatever_fails(ROWS[at].why, ROWS[at].make);
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (int i = 0; i < 2; ++i)
            run({ make_ccc(1, 150), make_xlating(2), make_ccc(1, 33) }, host_source());
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_filter_chain);

} // namespace
