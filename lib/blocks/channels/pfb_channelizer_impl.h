/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_CHANNELIZER_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_CHANNELIZER_IMPL_H

#include "blocks/channels/channelizer_stream.h"
#include "blocks/channels/filter_bank_block.h"
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/gpufft/pfb_channelizer_vccf.h>
#include <type_traits>
#include <cstddef>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief Both channelizers: \p interface is the block's public class
template <class interface>
class pfb_channelizer_impl : public filter_bank_block<interface, channelizer_stream>
{
public:
    static constexpr bool HAS_VECTORS = std::is_same_v<interface, pfb_channelizer_vccf>;

    pfb_channelizer_impl(const ::gpufft::channelizer_request& request,
                         const std::vector<int>& map,
                         int nthreads,
                         const std::string& device);

    std::vector<std::vector<float>> taps() const override;

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

private:
    void carry_tags(std::size_t inputs, std::size_t streams, int consumed);

    const int d_hop;
    const int d_period;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_CHANNELIZER_IMPL_H */
