/* SPDX-License-Identifier: GPL-3.0-or-later */
// Matched filters behind blocks on the same device: they read what is there, and
// correlations and peaks are those of a block whose neighbours are the host's, whatever
// is changed and whatever fails.
#include "blocks/chains/sample_feed.h"
#include <gnuradio/gpufft/matched_filter.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <utility>

namespace {

using namespace gpufft::testing;

constexpr int SAMPLES = 30000;
constexpr int RING_SAMPLES = 8192; // some laps
using reference_list = std::vector<std::vector<gr_complex>>;

//! Symbols of some phases, which are like nothing else.
std::vector<gr_complex> symbols(int count, unsigned seed)
{
    std::minstd_rand random(seed);
    std::vector<gr_complex> all;
    for (int i = 0; i < count; ++i)
        all.push_back(std::polar(1.0F, 0.01F * static_cast<float>(random() % 628)));
    return all;
}

const std::vector<gr_complex> SHORT = symbols(40, 1), LONG = symbols(300, 2);

//! Weak noise, and the references now and then.
std::vector<gr_complex> samples()
{
    auto all = symbols(SAMPLES, 3);
    for (auto& each : all)
        each *= 0.2F;
    for (int at = 1500; at + 1000 < SAMPLES; at += 1700) {
        for (std::size_t k = 0; k < SHORT.size(); ++k)
            all[static_cast<std::size_t>(at) + k] += SHORT[k];
        for (std::size_t k = 0; k < LONG.size(); ++k)
            all[static_cast<std::size_t>(at) + 500 + k] += LONG[k];
    }
    return all;
}

const sample_feed FEED = { samples(), RING_SAMPLES, 999 };

gr::gpufft::matched_filter::sptr make_block(const reference_list& references)
{
    return FEED.with_short_ring(
        gr::gpufft::matched_filter::make(references, 0.7, 0, 0, 1, "fake:0"));
}

using row = std::vector<gr::block_sptr>;

//! What comes before a matched filter whose samples are on the device.
const std::vector<std::pair<const char*, std::function<row()>>> BEFORE = {
    { "a source on the device", [] { return row{ FEED.from_device() }; } },
    { "a filter",
      [] {
          return row{ FEED.from_host(), FEED.filter() };
      } },
    { "two filters behind a source on the device",
      [] {
          return row{ FEED.from_device(), FEED.filter(), FEED.filter() };
      } },
};

struct outcome {
    std::vector<std::vector<gr_complex>> streams;
    std::vector<std::pair<std::uint64_t, long>> peaks; //!< offsets and references
    std::vector<gr::tag_t> tags;                       //!< of the first stream
    std::string buffers;                               //!< as the block says
    std::uint64_t uploaded_bytes = 0;
    int downloads = 0;
};

//! Which parts of a block somebody takes.
struct taken {
    std::size_t streams = 0;
    bool peaks = false;
};

outcome
run(const row& before, const gr::gpufft::matched_filter::sptr& block, const taken& what)
{
    const auto graph = gr::make_top_block("qa_correlator_chain");
    for (std::size_t i = 1; i < before.size(); ++i)
        graph->connect(before[i - 1], 0, before[i], 0);
    graph->connect(before.back(), 0, block, 0);
    const auto heard = gr::blocks::message_debug::make();
    const auto peaks = gr::blocks::message_debug::make();
    std::vector<gr::blocks::vector_sink_c::sptr> sinks;
    for (std::size_t i = 0; i < what.streams; ++i) {
        sinks.push_back(gr::blocks::vector_sink_c::make());
        graph->connect(block, static_cast<int>(i), sinks.back(), 0);
    }
    graph->msg_connect(block, "status", heard, "store");
    if (what.peaks)
        graph->msg_connect(block, "peaks", peaks, "store");
    const auto up = fake().uploaded_bytes.load();
    const auto down = fake().calls.calls("download");
    graph->run();
    outcome all;
    all.uploaded_bytes = fake().uploaded_bytes - up;
    all.downloads = fake().calls.calls("download") - down;
    for (const auto& each : sinks)
        all.streams.push_back(each->data());
    if (!sinks.empty())
        all.tags = sinks[0]->tags();
    for (std::size_t i = 0; i < peaks->num_messages(); ++i) {
        const auto value = [&](const char* key) {
            return pmt::dict_ref(
                peaks->get_message(static_cast<int>(i)), pmt::intern(key), pmt::PMT_NIL);
        };
        all.peaks.emplace_back(pmt::to_uint64(value("offset")),
                               pmt::to_long(value("reference")));
    }
    std::sort(all.peaks.begin(), all.peaks.end());
    all.buffers = pmt::symbol_to_string(pmt::dict_ref(
        heard->get_message(0), pmt::intern("buffers"), pmt::intern("none")));
    return all;
}

const reference_list TWO = { SHORT, LONG };

//! What a block makes of the host's samples, behind so many filters.
outcome alone(std::size_t filters, const reference_list& references = TWO)
{
    row before = { FEED.from_host() };
    for (std::size_t i = 0; i < filters; ++i)
        before.push_back(FEED.filter());
    before.push_back(FEED.host());
    return run(before, make_block(references), { references.size(), true });
}

using gpufft::testing::expect_same;

void expect_same(const std::string& why, const outcome& want, const outcome& got)
{
    CPPUNIT_ASSERT_MESSAGE(why, got.streams.size() <= want.streams.size());
    for (std::size_t i = 0; i < got.streams.size(); ++i)
        expect_same(why, want.streams[i], got.streams[i]);
}

} // namespace

class qa_correlator_chain : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_correlator_chain);
    CPPUNIT_TEST(correlations_are_those_of_samples_of_the_host);
    CPPUNIT_TEST(what_is_on_the_device_stays_there);
    CPPUNIT_TEST(peaks_are_found_beside_and_without_streams);
    CPPUNIT_TEST(a_reference_that_reaches_back_too_far_has_the_hosts_samples);
    CPPUNIT_TEST(tags_are_at_their_samples);
    CPPUNIT_TEST(a_flowgraph_starts_again);
    CPPUNIT_TEST(other_references_while_it_runs_find_the_samples_before);
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
        for (const auto& line : log_lines::all().take("matched_filter"))
            CPPUNIT_ASSERT_MESSAGE(
                line, d_device_fails || line.find("fake:0") == std::string::npos);
    }

    void correlations_are_those_of_samples_of_the_host()
    {
        for (const auto& [why, before] : BEFORE) {
            const auto chain = before();
            const auto filters =
                std::count_if(chain.begin(), chain.end(), [](const auto& b) {
                    return b->name() == "fft_filter_ccc";
                });
            const auto want = alone(static_cast<std::size_t>(filters));
            CPPUNIT_ASSERT_EQUAL(std::size_t(SAMPLES), want.streams[0].size());
            for (const std::size_t streams : { 1, 2 })
                for (const bool peaks : { false, true }) {
                    const auto got = run(before(), make_block(TWO), { streams, peaks });
                    expect_same(why, want, got);
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(
                        why,
                        std::string("input resident, output page-locked in place"),
                        got.buffers);
                    if (peaks)
                        CPPUNIT_ASSERT_MESSAGE(why, want.peaks == got.peaks);
                }
        }
    }

    void what_is_on_the_device_stays_there()
    {
        // Tables and parts of rows go up as well. How many these are is up to the
        // threads: of busy cores, to chance.
        const auto least = [](const std::function<row()>& before) {
            auto bytes = std::numeric_limits<std::uint64_t>::max();
            for (int i = 0; i < 5; ++i)
                bytes = std::min(
                    bytes,
                    run(before(), make_block({ LONG }), { 1, false }).uploaded_bytes);
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
        // References of one block share the upload of the host's samples.
        const auto host = [] { return row{ FEED.from_host() }; };
        const auto two = run(host(), make_block(TWO), { 2, false });
        CPPUNIT_ASSERT_EQUAL(std::string("input page-locked in place, one upload for "
                                         "all, output page-locked in place"),
                             two.buffers);
        CPPUNIT_ASSERT_EQUAL(std::string("page-locked in place"),
                             run(host(), make_block(TWO), { 1, false }).buffers);
        // Nobody takes anything: nothing is computed.
        const auto nothing = run({ FEED.from_device() }, make_block(TWO), {});
        CPPUNIT_ASSERT(nothing.downloads < 10);
    }

    void peaks_are_found_beside_and_without_streams()
    {
        const auto want = alone(0).peaks;
        CPPUNIT_ASSERT(want.size() > 20);
        for (const std::size_t streams : { 0, 1, 2 }) {
            CPPUNIT_ASSERT(
                want ==
                run({ FEED.from_host() }, make_block(TWO), { streams, true }).peaks);
            CPPUNIT_ASSERT(
                want ==
                run({ FEED.from_device() }, make_block(TWO), { streams, true }).peaks);
        }
    }

    void a_reference_that_reaches_back_too_far_has_the_hosts_samples()
    {
        const reference_list one = { symbols(3000, 4) };
        const auto want = alone(0, one);
        expect_same(
            "long", want, run({ FEED.from_device() }, make_block(one), { 1, false }));
        // A long reference may be set before the flowgraph starts.
        const auto block = make_block({ SHORT });
        block->set_references(one);
        expect_same("set later", want, run({ FEED.from_device() }, block, { 1, false }));
    }

    void tags_are_at_their_samples()
    {
        const auto tags = numbered_tags(SAMPLES);
        const auto source =
            gr::blocks::vector_source_c::make(FEED.samples, false, 1, tags);
        const auto got =
            run({ source, FEED.filter() }, make_block({ LONG }), { 1, false });
        CPPUNIT_ASSERT_EQUAL(tags.size(), got.tags.size());
        for (const auto& each : got.tags)
            CPPUNIT_ASSERT_EQUAL(static_cast<long>(each.offset),
                                 pmt::to_long(each.value));
    }

    void a_flowgraph_starts_again()
    {
        const auto want = alone(1);
        const auto source = gr::blocks::vector_source_c::make(FEED.samples);
        const auto filter = FEED.filter();
        const auto block = make_block(TWO);
        for (int i = 0; i < 3; ++i) {
            source->rewind();
            const auto got = run({ source, filter }, block, { 2, i == 1 });
            expect_same(fmt::format("start {}", i), want, got);
        }
    }

private:
    static void change_references(const reference_list& first,
                                  const reference_list& second,
                                  const char* failing,
                                  int nth,
                                  std::size_t settle = 0)
    {
        const auto why = fmt::format("{} to {}, {} {}",
                                     first[0].size(),
                                     second[0].size(),
                                     failing ? failing : "none",
                                     nth);
        const auto before = alone(1, first).streams[0],
                   after = alone(1, second).streams[0];
        forget_orders(fake());
        const auto block = make_block(first);
        const auto source = FEED.from_host([=] {
            block->set_references(second);
            if (failing)
                fake().calls.fail(failing, nth);
        });
        const auto got = run({ source, FEED.filter() }, block, { 1, false }).streams[0];
        CPPUNIT_ASSERT_EQUAL_MESSAGE(why, before.size(), got.size());
        std::size_t change = 0;
        while (change < got.size() && std::abs(before[change] - got[change]) < 1e-3F)
            ++change;
        CPPUNIT_ASSERT_MESSAGE(why, change > 0 && change + settle < got.size());
        expect_same(why, after, got, change + settle);
    }

public:
    void other_references_while_it_runs_find_the_samples_before()
    {
        change_references({ SHORT }, { LONG }, nullptr, 0);
        change_references({ LONG }, { SHORT }, nullptr, 0);
        // A long one reaches back too far for the ring, which has not all that it wants.
        change_references({ SHORT }, { symbols(3000, 4) }, nullptr, 0, 3000);
        d_device_fails = true;
        for (const char* call : { "launch", "work", "make_queue" })
            for (const int nth : { 1, 2, 5 })
                change_references({ SHORT }, { LONG }, call, nth);
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        d_device_fails = true;
        const auto of_samples = alone(0), of_outputs = alone(1);
        for (const char* call : device_calls())
            for (const int nth : { 1, 4, 20 })
                for (const bool peaks : { false, true })
                    for (const bool has_filter : { false, true }) {
                        forget_orders(fake());
                        auto before = has_filter ? row{ FEED.from_host(), FEED.filter() }
                                                 : row{ FEED.from_device() };
                        const auto block = make_block(TWO);
                        fake().calls.fail(call, nth);
                        fake().calls.fail(call, nth + 3);
                        const auto& want = has_filter ? of_outputs : of_samples;
                        const auto got = run(before, block, { 2, peaks });
                        const auto why = fmt::format("{}, {} of the run", call, nth);
                        expect_same(why, want, got);
                        if (peaks)
                            CPPUNIT_ASSERT_MESSAGE(why, want.peaks == got.peaks);
                    }
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (const bool peaks : { false, true })
            run({ FEED.from_device(), FEED.filter() }, make_block(TWO), { 1, peaks });
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }

private:
    bool d_device_fails = false; //!< in this test
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_correlator_chain);
