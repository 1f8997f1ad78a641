/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_FILTER_BANK_BLOCK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_FILTER_BANK_BLOCK_H

#include "blocks/chains/chained_stream.h"
#include "blocks/channels/channel_arguments.h"
#include "blocks/running/stream_block.h"
#include "blocks/scheduler/ring_memory.h"
#include "blocks/scheduler/thread_argument.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gpufft/error.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief What channelizers and synthesizers have in common: taps of a prototype filter,
//! a map of channels, threads
template <class interface, class stream_type>
class filter_bank_block : public stream_block<interface, stream_type>
{
public:
    void set_taps(const std::vector<float>& taps) override
    {
        this->refusals().change("set_taps", [&] { take_taps(taps); });
    }
    void print_taps() override { print_branches(this->taps()); }

    void set_channel_map(const std::vector<int>& map) override
    {
        this->refusals().change("set_channel_map", [&] { take_map(map); });
    }
    std::vector<int> channel_map() const override { return this->stream().current_map(); }

    void set_nthreads(int n) override
    {
        this->refusals().change("set_nthreads", [&] {
            check_threads(n);
            d_nthreads = n;
            this->stream().set_threads(n);
        });
    }
    int nthreads() const override { return d_nthreads; }

    bool stop() override
    {
        this->stream().stop();
        return true;
    }

protected:
    //! \param points  channels that a map may name
    //! \param values  of a vector, which every map then has; 0: streams carry channels
    template <class request_type>
    filter_bank_block(const request_type& request,
                      const std::vector<int>& map,
                      int points,
                      std::size_t values,
                      int nthreads,
                      const std::string& device)
        : stream_block<interface, stream_type>(request, map, values > 0, device),
          d_points(points),
          d_values(values),
          d_nthreads(nthreads)
    {
        this->messages().on("taps",
                            [this](const auto& value) { take_taps(floats_of(value)); });
        this->messages().on("channel_map",
                            [this](const auto& value) { take_map(map_in(value)); });
    }

    int points() const { return d_points; }

    //! The flowgraph's buffers; those to lock are on sides that are one stream, or
    //! vectors.
    chain_rings rings() const
    {
        auto& detail = *this->detail();
        chain_rings all;
        for (unsigned i = 0; i < static_cast<unsigned>(detail.ninputs()); ++i)
            all.in.push_back(detail.input(i).get());
        for (unsigned i = 0; i < static_cast<unsigned>(detail.noutputs()); ++i)
            all.out.push_back(detail.output(i).get());
        if (detail.ninputs() == 1)
            all.to_lock.push_back(detail.input(0)->buffer().get());
        if (detail.noutputs() == 1)
            all.to_lock.push_back(all.out[0]);
        return all;
    }

    //! Outputs of a channel, or rows of channels, that the scheduler offers to a call at
    //! most, half of each ring; 0: a ring does not stay where it is from call to call.
    //! \param of_items, items  so many come of so many items of each input
    //! \param out_items  of each output for one of them
    std::size_t offered(int of_items, int items, int out_items) const
    {
        auto& detail = *this->detail();
        auto least = std::numeric_limits<std::size_t>::max();
        const auto look_at = [&](gr::buffer& ring, int of, int wanted) {
            const auto half = static_cast<std::size_t>(ring.bufsize()) / 2;
            least = stays_in_place(ring) ? std::min(least,
                                                    half * static_cast<std::size_t>(of) /
                                                        static_cast<std::size_t>(wanted))
                                         : 0;
        };
        for (int i = 0; i < detail.ninputs(); ++i)
            look_at(*detail.input(static_cast<unsigned>(i))->buffer(), of_items, items);
        for (int i = 0; i < detail.noutputs(); ++i)
            look_at(*detail.output(static_cast<unsigned>(i)), 1, out_items);
        return least;
    }

    //! Whether the map suits so many \p streams that carry channels, which are known from
    //! now on. What does not is logged.
    bool suits_streams(int streams)
    {
        d_streams = d_values ? 0 : streams;
        try {
            check_map(channel_map());
        } catch (const ::gpufft::plan_error& e) {
            this->d_logger->error("{}", e.what());
            return false;
        }
        return true;
    }

private:
    //! Throws unless \p map suits the block; once its topology is known, that too.
    void check_map(const std::vector<int>& map) const
    {
        check_map_of(map, d_points, d_values, d_streams);
    }
    void take_taps(const std::vector<float>& taps)
    {
        this->stream().set_taps(widened(taps));
    }
    void take_map(const std::vector<int>& map)
    {
        const auto wanted = all_channels_unless(map, d_points);
        check_map(wanted);
        this->stream().set_map(wanted);
    }

    const int d_points;
    const std::size_t d_values;
    std::atomic<int> d_nthreads;
    std::atomic<int> d_streams{ 0 }; //!< that carry a channel each
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_FILTER_BANK_BLOCK_H */
