/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_LEVEL_HISTOGRAM_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_LEVEL_HISTOGRAM_H

#include "device/interface/device.h"
#include "plan/ir/histogram.h"
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpufft {

//! What the levels of a histogram mean.
struct level_scale {
    double factor = 1; //!< of |X|^2; > 0
    double lowest_db = -120;
    double highest_db = 0;
    bool centered = false; //!< bin 0 at place bins / 2
};

//! Where a power is counted: level log2(power) * slope + offset, as far as there are
//! levels, and the place `rotation` before that of its bin, around the circle.
struct level_line {
    double slope = 0, offset = 0;
    std::uint32_t rotation = 0;
};
level_line levels_of(const histogram_shape& shape, const level_scale& scale);

/*!
 * \brief The kernels of codegen/helpers/histogram_kernels.h on a device, no data
 *
 * Used by any number of queues at once; each brings its own memory.
 */
class level_histogram
{
public:
    //! \throws build_error, device_error
    level_histogram(const histogram_shape& shape, std::shared_ptr<device> on);
    //! \param by_columns  the form for CPU devices, else that for GPUs
    level_histogram(const histogram_shape& shape,
                    std::shared_ptr<device> on,
                    bool by_columns);
    //! The first without kernels: it knows its sizes, and enqueues nothing.
    static level_histogram planned(const histogram_shape& shape, const device& on);

    struct memory {
        buffer* powers = nullptr;    //!< float[frames][bins]
        buffer* state_in = nullptr;  //!< float[levels][bins]; none where keep is 0
        buffer* state_out = nullptr; //!< as state_in, in another buffer
        buffer* counts = nullptr;    //!< counts_bytes() of zeros, which it leaves so
    };

    std::size_t state_bytes() const;
    std::size_t counts_bytes() const; //!< 0: none are needed
    //! Frames of one call: more would not fit the kernels' 32-bit indices.
    std::size_t max_frames() const;

    //! Queues state_out = keep * state_in + what \p frames frames count.
    void enqueue(queue& q,
                 const memory& m,
                 std::uint32_t frames,
                 const level_scale& scale,
                 double keep) const;

private:
    level_histogram(const histogram_shape& shape, bool by_columns);

    histogram_shape d_shape;
    bool d_by_columns;
    int d_lanes = 1;
    std::shared_ptr<kernel> d_columns; // this one
    std::shared_ptr<kernel> d_count;   // or these two
    std::shared_ptr<kernel> d_fade;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_LEVEL_HISTOGRAM_H */
