/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_TUNER_H
#define INCLUDED_GR_GPUFFT_TUNER_H

#include <gnuradio/block.h>
#include <gnuradio/gpufft/api.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Finds faster plans for the blocks beside it, while the flowgraph runs
 * \ingroup gpufft
 *
 * No stream ports, and its message ports need no connection: it works on all blocks of
 * this module in the process, for as long as it exists.
 *
 * Blocks that name no device (""; "auto") take the tuner's, and all take its effort:
 * those that are made after it at once, others when the flowgraph starts. Of several
 * tuners the newest counts.
 *
 * When it is made, the tuner probes its device, where that was not done before, in about
 * a second. While any of these blocks runs it searches, in a thread of low priority, the
 * transforms of the blocks that run and those that are listed, one after the other. What
 * was searched before with that effort is left out. Of spectrum blocks it is the plain
 * transform of a frame, whose stages their own kernels take. The winner is kept as
 * wisdom; the blocks begin with what was known when they were made, and change over to it
 * between two pieces of the stream: no item is lost, or computed by both. What is under
 * way when the flowgraph ends is given up, and goes on from what was timed with the next
 * one.
 *
 * Messages out, port "results": dictionaries with "event",
 *
 *     "probed"    device, and what was measured, as `gpufft devices --probe` names it
 *     "progress"  device, transform, before_us, after_us (the best so far; 0: not known),
 *                 plans (that were timed), spent_s, budget_s; a few a second
 *     "result"    device, transform, plan, before_us, after_us, plans, blocks (that have
 *                 changed over)
 *     "known"     device, transform, plan, before_us, after_us: left out
 *     "failed"    device, transform, reason
 *     "done"      nothing is left to search
 *     "stopped"   what is left is left out
 *
 * Times are those of a call of many rows, before by the planner's plan.
 *
 * Messages in, port "command": "tune" with null searches all of them again; with a
 * transform, or a list of them, these. "stop" ends the search, with the best so far.
 */
class GPUFFT_API tuner : virtual public gr::block
{
public:
    typedef std::shared_ptr<tuner> sptr;

    /*!
     * \param device      "auto", or a line of `gpufft devices`, e.g. "cuda:0"
     * \param effort      "measure"; "exhaustive" for many times as many plans, which
     *                    needs a larger budget; "estimate" and "wisdom" search nothing
     * \param transforms  to search besides those of the blocks: shapes, "4096" or
     *                    "64x64", for a forward c2c, or what `gpufft plan` prints before
     *                    the colon, "r2c forward 1000"
     * \param budget_s    seconds for each transform, > 0
     * \param enabled     false: nothing is searched
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device
     */
    static sptr make(const std::string& device = "auto",
                     const std::string& effort = "measure",
                     const std::vector<std::string>& transforms = {},
                     double budget_s = 10,
                     bool enabled = true);

    //! Safe while running: false ends the search, with the best so far.
    virtual void set_enabled(bool enabled) = 0;
    virtual bool enabled() const = 0;

    //! What a setter of Python does with a value that it cannot take, as
    //! device_block::logs_refusal() says.
    virtual bool logs_refusal(const std::string& why) = 0;

    //! As commands "tune" and "stop".
    //! \throws plan_error  there is no such transform, or nothing is to be searched
    virtual void tune(const std::vector<std::string>& transforms = {}) = 0;
    virtual void stop_tuning() = 0;

    virtual std::string device_name() const = 0; //!< "opencl:0 (NVIDIA H200)"
    virtual std::string effort() const = 0;
    virtual double budget_s() const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_TUNER_H */
