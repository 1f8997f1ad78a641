/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_RECEIVER_SHAPE_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_RECEIVER_SHAPE_H

#include <gpufft/transform.h>
#include <cstdint>
#include <vector>

namespace gpufft {

//! What the blocks of a fast convolution are asked for.
struct receiver_request {
    double samp_rate = 1;      //!< of the input, in Hz
    std::vector<double> rates; //!< output rates that must fit, in Hz; may be none
    double block_time = 0.02;  //!< seconds of new samples in a block, about
    int overlap = 5;           //!< one point in so many repeats the block before; 2 .. 64
};

//! Points of the longest block, 2^24.
constexpr std::int64_t LONGEST_BLOCK = std::int64_t(1) << 24;

/*!
 * \brief How a stream is cut into blocks, and which output rates that allows
 *
 * Block b transforms `length` points, which end with the hop() new samples b hop() to
 * (b + 1) hop() - 1 and begin with the `repeated` ones before those. A channel takes n
 * bins of it and transforms them back to n outputs of the block's time, of which the
 * first n / overlap are left out. So n is a multiple of overlap, and an output rate a
 * multiple of rate_step().
 */
struct receiver_shape {
    double samp_rate = 1;      //!< in Hz
    std::int64_t repeated = 1; //!< samples of the block before; the longest filter less 1
    std::int64_t overlap = 2;

    std::int64_t length() const { return repeated * overlap; }
    std::int64_t hop() const { return length() - repeated; }
    double bin_width() const { return samp_rate / static_cast<double>(length()); }
    //! Output rates are multiples of this, in Hz.
    double rate_step() const { return samp_rate / static_cast<double>(repeated); }
    //! Seconds that the longest filter reaches back.
    double filter_time() const { return static_cast<double>(repeated) / samp_rate; }
    //! Samples that every channel's outputs are late: half of the longest filter.
    double delay() const { return static_cast<double>(repeated) / 2; }

    //! \p rate as a multiple of rate_step(), 1 .. repeated
    //! \throws plan_error  it is none; the message has the nearest
    std::int64_t steps_of(double rate) const;
    double rate_of(std::int64_t steps) const
    {
        return samp_rate * static_cast<double>(steps) / static_cast<double>(repeated);
    }
    //! Points of the inverse transform of a channel of that rate, and outputs of a block.
    std::int64_t points_of(std::int64_t steps) const { return steps * overlap; }
    std::int64_t outputs_of(std::int64_t steps) const { return steps * (overlap - 1); }
};

/*!
 * \brief Blocks in which all rates fit, near the time that was asked for, whose length
 * transforms fast
 *
 * Where the rates have no common multiple that short, blocks are longer.
 * \throws plan_error  a number is out of range; a rate is no rational of the input rate
 * that fits LONGEST_BLOCK
 */
receiver_shape choose_shape(const receiver_request& request);

//! The forward transform of \p s: rows that overlap.
transform transform_of(const receiver_shape& s);
//! The inverse transform of a channel's bins; they are weighted so that it needs no
//! scale.
transform inverse_of(std::int64_t points);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_RECEIVER_SHAPE_H */
