/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_BLOCK_MESSAGES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_BLOCK_MESSAGES_H

#include "blocks/messages/command_port.h"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! What a block says of itself: by message, by getter, by performance counter.
struct block_status {
    std::string device;          //!< "cuda:0 (NVIDIA H200)"
    std::string plan;            //!< its line
    std::size_t queue_depth = 0; //!< submissions in flight
    double gsps = 0;             //!< 10^9 samples in a second, over the last second or so
    std::uint64_t dropped = 0;   //!< samples: always 0, the block waits instead
    std::string buffers; //!< "input page-locked in place, output resident"; may be ""
};

/*!
 * \brief The message ports every block of ours has
 *
 * In, "command": as command_port has it. "status" (any value) asks for a status message.
 *
 * Out, "status": a dictionary with "event" ("status", "started", "fallback", "failed"),
 * "device", "plan", "queue_depth", "gsps", "dropped", and "buffers" and "reason"
 * where there are any.
 */
class block_messages
{
public:
    using handler = command_port::handler;

    //! Registers both ports at \p block, which outlives this.
    //! \param status  is called from the block's thread
    block_messages(gr::basic_block* block,
                   gr::logger_ptr logger,
                   std::function<block_status()> status);

    //! Before the flowgraph starts. \p takes throws std::exception to refuse a value.
    void on(const std::string& name, handler takes);

    //! \param more  a dictionary whose items the message has, too, or null
    void publish(const std::string& event,
                 const std::string& reason = "",
                 const pmt::pmt_t& more = pmt::PMT_NIL);

private:
    gr::basic_block* d_block;
    gr::logger_ptr d_logger;
    command_port d_commands;
    std::function<block_status()> d_status;
};

//! The numbers of a vector of any kind or of a list; what set_window() takes.
//! \throws std::exception  it is something else
std::vector<float> floats_of(const pmt::pmt_t& value);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_BLOCK_MESSAGES_H */
