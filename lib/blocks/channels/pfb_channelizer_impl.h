/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_CHANNELIZER_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_CHANNELIZER_IMPL_H

#include "blocks/chains/chain_block.h"
#include "blocks/channels/channelizer_stream.h"
#include "blocks/channels/filter_bank_block.h"
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/gpufft/pfb_channelizer_vccf.h>
#include <type_traits>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief Both channelizers: \p interface is the block's public class
template <class interface>
class pfb_channelizer_impl
    : public filter_bank_block<chain_block<interface>, channelizer_stream>
{
public:
    static constexpr bool HAS_VECTORS = std::is_same_v<interface, pfb_channelizer_vccf>;

    pfb_channelizer_impl(const ::gpufft::channelizer_request& request,
                         const std::vector<int>& map,
                         int nthreads,
                         const std::string& device);

    std::vector<std::vector<float>> taps() const override;

    std::shared_ptr<::gpufft::device> chain_device() const override
    {
        return this->stream().may_read(this->rings().in) ? this->stream().chain_device()
                                                         : nullptr;
    }
    bool keeps_output_there() const override
    {
        return this->stream().keeps_output_there() && may_chain();
    }
    bool needs_host_copy() const override { return !may_chain(); } // the samples before
    bool bring_to_host() override { return this->stream().bring_to_host(); }
    void readers_got_on() override { this->stream().ends().tell_writer(); }
    void save_output() override { this->stream().ends().save_output(); }

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

private:
    std::string buffers() const override { return this->stream().ends().text(); }
    bool may_chain() const { return this->stream().may_chain(this->rings().in); }
    void carry_tags(const chain_progress& done);

    const int d_hop;
    const int d_period;
    int d_items = 1; //!< of each input for a period
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_CHANNELIZER_IMPL_H */
