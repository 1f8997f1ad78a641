/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_HISTOGRAM_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_HISTOGRAM_H

#include <cstdint>

namespace gpufft {

constexpr std::int64_t MOST_LEVELS = 4096;

//! Size of a histogram of powers: [levels][bins], the lowest level first.
struct histogram_shape {
    std::int64_t bins = 1024;
    std::int64_t levels = 256;

    std::int64_t places() const { return bins * levels; }
};

/*!
 * \brief Counts of a histogram on a CPU device: [blocks][levels + 1][lanes]
 *
 * The last block ends with the last bin, and shares bins with the block before where
 * lanes do not divide the bins; what it counts of those is 0. The level behind the
 * highest takes what counts nowhere.
 */
struct histogram_blocks {
    histogram_shape shape;
    std::int64_t lanes = 1; //!< at most as many as bins

    std::int64_t blocks() const { return (shape.bins + lanes - 1) / lanes; }
    std::int64_t places() const { return blocks() * (shape.levels + 1) * lanes; }
    //! Bin of the first lane of \p block.
    std::int64_t first_bin(std::int64_t block) const
    {
        const auto first = block * lanes;
        return first + lanes > shape.bins ? shape.bins - lanes : first;
    }
    //! Lanes of \p block that the block before has.
    std::int64_t shared(std::int64_t block) const
    {
        return block * lanes - first_bin(block);
    }
    std::int64_t place(std::int64_t block, std::int64_t level, std::int64_t lane) const
    {
        return (block * (shape.levels + 1) + level) * lanes + lane;
    }
};

/*!
 * \brief Counts of a histogram that threads of a CPU device count each for itself:
 * [threads][HEAD + places of the blocks]
 *
 * The first number of a thread says which histogram its counts are of: where that is
 * another one, the thread has counted nothing.
 */
struct thread_counts {
    histogram_blocks blocks;
    std::int64_t threads = 1;

    static constexpr std::int64_t HEAD = 16; //!< so that counts begin at a whole line

    std::int64_t stride() const { return HEAD + blocks.places(); }
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_HISTOGRAM_H */
