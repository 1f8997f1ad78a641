/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_ORDERED_KEYS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_ORDERED_KEYS_H

#include <cstddef>
#include <cstdint>

namespace gpufft {

/*!
 * \brief Values at places of the sorted powers of several bins, which are not sorted
 *
 * A power is kept as a whole number in the same order, so that halving an interval of
 * numbers finds a place exactly: each step counts how many lie above its middle, which
 * processors do for many bins at once and without a branch.
 */
class ordered_keys
{
public:
    static constexpr std::size_t TOGETHER = 16; //!< bins

    /*!
     * \brief Makes keys, which are stored as float bits are, block by block of bins
     * \param powers  of the first of \p frames frames, \p stride numbers apart
     * \param count   bins; those that fill the last block up are not finite
     * \param to      [frames][TOGETHER] of the first block; the next ones are
     * \p block_stride numbers apart
     */
    static void take(const float* powers,
                     std::size_t stride,
                     std::size_t count,
                     std::size_t frames,
                     std::int32_t* to,
                     std::size_t block_stride);

    //! \param keys  [frames][TOGETHER], which stay while this lives
    ordered_keys(const std::int32_t* keys, std::size_t frames);

    //! Finite powers of a bin: they are the first of those that are sorted.
    std::int32_t finite(std::size_t bin) const { return d_finite[bin]; }

    struct neighbours {
        float at[TOGETHER];   //!< at the place, rounded down
        float next[TOGETHER]; //!< at the next one; where the place is whole, as `at`
    };
    //! \param places  of each bin, 0 .. finite() - 1; where nothing is finite, whatever
    void find(const double* places, neighbours& found) const;

private:
    const std::int32_t* d_keys;
    std::size_t d_frames;
    std::int32_t d_finite[TOGETHER];
    std::int32_t d_lowest[TOGETHER], d_highest[TOGETHER]; // of those that are finite
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_ORDERED_KEYS_H */
