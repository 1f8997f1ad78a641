/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_STREAM_BLOCK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_STREAM_BLOCK_H

#include "blocks/messages/block_messages.h"
#include "blocks/messages/live_refusals.h"
#include <gnuradio/logger.h>
#include <type_traits>
#include <string>
#include <utility>

namespace gr {
namespace gpufft {

/*!
 * \brief A block whose samples go through one processor of the engine
 *
 * \p interface is the block's public class. \p stream is the processor, a device_stream
 * or what has the same members; its events become messages of the block.
 */
template <class interface, class stream_type>
class stream_block : public interface
{
public:
    std::string device_name() const override { return d_stream.device_name(); }
    std::string plan_line() const override { return d_stream.plan_line(); }
    int queue_depth() const override { return d_stream.queue_depth(); }
    double gsps() const override { return d_stream.gsps(); }
    bool logs_refusal(const std::string& why) override { return d_refusals.log(why); }

protected:
    //! The stream is made of \p arguments and the block's logger.
    template <class... types>
    explicit stream_block(const types&... arguments)
        : d_stream(make_stream(arguments...)),
          d_messages(this, this->d_logger, [this] { return status(); }),
          d_refusals(this->d_logger)
    {
        d_stream.on_event([this](const auto& event, const auto& reason) {
            d_messages.publish(event, reason);
        });
    }

    stream_type& stream() { return d_stream; }
    const stream_type& stream() const { return d_stream; }
    block_messages& messages() { return d_messages; }
    live_refusals& refusals() { return d_refusals; }
    //! How the device comes by the rings, for the status; "": that is not said.
    virtual std::string buffers() const { return {}; }

private:
    //! A stream that takes two loggers has the second one for what users seldom want.
    template <class... types>
    stream_type make_stream(const types&... arguments)
    {
        using log = gr::logger_ptr;
        if constexpr (std::is_constructible_v<stream_type, const types&..., log, log>)
            return stream_type(arguments..., this->d_logger, this->d_debug_logger);
        else
            return stream_type(arguments..., this->d_logger);
    }
    block_status status() const
    {
        block_status s;
        s.device = device_name();
        s.plan = plan_line();
        s.queue_depth = static_cast<std::size_t>(queue_depth());
        s.gsps = gsps();
        s.dropped = this->dropped();
        s.buffers = buffers();
        return s;
    }

    stream_type d_stream;
    block_messages d_messages;
    live_refusals d_refusals;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_STREAM_BLOCK_H */
