/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_DEVICE_BLOCK_H
#define INCLUDED_GR_GPUFFT_DEVICE_BLOCK_H

#include <gnuradio/block.h>
#include <gnuradio/gpufft/api.h>
#include <cstdint>
#include <memory>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief What every block that computes on a device says of itself
 * \ingroup gpufft
 *
 * Each may be asked from any thread while the flowgraph runs. ControlPort has the same
 * under the same names, and so has the block's message port "status": it is a dictionary
 * of these and "event", one of "started", "fallback" and "failed", both with a "reason",
 * and "status", the answer to the message "status" at port "command".
 *
 * When a device fails, the block logs why and goes on with another one from the first
 * item that it has not finished; just where no device is left it ends its stream.
 */
class GPUFFT_API device_block : virtual public gr::block
{
public:
    typedef std::shared_ptr<device_block> sptr;

    virtual std::string device_name() const = 0; //!< "opencl:0 (NVIDIA H200)"
    virtual std::string plan_line() const = 0;   //!< the plan in one line

    //! Pieces of the stream that the device has and has not given back.
    virtual int queue_depth() const = 0;
    //! 10^9 input samples in a second, over the last second or so; 0 when idle.
    virtual double gsps() const = 0;
    //! Samples lost: 0. The block waits instead, and its source may drop them.
    virtual std::uint64_t dropped() const { return 0; }

    /*!
     * \brief What a setter does with a value that it refuses, and the reason \p why
     *
     * Once the flowgraph has started it is logged and what was set stays: the callers of
     * setters are callbacks then, and most end the program at an exception. True. Before,
     * nothing is done: false, and the setter throws.
     */
    virtual bool logs_refusal(const std::string& why) = 0;

    void setup_rpc() override;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_DEVICE_BLOCK_H */
