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
#include <vector>

namespace gpufft {

/*!
 * \brief The columns and sum kernels of codegen/helpers/histogram_kernels.h on a CPU
 * device, no data
 *
 * Submissions of one histogram count into the same memory, and touch what they hit alone;
 * all counts are gone through once a histogram. Used by any number of queues at once;
 * each brings its own memory.
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

    std::size_t state_bytes() const;  //!< of float[levels][bins]
    std::size_t counts_bytes() const; //!< of uint32, as histogram_blocks has them
    std::size_t done_bytes() const;   //!< of uint32[blocks]

    struct memory {
        buffer* values = nullptr; //!< float[frames][bins]
        buffer* counts = nullptr;
        buffer* done = nullptr; //!< 1 where a block was counted, else as it was
    };
    //! Queues adding \p frames frames to the counts; to zeros unless it \p goes_on.
    void count(queue& q,
               const memory& m,
               std::uint32_t frames,
               const level_scale& scale,
               bool goes_on) const;

    //! Queues state_out = keep * state_in + counts; no state_in where keep is 0.
    void sum(queue& q,
             buffer* state_in,
             buffer& counts,
             buffer& state_out,
             const level_scale& scale,
             double keep) const;

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
                                   const level_scale& scale,
                                   double keep,
                                   const std::vector<counted>& taken_back) const;

private:
    column_histogram(const histogram_shape& shape, histogram_values of, int lanes);

    level_line line_of(const level_scale& scale) const;
    void take_back(const counted& given, std::vector<std::uint32_t>& from) const;

    histogram_blocks d_blocks;
    histogram_values d_of;
    std::shared_ptr<kernel> d_columns, d_sum;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_COLUMN_HISTOGRAM_H */
