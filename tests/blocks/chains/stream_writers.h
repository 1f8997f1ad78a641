/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_STREAM_WRITERS_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_STREAM_WRITERS_H

#include "blocks/chains/filter_banks.h"
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>

//! What may write the streams that a block of several inputs reads on a fake GPU.
namespace gpufft::testing {

enum class writer {
    channelizer,
    filter,
    host,
    shared_host //!< which another block on the device reads, too
};
using writers = std::vector<writer>;

//! \p by with the host before and behind the block.
inline writers all_by_host(const writers& by) { return writers(by.size(), writer::host); }

//! Streams from \p source, of a channelizer, \p step samples for an item of each.
class written_streams
{
public:
    written_streams(gr::top_block_sptr graph,
                    const gr::basic_block_sptr& source,
                    writers by,
                    int step)
        : d_graph(std::move(graph)), d_by(std::move(by)), d_step(step)
    {
        const auto streams = static_cast<int>(d_by.size());
        d_channelizer = gr::gpufft::pfb_channelizer_ccf::make(
            static_cast<unsigned>(streams),
            prototype(50),
            static_cast<float>(streams) / static_cast<float>(step),
            1,
            "fake:0");
        d_channelizer->set_max_output_buffer(RING_SAMPLES / d_step);
        d_graph->connect(source, 0, d_channelizer, 0);
    }

    void connect(const gr::basic_block_sptr& to)
    {
        for (std::size_t i = 0; i < d_by.size(); ++i)
            connect(static_cast<int>(i), d_by[i], to);
    }

private:
    gr::basic_block_sptr make_filter_of(int taps) const
    {
        const auto filter = gr::gpufft::fft_filter_ccc::make(
            1, std::vector<gr_complex>(static_cast<std::size_t>(taps), 1), 0, "fake:0");
        filter->set_max_output_buffer(RING_SAMPLES / d_step);
        return filter;
    }
    void connect(int i, writer by, const gr::basic_block_sptr& to)
    {
        if (by == writer::channelizer) {
            d_graph->connect(d_channelizer, i, to, i);
            return;
        }
        auto last = make_filter_of(1);
        d_graph->connect(d_channelizer, i, last, 0);
        if (by != writer::filter) {
            const auto copy =
                gnuradio::make_block_sptr<host_copy>(1, RING_SAMPLES / d_step);
            d_graph->connect(last, 0, copy, 0);
            last = copy;
        }
        if (by == writer::shared_host) {
            const auto other = make_filter_of(3);
            d_graph->connect(last, 0, other, 0);
            const auto sink = gr::blocks::vector_sink_c::make();
            d_graph->connect(other, 0, sink, 0);
        }
        d_graph->connect(last, 0, to, i);
    }

    gr::top_block_sptr d_graph;
    const writers d_by;
    const int d_step;
    gr::gpufft::pfb_channelizer_ccf::sptr d_channelizer;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_STREAM_WRITERS_H */
