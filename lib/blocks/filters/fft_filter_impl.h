/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FFT_FILTER_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FFT_FILTER_IMPL_H

#include "blocks/chains/chain_block.h"
#include "blocks/filters/filter_stream.h"
#include "blocks/messages/block_messages.h"
#include "blocks/messages/live_refusals.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/gpufft/fft_filter_bcc.h>
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/fft_filter_ccf.h>
#include <gnuradio/gpufft/fft_filter_fff.h>
#include <gnuradio/gpufft/fft_filter_scc.h>
#include <gnuradio/gpufft/freq_xlating_fft_filter_ccc.h>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief The drop-in filters: \p interface is the block's public class, \p tap what its
//! taps are
template <class interface, class tap>
class fft_filter_impl : public chain_block<interface>
{
public:
    fft_filter_impl(const ::gpufft::filter_request& request,
                    int nthreads,
                    const std::string& device);

    void set_taps(const std::vector<tap>& taps) override;
    std::vector<tap> taps() const override;
    void set_nthreads(int n) override;
    int nthreads() const override { return d_nthreads; }

    std::string device_name() const override { return d_stream.device_name(); }
    std::string plan_line() const override { return d_stream.plan_line(); }
    int queue_depth() const override { return d_stream.queue_depth(); }
    double gsps() const override { return d_stream.gsps(); }
    bool logs_refusal(const std::string& why) override { return d_refusals.log(why); }

    std::shared_ptr<::gpufft::device> chain_device() const override
    {
        return d_stream.chain_device();
    }
    bool keeps_output_there() const override { return may_chain(); }
    bool needs_host_copy() const override { return !may_chain(); } // the samples before
    bool bring_to_host() override { return d_stream.bring_to_host(); }
    void readers_got_on() override { d_stream.ends().tell_writer(); }
    void save_output() override { d_stream.ends().save_output(); }

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    bool stop() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

protected:
    filter_stream& stream() { return d_stream; }
    block_messages& messages() { return d_messages; }
    live_refusals& refusals() { return d_refusals; }

private:
    block_status status() const;
    void carry_tags_of_parts(int consumed);
    bool may_chain() const
    {
        return d_stream.may_chain({ this->detail()->input(0).get() });
    }

    const int d_decimation;
    std::atomic<int> d_nthreads;
    filter_stream d_stream;
    block_messages d_messages;
    live_refusals d_refusals;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FFT_FILTER_IMPL_H */
