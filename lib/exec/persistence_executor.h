/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_PERSISTENCE_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_PERSISTENCE_EXECUTOR_H

#include "exec/level_histogram.h"
#include "exec/locked_memory.h"
#include "plan/power.h"
#include <gpufft/window_taps.h>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! What stays as it is while a persistence_executor lives.
struct persistence_request {
    std::int64_t length = 1024;
    std::int64_t hop = 1024;
    std::int64_t levels = 256;
};

//! Frames that lie one after the other, and where they are counted.
struct persistence_batch {
    const void* samples = nullptr; //!< complex: (frames - 1) * hop + length of them
    std::size_t frames = 0;        //!< 1 .. max_frames()
    level_scale scale;
    double keep = 1;      //!< of what was counted before these frames; 0: nothing
    float* out = nullptr; //!< where the histogram [levels][length] goes; none: nowhere
};

/*!
 * \brief Batches of frames in flight, in order, counted into one histogram of powers
 *
 * The histogram stays on the device, from submission to submission, and comes to the host
 * with each, so that it survives the device. One thread at a time; set_window() may come
 * from any.
 */
class persistence_executor
{
public:
    /*!
     * Builds the kernels and runs each once, so that the first submission finds
     * everything compiled and right.
     * \throws plan_error, build_error, device_error
     */
    persistence_executor(const persistence_request& what,
                         const window_taps& window, //!< `length` taps
                         const std::string& device,
                         int depth = 4);
    ~persistence_executor(); //!< waits for what is in flight

    //! Takes effect at the next submit(). \throws plan_error  not `length` taps
    void set_window(const window_taps& taps);

    std::size_t max_frames() const; //!< of one submission
    std::size_t depth() const;
    std::size_t in_flight() const;
    bool can_submit() const { return in_flight() < depth(); }

    //! Memory of the flowgraph, to copy without staging.
    locked_memory& locked();

    //! \p batch's memory stays valid until wait_oldest() has returned for it.
    void submit(const persistence_batch& batch);
    //! Waits for the oldest submission. \return its frames; 0: nothing is in flight
    std::size_t wait_oldest();

    //! The histogram after the last submission that was waited for, also where others
    //! have failed since; empty: none was.
    std::vector<float> state() const;
    //! What the next submission goes on from; nothing is in flight.
    void set_state(const std::vector<float>& histogram);

    std::string device_name() const;
    std::string plan_line() const;

private:
    struct parts;
    std::unique_ptr<parts> d_parts;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_PERSISTENCE_EXECUTOR_H */
