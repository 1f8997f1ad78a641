/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SPECTRUM_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_SPECTRUM_EXECUTOR_H

#include "exec/average_schedule.h"
#include "exec/locked_memory.h"
#include "plan/power.h"
#include <gpufft/window_taps.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! What stays as it is while a spectrum_executor lives.
struct spectrum_request {
    std::int64_t length = 1024;
    std::int64_t hop = 1024;
    sample_kind samples = sample_kind::complex_float;
};

//! What each submission may have anew.
struct spectrum_output {
    double factor = 1; //!< of the mean power |X|^2 of raw sample values; > 0
    //! Factor of bins 0 and length / 2 (of an even length) of real samples beside that
    double edge_factor = 1;
    bool decibels = false;
    bool centered = false;  //!< bin 0 in the middle, at length / 2; complex samples alone
    std::int64_t bins = 0;  //!< fewer for display; 0: all
    bool mean_bins = false; //!< fewer by their mean; else by the highest
};

//! Frames that lie one after the other, and where their averages go.
struct spectrum_batch {
    const void* samples = nullptr; //!< (frames - 1) * hop + length of them
    std::size_t frames = 0;        //!< 1 .. max_frames()
    average how = average::mean;
    double keep = 1;      //!< of exponential: see average_schedule
    bool restarts = true; //!< see average_schedule
    //! Nothing is carried over from earlier frames; nor is it from another kind of
    //! average.
    bool is_fresh = false;
    std::vector<std::uint32_t> ends;   //!< average_schedule::advance()
    std::vector<std::uint64_t> counts; //!< frames each is of (mean alone)
    spectrum_output output;
    float* out = nullptr; //!< [ends.size()][output bins]
};

//! An average under way, off the device: what another device can go on from.
struct average_state {
    std::vector<float> powers; //!< empty: nothing gathered
    std::uint64_t frames = 0;  //!< that it is of
};

/*!
 * \brief Batches of frames in flight, in order, to averaged power spectra
 *
 * The average under way stays on the device, from submission to submission, and comes to
 * the host with each, so that it survives the device. One thread at a time; set_window()
 * may come from any.
 */
class spectrum_executor
{
public:
    /*!
     * Builds the kernels for \p how and runs each once against a reference, so that the
     * first submission finds everything compiled and right. Others are built when they
     * are first prepare()d.
     * \throws plan_error, build_error, device_error
     */
    spectrum_executor(const spectrum_request& what,
                      const window_taps& window, //!< `length` taps
                      average how,
                      const std::string& device,
                      int depth = 4);
    ~spectrum_executor(); //!< waits for what is in flight

    //! Builds what batches of \p how need; from any thread.
    void prepare(average how);
    //! Takes effect at the next submit(). \throws plan_error  not `length` taps
    void set_window(const window_taps& taps);

    std::size_t max_frames() const; //!< of one submission
    std::size_t depth() const;
    std::size_t in_flight() const;
    bool can_submit() const { return in_flight() < depth(); }

    //! Memory of the flowgraph, to copy without staging.
    locked_memory& locked();

    //! \p batch's memory stays valid until wait_oldest() has returned for it.
    void submit(const spectrum_batch& batch);
    struct finished {
        std::size_t frames = 0;
        std::size_t averages = 0;
    };
    //! Waits for the oldest submission; 0 frames if nothing is in flight.
    finished wait_oldest();

    //! After the last submission that was waited for.
    average_state state() const;
    //! What the next submission goes on from, if it is not fresh; nothing is in flight.
    void set_state(const average_state& s);

    std::string device_name() const;
    std::string plan_line() const;

private:
    struct parts;
    std::unique_ptr<parts> d_parts;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SPECTRUM_EXECUTOR_H */
