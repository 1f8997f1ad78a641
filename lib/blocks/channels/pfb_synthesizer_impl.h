/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_SYNTHESIZER_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_SYNTHESIZER_IMPL_H

#include "blocks/chains/chain_block.h"
#include "blocks/channels/filter_bank_block.h"
#include "blocks/channels/synthesizer_stream.h"
#include <gnuradio/gpufft/pfb_synthesizer_ccf.h>
#include <gnuradio/gpufft/pfb_synthesizer_vccf.h>
#include <type_traits>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief Both synthesizers: \p interface is the block's public class
template <class interface>
class pfb_synthesizer_impl
    : public filter_bank_block<chain_block<interface>, synthesizer_stream>
{
public:
    static constexpr bool HAS_VECTORS = std::is_same_v<interface, pfb_synthesizer_vccf>;

    pfb_synthesizer_impl(const ::gpufft::synthesizer_request& request,
                         const std::vector<int>& map,
                         int nthreads,
                         const std::string& device);

    std::vector<std::vector<float>> taps() const override;

    std::shared_ptr<::gpufft::device> chain_device() const override
    {
        return this->stream().may_read(this->rings().in) ? this->stream().chain_device()
                                                         : nullptr;
    }
    bool keeps_output_there() const override { return may_chain(); }
    bool needs_host_copy() const override { return !may_chain(); } // the rows before
    bool bring_to_host() override { return this->stream().bring_to_host(); }
    void readers_got_on() override { this->stream().ends().tell_writer(); }
    void save_output() override { this->stream().ends().save_output(); }

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    bool stop() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

private:
    std::string buffers() const override { return this->stream().ends().text(); }
    bool may_chain() const { return this->stream().may_chain(this->rings().in); }

    const int d_channels;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_PFB_SYNTHESIZER_IMPL_H */
