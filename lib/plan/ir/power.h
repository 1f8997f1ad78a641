/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_POWER_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_POWER_H

#include "plan/ir/plan.h"
#include <gpufft/device_limits.h>
#include <cstddef>
#include <cstdint>
#include <string>

/*!
 * From raw samples to accumulated power: the frames of a stream, `hop` samples apart, are
 * windowed and transformed, and the powers |X[k]|^2 of neighbouring frames come together.
 *
 * A *run* is a group of frames, one after the other, whose powers a kernel brings
 * together; its result is a row of `bins` reals, a plane of as many for each
 * accumulation. An average is one run or several, which combine().
 */
namespace gpufft {

//! Most samples from a frame to the next.
constexpr std::int64_t MAX_HOP = std::int64_t(1) << 30;

//! What the samples of a stream are. Whole numbers come as pairs, I then Q.
enum class sample_kind {
    complex_float,
    real_float,
    complex_int16,
    complex_int8,
    complex_uint8 //!< around 127.5, where an unsigned converter has its zero
};

std::size_t sample_bytes(sample_kind k); //!< of one sample, both its parts
bool is_real(sample_kind k);
//! What samples are multiplied by so that full scale is 1: 1, 1 / 32768, 1 / 128. Kernels
//! do not; it belongs to the factor of the powers.
double sample_scale(sample_kind k);
//! What the parts of stored samples are.
sample_format format_of(sample_kind k);

//! What an accumulating kernel is asked for.
struct power_request {
    std::int64_t length = 1024; //!< points of a frame's transform
    std::int64_t hop = 1024;    //!< samples between frames; less than length: overlap
    sample_kind samples = sample_kind::complex_float;
    accumulations how = accumulation::sum;
    //! A frame is as many times longer than its transform, and folded to it, as
    //! transform::taps_per_branch says.
    std::int64_t taps_per_branch = 1;

    std::int64_t frame_samples() const { return taps_per_branch * length; }
    //! Bins of a spectrum: length; length / 2 + 1 of real samples.
    std::int64_t bins() const;
    //! Numbers of a run: those of all planes, one behind the other.
    std::int64_t values() const { return how.count() * bins(); }
};

/*!
 * \brief The launches that make runs out of samples
 *
 * Fused: `front` is one pass, from raw samples to accumulated power. Else, by launches:
 * convert (where front does not load whole numbers itself) -> front, an ordinary windowed
 * transform with a packed output -> accumulate.
 */
struct power_plan {
    power_request request;
    bool is_fused = false;
    bool converts_first = false;
    plan front;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_POWER_H */
