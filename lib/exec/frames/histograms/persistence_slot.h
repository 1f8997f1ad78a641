/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_SLOT_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_SLOT_H

#include "exec/frames/histograms/mirrored_buffer.h"
#include "exec/frames/histograms/persistence_kernels.h"
#include "exec/memory/borrowed_array.h"
#include <memory>

namespace gpufft {

//! \brief One submission's queue and memory: upload, powers, histogram, download
class persistence_slot
{
public:
    //! \p how and \p locked outlive this
    persistence_slot(const persistence_kernels& how,
                     const locked_memory& locked,
                     std::size_t max_frames);

    //! Bytes on the device for submissions of \p frames frames.
    static std::size_t device_bytes(const persistence_kernels& how, std::size_t frames);

    struct submission {
        const void* samples = nullptr;
        mirror_place on_device;              //!< where the device has them, too
        persistence_slot* follows = nullptr; //!< whose frames they go on behind
        std::size_t frames = 0;
        level_scale scale;
        double keep = 0;      //!< of what was counted before
        float* out = nullptr; //!< where the histogram goes; none: nowhere
        std::shared_ptr<buffer> window;
        histogram_state* before = nullptr; //!< none: nothing was counted
        //! Another one. None, on CPU devices alone: the histogram is still under way.
        histogram_state* after = nullptr;
        //! On CPU devices, what the submissions of one histogram count into.
        mirrored_buffer* counts = nullptr;
        column_histogram::histogram counted; //!< which one, there
        std::shared_ptr<event>
            is_before; //!< when these, or `before`, are there; none: are
    };
    //! Queues everything and returns.
    void start(const submission& s);
    //! When `after`, or what was counted, is on the device.
    const std::shared_ptr<event>& is_counted() const { return d_is_counted; }
    //! Waits; `after` is then on the host, and where start() was told.
    //! \throws device_error  the work failed
    void finish();
    //! Waits without looking at the result. Never throws.
    void abandon() noexcept;
    //! Waits for the device, without looking at the result.
    void settle() noexcept;
    //! What the submission that was started last may have added to \p counts, after it
    //! was settled or abandoned. Of CPU devices.
    std::optional<column_histogram::counted>
    counted_into(const mirrored_buffer& counts) const;

private:
    buffer* enqueue_samples(const submission& s);
    void enqueue_frames(const submission& s, buffer* samples);
    std::optional<kernel_launch> launch_of_frames(const submission& s, buffer* samples);
    void enqueue_levels(const submission& s);
    void enqueue_columns(const submission& s, const std::optional<kernel_launch>& frames);

    void forget() noexcept; //!< the submission in flight

    const persistence_kernels& d_how;
    borrowed_input d_samples;
    std::shared_ptr<buffer> d_runs; // each frame one
    frame_workspace d_workspace;
    std::shared_ptr<buffer> d_counts; // zeros between submissions
    //! On CPU devices, so that what was counted can be taken back.
    std::unique_ptr<mirrored_buffer> d_shown, d_done;
    std::shared_ptr<buffer> d_powers; // of other devices
    const mirrored_buffer* d_counted_into = nullptr;
    column_histogram::counted d_counted;
    // The submission in flight.
    submission d_in_flight;
    std::shared_ptr<event> d_is_counted, d_end;
    //! Last, so that it goes first and waits for what still uses the memory above.
    std::shared_ptr<queue> d_queue;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_SLOT_H */
