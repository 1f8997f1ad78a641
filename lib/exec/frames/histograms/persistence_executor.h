/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_EXECUTOR_H

#include "exec/frames/frame_executor.h"
#include <gpufft/effort.h>
#include <cstdint>
#include <memory>
#include <string>

namespace gpufft {

//! What stays as it is while a persistence_executor lives.
struct persistence_request {
    std::int64_t length = 1024;
    std::int64_t hop = 1024;
    std::int64_t levels = 256;
    std::int64_t taps_per_branch = 1; //!< as power_request has it

    std::int64_t frame_samples() const { return taps_per_branch * length; }
};

/*!
 * \brief Batches of frames in flight, in order, counted into histograms of their powers
 *
 * An average is a histogram [levels][length] of all frames so far: those since the last
 * one count whole, and what that one had has faded by then,
 *
 *     histogram = fade^(frames of the last one) * last one + counts since
 *
 * so when a count fades does not depend on how frames are cut into submissions. A
 * submission ends one histogram at most, and with its last frame.
 */
class persistence_executor : public frame_executor
{
public:
    /*!
     * Builds the kernels and runs each once, so that the first submission finds
     * everything compiled and right.
     * \param by  as frame_front() has it
     * \throws plan_error, build_error, device_error
     */
    persistence_executor(const persistence_request& request,
                         const window_taps& window, //!< frame_samples() taps
                         const std::string& device,
                         int depth = DEFAULT_DEPTH,
                         effort by = default_effort());
    ~persistence_executor() override;

    void prepare(average) override {}
    void set_window(const window_taps& taps) override;
    std::size_t max_frames() const override;
    std::size_t depth() const override;
    std::size_t in_flight() const override;
    locked_memory& locked() override;
    //! Uses of \p batch's output: centered, factor, and what is for histograms alone.
    void submit(const spectrum_batch& batch) override;
    finished wait_oldest() override;
    void renew_slots() override;
    //! The counts, and the frames of the histogram that they are; 0 while it is under way
    average_state state() const override;
    void set_state(const average_state& s) override;
    std::string device_name() const override;
    std::string plan_line() const override;
    std::string plan_origin() const override;
    transform front() const override;
    std::shared_ptr<device> on() const override;
    bool is_outdated() const override;

private:
    struct parts;
    std::unique_ptr<parts> d_parts;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_EXECUTOR_H */
