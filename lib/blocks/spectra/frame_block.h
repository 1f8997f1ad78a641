/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_FRAME_BLOCK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_FRAME_BLOCK_H

#include "blocks/chains/chain_member.h"
#include "blocks/messages/block_messages.h"
#include "blocks/messages/live_refusals.h"
#include "blocks/spectra/spectrum_stream.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/gpufft/device_block.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief What the scheduler calls, for a block that makes something of the frames of a
 * stream, and what all such blocks say of themselves
 *
 * A class derived from this one and from the block's public class makes gr::block.
 */
class frame_block : virtual public device_block, public chain_member
{
public:
    frame_block(const spectrum_settings& s, const std::string& device);

    std::string device_name() const override { return d_stream.device_name(); }
    std::string plan_line() const override { return d_stream.plan_line(); }
    int queue_depth() const override { return d_stream.queue_depth(); }
    double gsps() const override { return d_stream.gsps(); }

    std::shared_ptr<::gpufft::device> chain_device() const override
    {
        return d_stream.chain_device();
    }
    bool keeps_output_there() const override { return false; }
    bool bring_to_host() override { return true; } // always there

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    bool stop() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

    bool logs_refusal(const std::string& why) override { return d_refusals.log(why); }

protected:
    //! For setters: settings with \p change, or what is wrong with it is thrown, or
    //! logged once the flowgraph has started.
    void set(const spectrum_changes::edit& change);
    //! Calls \p action; what it throws goes the same way.
    void attempt(const std::function<void()>& action);

    spectrum_settings settings() const { return d_stream.changes().settings(); }
    spectrum_changes& changes() { return d_stream.changes(); }
    block_messages& messages() { return d_messages; }

private:
    block_status status() const;
    std::vector<gr::tag_t> new_tags(std::uint64_t samples_end);

    const std::uint64_t d_items_per_sample; // 2: I and Q are items of their own
    spectrum_stream d_stream;
    block_messages d_messages;
    live_refusals d_refusals;
    std::weak_ptr<gr::block_detail> d_last_run; // the scheduler's, of the last start()
    std::uint64_t d_first_item = 0;             // read before start()
    std::uint64_t d_shown_items = 0;            // whose tags the stream has seen
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_FRAME_BLOCK_H */
