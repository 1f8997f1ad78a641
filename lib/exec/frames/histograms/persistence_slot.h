/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_SLOT_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_SLOT_H

#include "exec/frames/frame_front.h"
#include "exec/frames/histograms/level_histogram.h"
#include "exec/frames/histograms/persistence_executor.h"
#include "exec/memory/borrowed_array.h"
#include <functional>
#include <memory>

namespace gpufft {

//! What all slots compute with.
struct persistence_kernels {
    using checked = std::function<void(const persistence_kernels& kernels)>;

    //! \param check  throws where they are not to be used, as frame_front says
    persistence_kernels(const persistence_request& request,
                        const std::shared_ptr<device>& on,
                        effort by,
                        const checked& check);
    //! Plans and sizes without kernels, as frame_front::planned() has them.
    static persistence_kernels planned(const persistence_request& request,
                                       const std::shared_ptr<device>& on,
                                       effort by);

    frame_front front;
    level_histogram histogram;

private:
    persistence_kernels(frame_front front_made, level_histogram histogram_made);
    persistence_kernels(const persistence_request& request,
                        const std::shared_ptr<device>& on,
                        effort by,
                        const checked& check,
                        const level_histogram& histogram_made);
};

/*!
 * \brief A histogram after a submission, on the device and on the host
 *
 * One memory where the device works on that of the host.
 */
class histogram_state
{
public:
    histogram_state(device& on, std::size_t bytes);

    buffer& on_device() { return *d_buffer; }
    const float* on_host() const { return static_cast<const float*>(d_host->data()); }
    std::size_t bytes() const { return d_host->bytes(); }
    //! Frames of the histogram that this is; 0 while it is under way.
    std::uint64_t frames = 0;

    //! Queued: from the device to the host.
    void download(queue& q);
    //! Queued: \p values on both.
    void upload(queue& q, const std::vector<float>& values);

private:
    std::shared_ptr<host_buffer> d_host;
    std::shared_ptr<buffer> d_buffer;
};

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
        mirror_place on_device; //!< where the device has them, too
        std::size_t frames = 0;
        level_scale scale;
        double keep = 0;      //!< of what was counted before
        float* out = nullptr; //!< where the histogram goes; none: nowhere
        std::shared_ptr<buffer> window;
        histogram_state* before = nullptr; //!< none: nothing was counted
        histogram_state* after = nullptr;  //!< another one
        std::shared_ptr<event> is_before;  //!< when `before` is there; none: it is
    };
    //! Queues everything and returns.
    void start(const submission& s);
    //! When `after` is on the device.
    const std::shared_ptr<event>& is_counted() const { return d_is_counted; }
    //! Waits; `after` is then on the host, and where start() was told. \return `after`
    //! \throws device_error  the work failed
    histogram_state* finish();
    //! Waits without looking at the result. Never throws.
    void abandon() noexcept;

private:
    void forget() noexcept; //!< the submission in flight

    const persistence_kernels& d_how;
    borrowed_input d_samples;
    std::shared_ptr<buffer> d_runs; // each frame one
    frame_workspace d_workspace;
    std::shared_ptr<buffer> d_powers;
    std::shared_ptr<buffer> d_counts;
    // The submission in flight.
    submission d_in_flight;
    std::shared_ptr<event> d_is_counted, d_end;
    //! Last, so that it goes first and waits for what still uses the memory above.
    std::shared_ptr<queue> d_queue;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_SLOT_H */
