/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_SAMPLE_CHAIN_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_SAMPLE_CHAIN_H

#include "blocks/chains/chain_flowgraph.h"
#include <gnuradio/gpufft/vector_source.h>
#include <gnuradio/sync_block.h>
#include <cppunit/TestAssert.h>
#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

//! Blocks in a row that samples go through, on a fake GPU or with the host between them.
namespace gpufft::testing {

constexpr int SAMPLES = 60000;
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

template <class block>
std::shared_ptr<block> with_short_ring(std::shared_ptr<block> made)
{
    made->set_max_output_buffer(RING_SAMPLES);
    return made;
}

//! The block of the host, which no item stays on a device behind.
class host_copy : public gr::sync_block
{
public:
    explicit host_copy(int samples)
        : gr::sync_block("host_copy",
                         gr::io_signature::make(
                             1, 1, samples * static_cast<int>(sizeof(gr_complex))),
                         gr::io_signature::make(
                             1, 1, samples * static_cast<int>(sizeof(gr_complex)))),
          d_samples(samples)
    {
        set_max_output_buffer(RING_SAMPLES / samples);
    }
    int work(int count, gr_vector_const_void_star& in, gr_vector_void_star& out) override
    {
        const auto* from = static_cast<const gr_complex*>(in[0]);
        std::copy(from,
                  from + static_cast<std::ptrdiff_t>(count) * d_samples,
                  static_cast<gr_complex*>(out[0]));
        return count;
    }

private:
    const int d_samples;
};

//! Samples of an item that \p block puts out.
inline int samples_out(gr::block& block)
{
    return block.output_signature()->sizeof_stream_item(0) /
           static_cast<int>(sizeof(gr_complex));
}

//! Calls \p act once it has let so many samples pass.
class acting_source : public gr::sync_block
{
public:
    acting_source(int at, std::function<void()> act)
        : gr::sync_block("acting_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, sizeof(gr_complex))),
          d_data(tones()),
          d_at(at),
          d_act(std::move(act))
    {
        set_max_output_buffer(RING_SAMPLES);
    }
    int work(int count, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        count = std::min({ count, 999, static_cast<int>(d_data.size()) - d_sent });
        if (count == 0)
            return WORK_DONE;
        std::copy_n(d_data.begin() + d_sent, count, static_cast<gr_complex*>(out[0]));
        d_sent += count;
        if (d_act && d_sent >= d_at)
            std::exchange(d_act, nullptr)();
        return count;
    }

private:
    const std::vector<gr_complex> d_data;
    const int d_at;
    std::function<void()> d_act;
    int d_sent = 0;
};

inline gr::basic_block_sptr host_source(const std::vector<gr::tag_t>& tags = {})
{
    const auto result = gr::blocks::vector_source_c::make(tones(), false, 1, tags);
    if (tags.empty()) {
        result->set_max_output_buffer(RING_SAMPLES);
        result->set_max_noutput_items(999);
    }
    return result;
}

inline gr::basic_block_sptr device_source()
{
    return with_short_ring(
        gr::gpufft::vector_source_c::make(tones(), false, 1, "fake:0"));
}

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
            last = gnuradio::make_block_sptr<host_copy>(samples_out(*each));
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

inline void expect_same(const std::string& why,
                        const std::vector<gr_complex>& want,
                        const std::vector<gr_complex>& got)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, want.size(), got.size());
    float largest = 0;
    for (const auto& each : want)
        largest = std::max(largest, std::abs(each));
    for (std::size_t i = 0; i < want.size(); ++i)
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: output {}", why, i),
                               std::abs(want[i] - got[i]) < 1e-5F * largest);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_SAMPLE_CHAIN_H */
