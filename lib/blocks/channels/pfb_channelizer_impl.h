/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_CHANNELIZER_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_CHANNELIZER_IMPL_H

#include "blocks/channels/channelizer_stream.h"
#include "blocks/messages/block_messages.h"
#include "blocks/messages/live_refusals.h"
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/gpufft/pfb_channelizer_vccf.h>
#include <type_traits>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief Both channelizers: \p interface is the block's public class
template <class interface>
class pfb_channelizer_impl : public interface
{
public:
    static constexpr bool HAS_VECTORS = std::is_same_v<interface, pfb_channelizer_vccf>;

    pfb_channelizer_impl(const ::gpufft::channelizer_request& request,
                         const std::vector<int>& map,
                         int nthreads,
                         const std::string& device);

    void set_taps(const std::vector<float>& taps) override;
    std::vector<std::vector<float>> taps() const override;
    void print_taps() override;
    void set_channel_map(const std::vector<int>& map) override;
    std::vector<int> channel_map() const override { return d_stream.current_map(); }
    void set_nthreads(int n) override;
    int nthreads() const override { return d_nthreads; }

    std::string device_name() const override { return d_stream.device_name(); }
    std::string plan_line() const override { return d_stream.plan_line(); }
    int queue_depth() const override { return 0; } // work() waits for all that it sends
    double gsps() const override { return d_stream.gsps(); }
    bool logs_refusal(const std::string& why) override { return d_refusals.log(why); }

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    bool stop() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

private:
    //! Throws unless \p map suits the block; once its topology is known, that too.
    void check_map(const std::vector<int>& map) const;
    void take_taps(const std::vector<float>& taps);
    void take_map(const std::vector<int>& map);
    void carry_tags(std::size_t inputs, std::size_t streams, int consumed);
    block_status status() const;

    const int d_channels;
    const int d_hop;
    const int d_period;
    const std::size_t d_values; //!< of a vector, where there are any
    std::atomic<int> d_nthreads;
    std::atomic<int> d_streams{ 0 }; //!< that go out
    channelizer_stream d_stream;
    block_messages d_messages;
    live_refusals d_refusals;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_CHANNELIZER_IMPL_H */
