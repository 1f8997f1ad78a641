/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_COLUMN_HISTOGRAM_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_COLUMN_HISTOGRAM_H

#include "codegen/helpers/histogram_kernels.h"
#include "device/interface/device.h"
#include "exec/frames/histograms/level_scale.h"
#include "plan/ir/histogram.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gpufft {

/*!
 * \brief The kernels that count on a CPU device, and the sum kernel, of
 * codegen/helpers/histogram_kernels.h, no data
 *
 * Submissions of one histogram count into the same memory, and touch what they hit alone;
 * all counts are gone through once a histogram. Where threads take rows, and their
 * histograms are not too large, each counts the frames that it has transformed, which its
 * core has in its caches; else threads share the bins of all frames. Used by any number
 * of queues at once; each brings its own memory.
 */
class column_histogram
{
public:
    //! \throws build_error, device_error
    column_histogram(const histogram_shape& shape,
                     histogram_values of,
                     std::shared_ptr<device> on);
    //! One without kernels: it knows its sizes, and enqueues nothing.
    static column_histogram
    planned(const histogram_shape& shape, histogram_values of, const device& on);

    //! That count each for itself; 0: all count into the same.
    std::int64_t threads() const { return d_counts.threads; }
    //! Frames of a call: with more, threads would count what has left their caches.
    std::size_t most_frames() const;

    std::size_t state_bytes() const; //!< of float[levels][bins]
    //! The counts are uint32, as histogram_blocks or thread_counts have them, and 0
    //! before they are first used.
    std::size_t counts_bytes() const;
    //! The notes of what was counted are uint32, for calls of up to \p frames frames.
    std::size_t done_bytes(std::size_t frames) const;

    struct memory {
        buffer* values = nullptr; //!< float[frames][bins]
        buffer* counts = nullptr;
        buffer* done = nullptr; //!< 1 where something was counted, else as it was
    };
    //! Which histogram is counted.
    struct histogram {
        std::uint32_t number = 1; //!< another one for each, and not 0
        bool goes_on = false;     //!< calls before have counted some of it
    };
    /*!
     * Queues adding \p frames frames to the counts; to zeros unless the histogram goes
     * on. \param before  a launch whose workgroups share the frames, and which makes the
     *                values; none: they are there
     */
    void count(queue& q,
               const std::optional<kernel_launch>& before,
               const memory& m,
               std::uint32_t frames,
               const level_scale& scale,
               const histogram& of) const;

    //! What sum() adds to, and in which way.
    struct fading {
        level_scale scale;
        double keep = 0;
        std::uint32_t number = 1; //!< the histogram's
    };
    //! Queues state_out = keep * state_in + counts; no state_in where keep is 0.
    void sum(queue& q,
             buffer* state_in,
             buffer& counts,
             buffer& state_out,
             const fading& how) const;

    //! What one count() was given, on the host.
    struct counted {
        const float* values = nullptr;
        const std::uint32_t* done = nullptr;
        std::uint32_t frames = 0;
        level_scale scale;
    };
    /*!
     * What sum() gives, by the host, without what \p taken_back have added to the counts
     * since: submissions that nobody waited for.
     * \param state_in  none: nothing was there before
     */
    std::vector<float> sum_on_host(const float* state_in,
                                   const std::uint32_t* counts,
                                   const fading& how,
                                   const std::vector<counted>& taken_back) const;

private:
    column_histogram(const histogram_shape& shape,
                     histogram_values of,
                     const device_limits& limits);

    level_line line_of(const level_scale& scale) const;
    std::uint32_t slices_of(std::size_t frames) const;
    std::vector<std::uint32_t> counts_of_all(const std::uint32_t* counts,
                                             std::uint32_t number) const;
    void take_back(const counted& given, std::vector<std::uint32_t>& from) const;
    void take_back(const counted& given,
                   std::uint32_t frame,
                   std::int64_t block,
                   std::vector<std::uint32_t>& from) const;

    thread_counts d_counts; //!< of no thread: all count into one, and share the bins
    histogram_values d_of;
    std::shared_ptr<kernel> d_count, d_sum;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_COLUMN_HISTOGRAM_H */
