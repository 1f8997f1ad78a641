/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_TRANSFORM_BLOCK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_TRANSFORM_BLOCK_H

#include "blocks/chains/chain_block.h"
#include "blocks/messages/block_messages.h"
#include "blocks/messages/live_refusals.h"
#include "blocks/scheduler/ring_memory.h"
#include "blocks/transforms/row_stream.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/io_signature.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/own_process.h>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief What the scheduler calls, for a block that computes one transform an item
 *
 * \p interface is the block's public class. Where that promises more than device_block
 * does, a class derived from this one keeps the promise.
 */
template <class interface>
class transform_block : public chain_block<interface>
{
public:
    transform_block(const std::string& name, const block_request& request)
        : gr::block(name, input_of(request), output_of(request)),
          d_rows(request, this->d_logger, this->d_debug_logger),
          d_messages(this, this->d_logger, [this] { return status(); }),
          d_refusals(this->d_logger)
    {
        this->set_relative_rate(1, 1);
        d_rows.on_event([this](const auto& event, const auto& reason) {
            d_messages.publish(event, reason);
        });
    }

    std::string device_name() const override { return d_rows.device_name(); }
    std::string plan_line() const override { return d_rows.plan_line(); }
    int queue_depth() const override { return d_rows.queue_depth(); }
    double gsps() const override { return d_rows.gsps(); }

    // The scheduler sizes both our buffers right after this call, at twice the output
    // multiple, and offers half of the output buffer at a time: so the multiple of that
    // moment is what can be in flight. start() puts it back to 1, and a lone item is then
    // computed as soon as it arrives.
    bool check_topology(int, int) override
    {
        ::gpufft::expect_drivers();
        d_rows.follow_defaults();
        this->set_output_multiple(
            sizing_multiple(d_rows.rows_in_flight(this->max_output_buffer(0))));
        return true;
    }

    bool logs_refusal(const std::string& why) override { return d_refusals.log(why); }

    bool start() override
    {
        d_refusals.begin();
        this->set_output_multiple(1);
        d_rows.start(*this->detail()->input(0), *this->detail()->output(0));
        this->begin_tags(d_rows.ends().is_resident());
        return true;
    }

    bool stop() override
    {
        d_rows.stop();
        this->end_tags();
        return true;
    }

    std::shared_ptr<::gpufft::device> chain_device() const override
    {
        return d_rows.chain_device();
    }
    bool bring_to_host() override { return d_rows.bring_to_host(); }
    void readers_got_on() override { d_rows.ends().tell_writer(); }
    void save_output() override { d_rows.ends().save_output(); }

    // One item is enough to be called; general_work() takes what there is.
    void forecast(int, gr_vector_int& ninput_items_required) override
    {
        std::fill(ninput_items_required.begin(), ninput_items_required.end(), 1);
    }

    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override
    {
        chain_view shown;
        shown.in = static_cast<const char*>(input_items[0]);
        shown.rows = ninput_items[0];
        shown.out = static_cast<char*>(output_items[0]);
        shown.space = noutput_items;
        return this->account(d_rows.work(shown), d_rows.ends());
    }

protected:
    // gr::block is a virtual base, so a derived class makes it, with these.
    static gr::io_signature::sptr input_of(const block_request& request)
    {
        return gr::io_signature::make(1, 1, input_row_bytes(request.asked));
    }
    static gr::io_signature::sptr output_of(const block_request& request)
    {
        return gr::io_signature::make(1, 1, output_row_bytes(request.asked));
    }

    //! Has a block that has set_window() obey the message command "window" as well.
    void take_window_commands()
    {
        d_messages.on("window", [this](const auto& value) {
            const auto taps = floats_of(value);
            if (!d_rows.set_window(taps))
                throw ::gpufft::plan_error(fmt::format(
                    "{} taps; give one a point, or none for no window", taps.size()));
        });
    }

    //! What set_window() of such a block does; its contract is to return whether it was
    //! right.
    bool take_window(const std::vector<float>& taps)
    {
        if (d_rows.set_window(taps))
            return true;
        logs_refusal(fmt::format("set_window: {} taps; give one a point, or none for no "
                                 "window",
                                 taps.size()));
        return false;
    }

    block_status status() const
    {
        return { device_name(), plan_line(),     static_cast<std::size_t>(queue_depth()),
                 gsps(),        this->dropped(), d_rows.ends().text() };
    }

    row_stream d_rows;
    block_messages d_messages;
    live_refusals d_refusals;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_TRANSFORM_BLOCK_H */
