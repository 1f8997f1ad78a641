/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_LEVEL_HISTOGRAM_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_LEVEL_HISTOGRAM_H

#include "device/interface/device.h"
#include "exec/frames/histograms/level_scale.h"
#include "plan/ir/histogram.h"
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpufft {

/*!
 * \brief The count and fade kernels of codegen/helpers/histogram_kernels.h on a device,
 * no data
 *
 * Used by any number of queues at once; each brings its own memory.
 */
class level_histogram
{
public:
    //! \throws build_error, device_error
    level_histogram(const histogram_shape& shape, std::shared_ptr<device> on);
    //! One without kernels: it knows its sizes, and enqueues nothing.
    static level_histogram planned(const histogram_shape& shape);

    struct memory {
        buffer* powers = nullptr;    //!< float[frames][bins]
        buffer* state_in = nullptr;  //!< float[levels][bins]; none where keep is 0
        buffer* state_out = nullptr; //!< as state_in, in another buffer
        buffer* counts = nullptr;    //!< counts_bytes() of zeros, which it leaves so
    };

    std::size_t state_bytes() const;
    std::size_t counts_bytes() const;
    //! Frames of one call: more would not fit the kernels' 32-bit indices.
    std::size_t max_frames() const;

    //! Queues state_out = keep * state_in + what \p frames frames count.
    void enqueue(queue& q,
                 const memory& m,
                 std::uint32_t frames,
                 const level_scale& scale,
                 double keep) const;

private:
    explicit level_histogram(const histogram_shape& shape);

    histogram_shape d_shape;
    std::shared_ptr<kernel> d_count, d_fade;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_LEVEL_HISTOGRAM_H */
