/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_STREAM_READERS_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_STREAM_READERS_H

#include "blocks/chains/filter_banks.h"
#include <gnuradio/gpufft/null_sink.h>

//! A block of several outputs on a fake GPU, and what may read each of them.
namespace gpufft::testing {

enum class reader { device, host, device_and_host, nothing };
using readers = std::vector<reader>;

struct streams_outcome {
    std::vector<std::vector<gr_complex>> samples; //!< of each sink
    std::vector<gr::tag_t> tags;                  //!< of the last one
    std::string buffers;                          //!< as the block says
};

//! What reads the streams of a block, through a filter each where a device does.
class read_streams
{
public:
    //! \param is_apart  the host is behind the block
    read_streams(gr::top_block_sptr graph,
                 const gr::block_sptr& streams,
                 const readers& by,
                 bool is_apart)
        : d_graph(std::move(graph)), d_is_apart(is_apart)
    {
        d_graph->msg_connect(streams, "status", d_heard, "store");
        for (std::size_t i = 0; i < by.size(); ++i)
            connect(streams, static_cast<int>(i), by[i]);
    }

    //! \p port of \p from to \p to, or to a copy on the host before that.
    void link(const gr::basic_block_sptr& from, int port, const gr::basic_block_sptr& to)
    {
        if (!d_is_apart) {
            d_graph->connect(from, port, to, 0);
            return;
        }
        const auto copy = feed().host();
        d_graph->connect(from, port, copy, 0);
        d_graph->connect(copy, 0, to, 0);
    }

    //! Once the graph has run.
    streams_outcome outcome() const
    {
        streams_outcome all;
        for (const auto& each : d_sinks)
            all.samples.push_back(each->data());
        if (!d_sinks.empty())
            all.tags = d_sinks.back()->tags();
        all.buffers = buffers_of(*d_heard);
        return all;
    }

private:
    void connect(const gr::block_sptr& streams, int port, reader by)
    {
        if (by == reader::nothing) {
            const auto none = gr::gpufft::null_sink::make(sizeof(gr_complex));
            d_graph->connect(streams, port, none, 0);
            return;
        }
        if (by != reader::host) {
            const auto filter = make_filter(7 + port);
            link(streams, port, filter);
            sink_of(filter, 0);
        }
        if (by != reader::device)
            sink_of(streams, port);
    }
    void sink_of(const gr::basic_block_sptr& from, int port)
    {
        d_sinks.push_back(gr::blocks::vector_sink_c::make());
        d_graph->connect(from, port, d_sinks.back(), 0);
    }

    gr::top_block_sptr d_graph;
    const bool d_is_apart;
    gr::blocks::message_debug::sptr d_heard = gr::blocks::message_debug::make();
    std::vector<gr::blocks::vector_sink_c::sptr> d_sinks;
};

//! A block of one input. \param is_first the block has the source's samples, else those
//! of a filter. \param is_apart  the host is before and behind the block
class streams_flow
{
public:
    streams_flow(const gr::basic_block_sptr& source,
                 const gr::block_sptr& streams,
                 const readers& by,
                 bool is_apart,
                 bool is_first = false)
        : d_readers(d_graph, streams, by, is_apart)
    {
        const auto filter = is_first ? source : make_filter(33);
        if (!is_first)
            d_graph->connect(source, 0, filter, 0);
        d_readers.link(filter, 0, streams);
    }

    const gr::top_block_sptr& graph() const { return d_graph; }

    streams_outcome run()
    {
        d_graph->run();
        return d_readers.outcome();
    }

private:
    gr::top_block_sptr d_graph = gr::make_top_block("qa_stream_readers");
    read_streams d_readers;
};

inline void expect_same_streams(const std::string& why,
                                const streams_outcome& want,
                                const streams_outcome& got)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, want.samples.size(), got.samples.size());
    for (std::size_t i = 0; i < want.samples.size(); ++i)
        expect_same(fmt::format("{}, sink {}", why, i), want.samples[i], got.samples[i]);
}

inline void expect_same_tags(const streams_outcome& want, const streams_outcome& got)
{
    CPPUNIT_ASSERT(!want.tags.empty());
    expect_same_tags("tags", want.tags, got.tags);
}

//! expect_change() of each stream.
inline void expect_change(const std::string& why,
                          const streams_outcome& before,
                          const streams_outcome& after,
                          const streams_outcome& got)
{
    constexpr std::size_t SETTLE = 16; // of the filters behind
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, before.samples.size(), got.samples.size());
    for (std::size_t i = 0; i < got.samples.size(); ++i)
        expect_change(fmt::format("{}: stream {}", why, i),
                      before.samples[i],
                      after.samples[i],
                      got.samples[i],
                      SETTLE);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_STREAM_READERS_H */
