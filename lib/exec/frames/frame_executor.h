/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_FRAME_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_FRAME_EXECUTOR_H

#include "exec/frames/average_schedule.h"
#include "exec/memory/locked_memory.h"
#include "exec/memory/ring_mirror.h"
#include <gpufft/transform.h>
#include <gpufft/window_taps.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! What each submission may have anew.
struct spectrum_output {
    double factor = 1; //!< of the mean power |X|^2 of raw sample values; > 0
    //! Factor of bins 0 and length / 2 (of an even length) of real samples beside that
    double edge_factor = 1;
    bool decibels = false;
    bool centered = false;  //!< bin 0 in the middle, at length / 2; complex samples alone
    std::int64_t bins = 0;  //!< fewer for display; 0: all
    bool mean_bins = false; //!< fewer by their mean; else by the highest

    // What follows is for histograms alone.
    double lowest_db = -120; //!< where the levels begin
    double highest_db = 0;   //!< and end
    double fade = 1;         //!< what is left of a count one frame later
};

//! Frames that lie one after the other, and where their averages go.
struct spectrum_batch {
    const void* samples = nullptr; //!< frame_front::samples_of(frames)
    mirror_place on_device;        //!< where the device has them, too
    //! They go on behind the frames of the batch before: what both have need not come
    //! from the host twice.
    bool follows = false;
    std::size_t frames = 0; //!< 1 .. max_linked_frames()
    average how = average::mean;
    double keep = 1;      //!< of exponential: see average_schedule
    bool restarts = true; //!< see average_schedule
    //! Nothing is carried over from earlier frames; nor is it from another kind of
    //! average.
    bool is_fresh = false;
    std::vector<std::uint32_t> ends;   //!< average_schedule::advance()
    std::vector<std::uint64_t> counts; //!< frames each is of (mean alone)
    spectrum_output output;
    float* out = nullptr; //!< [ends.size()][planes][output bins]; see spectrum_request
};

//! An average under way, off the device: what another device can go on from.
struct average_state {
    std::vector<float> powers; //!< empty: nothing accumulated
    std::uint64_t frames = 0;  //!< that it is of
};

/*!
 * \brief Batches of frames in flight, in order: what the blocks that take frames out of a
 * stream need
 *
 * An average is whatever frames become together: a spectrum, or a histogram. The one
 * under way stays on the device, from submission to submission, and comes to the host
 * with each, so that it survives the device. One thread at a time; set_window() may come
 * from any.
 */
class frame_executor
{
public:
    static constexpr int DEFAULT_DEPTH = 4;

    virtual ~frame_executor() = default; //!< waits for what is in flight

    //! Builds what batches of \p how need; from any thread.
    virtual void prepare(average how) = 0;
    //! Takes effect at the next submit(). \throws plan_error  not a tap for each sample
    virtual void set_window(const window_taps& taps) = 0;

    //! Most frames of a submission that is soon done: so many that copies run at full
    //! rate.
    virtual std::size_t max_frames() const = 0;
    //! Most frames of one where few submissions matter more than early results: whose
    //! samples are on the device already, or come from a file.
    virtual std::size_t max_linked_frames() const { return max_frames(); }
    virtual std::size_t depth() const = 0;
    virtual std::size_t in_flight() const = 0;
    bool can_submit() const { return in_flight() < depth(); }

    //! Memory of the flowgraph, to copy without staging.
    virtual locked_memory& locked() = 0;

    //! \p batch's memory stays valid until wait_oldest() has returned for it.
    virtual void submit(const spectrum_batch& batch) = 0;
    struct finished {
        std::size_t frames = 0;
        std::size_t averages = 0;
    };
    //! Waits for the oldest submission; 0 frames if nothing is in flight.
    virtual finished wait_oldest() = 0;

    /*!
     * Gives the device back what submissions have had there, queues too, and only then
     * takes it anew. The next ones begin a fresh average, or go on after set_state().
     * Nothing is in flight.
     * \throws device_error  it is not to be had; a submission asks for its own once more
     */
    virtual void renew_slots() = 0;

    //! After the last submission that was waited for, also where others failed since.
    virtual average_state state() const = 0;
    //! What the next submission goes on from, if it is not fresh; nothing is in flight.
    virtual void set_state(const average_state& s) = 0;

    virtual std::string device_name() const = 0;
    virtual std::string plan_line() const = 0;
    virtual std::string plan_origin() const = 0; //!< frame_front::plan_origin()
    //! What makes a spectrum of a frame, and where.
    virtual transform front() const = 0;
    virtual std::shared_ptr<device> on() const = 0;
    //! Wisdom has another plan for it by now; from any thread.
    virtual bool is_outdated() const = 0;

    //! The device computes what is submitted next; else the host does, until kernels are
    //! compiled. From any thread, as is waiting for that.
    virtual bool has_kernels() const { return true; }
    virtual void wait_for_kernels() const {}
};

//! \throws plan_error  there is not a tap for each of \p length samples
void check_window_of_frames(const window_taps& window, std::int64_t samples);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_FRAME_EXECUTOR_H */
