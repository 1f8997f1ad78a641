/* SPDX-License-Identifier: GPL-3.0-or-later */
// Channels behind blocks on the same device: they read what is there, and come out as
// those of samples of the host, whatever is changed and whatever fails.
#include "blocks/chains/sample_feed.h"
#include "support/first_wrong.h"
#include <gnuradio/gpufft/channels.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <random>
#include <utility>

namespace {

using namespace gpufft::testing;

constexpr int SAMPLES = 20000;
constexpr int RING_SAMPLES = 1024; // some blocks, and many laps
constexpr std::size_t STREAMS = 3;
constexpr double RATES[STREAMS] = { 400, 400, 250 };

std::vector<gr_complex> samples()
{
    std::minstd_rand random(5);
    std::vector<gr_complex> all;
    for (int i = 0; i < SAMPLES; ++i)
        all.push_back(std::polar(1.0F, 0.01F * static_cast<float>(random() % 628)));
    return all;
}

const sample_feed FEED = { samples(), RING_SAMPLES, 333 };

gr::gpufft::channels::sptr make_block()
{
    const auto block =
        gr::gpufft::channels::make(1000, 0, 10, STREAMS, { 400, 250 }, 0.24, 4, "fake:0");
    for (std::size_t i = 0; i < STREAMS; ++i)
        block->add_channel(fmt::format("{}", i),
                           100.5 * static_cast<double>(i) - 123,
                           RATES[i],
                           0,
                           0,
                           5,
                           static_cast<int>(i));
    return block;
}

using row = std::vector<gr::block_sptr>;

struct outcome {
    std::array<std::vector<gr_complex>, STREAMS> streams;
    std::array<std::vector<gr::tag_t>, STREAMS> tags;
    std::size_t pdus = 0;
    std::string buffers; //!< as the block says
    std::uint64_t uploaded_bytes = 0;
};

//! What comes of \p before, blocks in a row, through channels.
outcome run(const row& before,
            const gr::gpufft::channels::sptr& block = make_block(),
            bool has_spectrum = false)
{
    const auto graph = gr::make_top_block("qa_receiver_chain");
    for (std::size_t i = 1; i < before.size(); ++i)
        graph->connect(before[i - 1], 0, before[i], 0);
    graph->connect(before.back(), 0, block, 0);
    const auto heard = gr::blocks::message_debug::make();
    const auto pdus = gr::blocks::message_debug::make();
    std::array<gr::blocks::vector_sink_c::sptr, STREAMS> sinks;
    for (std::size_t i = 0; i < STREAMS; ++i) {
        sinks[i] = gr::blocks::vector_sink_c::make();
        graph->connect(block, static_cast<int>(i), sinks[i], 0);
    }
    graph->msg_connect(block, "status", heard, "store");
    graph->msg_connect(block, "pdus", pdus, "store");
    if (has_spectrum) {
        const auto spectrum = gr::gpufft::spectrum_c::make(
            64, 64, {}, 1e6, "mean", 7, 0.0, "dbfs", true, 0, 0.0, 4.0, "fake:0");
        graph->connect(before.back(), 0, spectrum, 0);
        graph->connect(spectrum, 0, gr::blocks::vector_sink_f::make(64), 0);
    }
    const auto up = fake().uploaded_bytes.load();
    graph->run();
    outcome all;
    all.uploaded_bytes = fake().uploaded_bytes - up;
    for (std::size_t i = 0; i < STREAMS; ++i) {
        all.streams[i] = sinks[i]->data();
        all.tags[i] = sinks[i]->tags();
    }
    all.pdus = pdus->num_messages();
    for (std::size_t i = 0; i < heard->num_messages() && all.buffers.empty(); ++i) {
        const auto text =
            pmt::dict_ref(heard->get_message(i), pmt::intern("buffers"), pmt::PMT_NIL);
        if (pmt::is_symbol(text))
            all.buffers = pmt::symbol_to_string(text);
    }
    return all;
}

//! What the channels of the host's samples are, behind so many filters.
outcome alone(int filters)
{
    row before = { FEED.from_host() };
    for (int i = 0; i < filters; ++i)
        before.push_back(FEED.filter());
    before.push_back(FEED.host());
    return run(before);
}

void expect_same(const std::string& why, const outcome& want, const outcome& got)
{
    for (std::size_t i = 0; i < STREAMS; ++i) {
        CPPUNIT_ASSERT_MESSAGE(why, !want.streams[i].empty());
        CPPUNIT_ASSERT_EQUAL_MESSAGE(why, want.streams[i].size(), got.streams[i].size());
        expect_all(fmt::format("{}: stream {}", why, i),
                   "output",
                   0,
                   want.streams[i].size(),
                   [&](std::size_t o) {
                       return std::abs(want.streams[i][o] - got.streams[i][o]) < 1e-4F;
                   });
    }
}

} // namespace

class qa_receiver_chain : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_receiver_chain);
    CPPUNIT_TEST(channels_are_those_of_samples_of_the_host);
    CPPUNIT_TEST(samples_on_the_device_do_not_go_up_again);
    CPPUNIT_TEST(a_spectrum_and_channels_share_one_upload);
    CPPUNIT_TEST(tags_are_where_those_of_samples_of_the_host_are);
    CPPUNIT_TEST(channels_move_and_go_while_it_runs);
    CPPUNIT_TEST(a_flowgraph_starts_again);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(leaves_no_memory_behind);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        forget_orders(fake());
        log_lines::all().take("");
        d_device_fails = false;
    }

    // What another try had to make right is no success.
    void tearDown() override
    {
        for (const auto& line : log_lines::all().take("channels"))
            CPPUNIT_ASSERT_MESSAGE(
                line, d_device_fails || line.find("fake:0") == std::string::npos);
    }

    void channels_are_those_of_samples_of_the_host()
    {
        const auto of_samples = alone(0), of_outputs = alone(2);
        CPPUNIT_ASSERT_EQUAL(std::string(), of_samples.buffers);
        const auto source = run({ FEED.from_device() });
        expect_same("a source", of_samples, source);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident"), source.buffers);
        for (const bool is_source_ours : { false, true }) {
            const auto got = run({ is_source_ours ? FEED.from_device() : FEED.from_host(),
                                   FEED.filter(),
                                   FEED.filter() });
            expect_same("filters", of_outputs, got);
            CPPUNIT_ASSERT_EQUAL(std::string("input resident"), got.buffers);
        }
    }

    void samples_on_the_device_do_not_go_up_again()
    {
        // How many pieces there are is up to the threads: of busy cores, to chance.
        const auto least = [](const std::function<row()>& before) {
            auto bytes = std::numeric_limits<std::uint64_t>::max();
            for (int i = 0; i < 5; ++i)
                bytes = std::min(bytes, run(before()).uploaded_bytes);
            return bytes;
        };
        const auto together = least([] {
            return row{ FEED.from_host(), FEED.filter() };
        });
        const auto apart = least([] {
            return row{ FEED.from_host(), FEED.filter(), FEED.host() };
        });
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} bytes, {} with the host between", together, apart),
            together + SAMPLES * sizeof(gr_complex) * 3 / 4 < apart);
    }

    void a_spectrum_and_channels_share_one_upload()
    {
        const auto want = alone(0);
        const auto got = run({ FEED.from_host() }, make_block(), true);
        expect_same("beside a spectrum", want, got);
        CPPUNIT_ASSERT_EQUAL(
            std::string("input page-locked in place, one upload for all"), got.buffers);
    }

    void tags_are_where_those_of_samples_of_the_host_are()
    {
        std::vector<gr::tag_t> tags;
        for (int i = 0; i < SAMPLES; i += 37) {
            gr::tag_t tag;
            tag.offset = static_cast<std::uint64_t>(i);
            tag.key = pmt::intern(i % 5 ? "sample" : "rx_time");
            tag.value = i % 5 ? pmt::from_long(i)
                              : pmt::make_tuple(pmt::from_uint64(i), pmt::from_double(0));
            tags.push_back(tag);
        }
        const auto source = [&] {
            return gr::blocks::vector_source_c::make(FEED.samples, false, 1, tags);
        };
        const auto want = run({ source(), FEED.filter(), FEED.host() });
        const auto got = run({ source(), FEED.filter() });
        CPPUNIT_ASSERT_EQUAL(std::string("input resident"), got.buffers);
        for (std::size_t i = 0; i < STREAMS; ++i) {
            CPPUNIT_ASSERT_EQUAL(want.tags[i].size(), got.tags[i].size());
            CPPUNIT_ASSERT(want.tags[i].size() > 100);
            for (std::size_t t = 0; t < want.tags[i].size(); ++t) {
                CPPUNIT_ASSERT_EQUAL(want.tags[i][t].offset, got.tags[i][t].offset);
                CPPUNIT_ASSERT(pmt::equal(want.tags[i][t].key, got.tags[i][t].key));
                CPPUNIT_ASSERT(pmt::equal(want.tags[i][t].value, got.tags[i][t].value));
            }
        }
    }

    void channels_move_and_go_while_it_runs()
    {
        const auto block = make_block();
        const auto source = FEED.from_host([=] {
            block->move_channel("0", 77);
            block->drop_channel("1");
            block->assign_channel("2", -1);
        });
        const auto want = alone(1);
        const auto got = run({ source, FEED.filter() }, block);
        CPPUNIT_ASSERT_EQUAL(want.streams[0].size(), got.streams[0].size());
        CPPUNIT_ASSERT(got.pdus > 0);
        for (const std::size_t i : { 0, 1, 2 }) { // as before, up to the change
            std::size_t same = 0;
            while (same < got.streams[i].size() &&
                   std::abs(want.streams[i][same] - got.streams[i][same]) < 1e-4F)
                ++same;
            CPPUNIT_ASSERT(same > want.streams[i].size() / 4);
            CPPUNIT_ASSERT(same < want.streams[i].size());
            CPPUNIT_ASSERT(i == 0 || same == got.streams[i].size());
        }
    }

    void a_flowgraph_starts_again()
    {
        const auto want = alone(1);
        const auto source = gr::blocks::vector_source_c::make(FEED.samples);
        source->set_max_output_buffer(RING_SAMPLES);
        const auto filter = FEED.filter();
        const auto block = make_block();
        for (int i = 0; i < 3; ++i) {
            source->rewind();
            expect_same(fmt::format("start {}", i), want, run({ source, filter }, block));
        }
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        d_device_fails = true;
        const auto of_samples = alone(0), of_outputs = alone(1);
        for (const char* call : device_calls())
            for (const int nth : { 1, 3, 8, 30, 90 })
                for (const bool has_filter : { false, true }) {
                    forget_orders(fake());
                    const auto before = has_filter
                                            ? row{ FEED.from_host(), FEED.filter() }
                                            : row{ FEED.from_device() };
                    const auto block = make_block();
                    fake().calls.fail(call, nth);
                    fake().calls.fail(call, nth + 3);
                    expect_same(fmt::format("{}, {} of the run", call, nth),
                                has_filter ? of_outputs : of_samples,
                                run(before, block));
                }
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (int i = 0; i < 2; ++i)
            run({ FEED.from_device(), FEED.filter() });
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }

private:
    bool d_device_fails = false; //!< in this test
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_receiver_chain);
