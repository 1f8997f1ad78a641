/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_SAMPLE_CHAIN_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_SAMPLE_CHAIN_H

#include "blocks/chains/sample_feed.h"
#include "support/first_wrong.h"
#include <cppunit/TestAssert.h>
#include <cppunit/TestFixture.h>
#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

//! Blocks in a row that samples go through, on a fake GPU or with the host between them.
namespace gpufft::testing {

constexpr int SAMPLES = 40000;
constexpr int RING_SAMPLES = 8192; // some laps

inline std::vector<gr_complex> tones()
{
    std::vector<gr_complex> all(SAMPLES);
    for (int i = 0; i < SAMPLES; ++i)
        all[i] = std::polar(1.0F + static_cast<float>(i) / SAMPLES,
                            0.3F * static_cast<float>(i % 1000));
    return all;
}

inline std::vector<gr_complex> decaying(int count, float turn)
{
    std::vector<gr_complex> taps;
    for (int i = 0; i < count; ++i)
        taps.push_back(
            std::polar(1.0F / static_cast<float>(1 + i), turn * static_cast<float>(i)));
    return taps;
}

using blocks = std::vector<gr::block_sptr>;

inline const sample_feed& feed()
{
    static const sample_feed all = { tones(), RING_SAMPLES, 999 };
    return all;
}

template <class block>
std::shared_ptr<block> with_short_ring(std::shared_ptr<block> made)
{
    return feed().with_short_ring(std::move(made));
}

//! Samples of an item that \p block puts out.
inline int samples_out(gr::block& block)
{
    return block.output_signature()->sizeof_stream_item(0) /
           static_cast<int>(sizeof(gr_complex));
}

inline gr::basic_block_sptr host_source(const std::vector<gr::tag_t>& tags = {})
{
    const auto result = gr::blocks::vector_source_c::make(tones(), false, 1, tags);
    if (tags.empty()) {
        result->set_max_output_buffer(RING_SAMPLES);
        result->set_max_noutput_items(feed().at_once);
    }
    return result;
}

inline gr::basic_block_sptr device_source() { return feed().from_device(); }

struct outcome {
    std::vector<gr_complex> samples;
    std::vector<gr::tag_t> tags;
    std::vector<std::string> buffers; //!< as the blocks say
};

inline std::string buffers_of(gr::blocks::message_debug& heard)
{
    for (int i = static_cast<int>(heard.num_messages()) - 1; i >= 0; --i) {
        const auto text =
            pmt::dict_ref(heard.get_message(i), pmt::intern("buffers"), pmt::PMT_NIL);
        if (pmt::is_symbol(text))
            return pmt::symbol_to_string(text);
    }
    return "";
}

//! \param is_apart  the host is between the blocks
inline outcome
run(const blocks& row, const gr::basic_block_sptr& source, bool is_apart = false)
{
    const auto graph = gr::make_top_block("qa_sample_chain");
    auto last = source;
    std::vector<gr::blocks::message_debug::sptr> heard;
    for (const auto& each : row) {
        graph->connect(last, 0, each, 0);
        last = each;
        if (is_apart) {
            const int samples = samples_out(*each);
            last = gnuradio::make_block_sptr<host_copy>(samples, RING_SAMPLES / samples);
            graph->connect(each, 0, last, 0);
        }
        heard.push_back(gr::blocks::message_debug::make());
        if (pmt::is_vector(each->message_ports_out()) &&
            pmt::length(each->message_ports_out()) > 0)
            graph->msg_connect(each, "status", heard.back(), "store");
    }
    const auto sink =
        gr::blocks::vector_sink_c::make(static_cast<unsigned>(samples_out(*row.back())));
    graph->connect(last, 0, sink, 0);
    graph->run();
    outcome all{ sink->data(), sink->tags(), {} };
    for (const auto& each : heard)
        all.buffers.push_back(buffers_of(*each));
    return all;
}

//! What another try had to make right is no success.
inline void expect_one_try()
{
    for (const auto& line : log_lines::all().take(""))
        CPPUNIT_ASSERT_MESSAGE(line, line.find("fake:0") == std::string::npos);
}

//! \brief expect_one_try() after each test of a suite that does not let the device fail
class one_try_fixture : public CppUnit::TestFixture
{
public:
    void setUp() override
    {
        forget_orders(fake());
        log_lines::all().take("");
        d_device_fails = false;
    }
    void tearDown() override
    {
        if (!d_device_fails)
            expect_one_try();
    }

protected:
    bool d_device_fails = false; //!< the test lets calls of the device fail
};

//! numbered_tags() in the order of their numbers.
inline std::vector<gr::tag_t> by_number(std::vector<gr::tag_t> tags)
{
    const auto key = [](const auto& tag) {
        return std::make_pair(pmt::to_long(tag.value), tag.offset);
    };
    std::sort(tags.begin(), tags.end(), [&](const auto& a, const auto& b) {
        return key(a) < key(b);
    });
    return tags;
}

inline void expect_same_tags(const std::string& why,
                             const std::vector<gr::tag_t>& wanted,
                             const std::vector<gr::tag_t>& found)
{
    const auto want = by_number(wanted), got = by_number(found);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, want.size(), got.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(why, want[i].offset, got[i].offset);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            why, pmt::to_long(want[i].value), pmt::to_long(got[i].value));
    }
}

//! What \p make makes, with tags at some samples, beside the same with the host between.
inline void expect_same_tags(const std::string& why, const std::function<blocks()>& make)
{
    const auto tags = numbered_tags(SAMPLES);
    expect_same_tags(why,
                     run(make(), host_source(tags), true).tags,
                     run(make(), host_source(tags)).tags);
}

//! Outputs are first those of \p before, then, but for \p settle at the change, those of
//! \p after.
inline void expect_change(const std::string& why,
                          const std::vector<gr_complex>& before,
                          const std::vector<gr_complex>& after,
                          const std::vector<gr_complex>& got,
                          std::size_t settle)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, before.size(), got.size());
    const auto is_near = [&](const auto& of, std::size_t at) {
        return std::abs(of[at] - got[at]) <= 2e-3F;
    };
    const auto at =
        first_wrong(0, got.size(), [&](std::size_t n) { return is_near(before, n); });
    CPPUNIT_ASSERT_MESSAGE(why, at > 0 && at < got.size());
    expect_all(fmt::format("{}, change at {}", why, at),
               "output",
               at + settle,
               got.size(),
               [&](std::size_t n) { return is_near(after, n); });
}

//! Each call of the device may fail, and fail again soon after.
inline void expect_same_whatever_fails(const std::string& why,
                                       const std::function<blocks()>& make)
{
    const auto want = run(make(), host_source(), true).samples;
    for (const char* call : device_calls())
        for (const int nth : { 1, 3, 8, 30 })
            for (const bool is_source_ours : { false, true }) {
                forget_orders(fake());
                const auto row = make();
                const auto source = is_source_ours ? device_source() : host_source();
                fake().calls.fail(call, nth);
                fake().calls.fail(call, nth + 3);
                expect_same(fmt::format("{}, {}, {} of the run", why, call, nth),
                            want,
                            run(row, source).samples);
            }
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_SAMPLE_CHAIN_H */
