/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_POWER_PERCENTILES_H
#define INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_POWER_PERCENTILES_H

#include "exec/memory/aligned_rows.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief Percentiles of the powers of frames, bin by bin, in bounded memory
 *
 * On as many cores as there are: blocks of bins are nothing to each other.
 * Where few frames make a row, their powers are kept and the percentiles are exact: those
 * of numpy.percentile() with its linear interpolation. Else powers are counted in
 * classes, 16 to a factor of 2, and a percentile is told from its class and its place in
 * there: it is less than 1/16, 0.27 dB, away from the exact one. Classes reach from 2^-70
 * to 2^50: powers below are told as 0, and powers above as 2^50. Powers that are not
 * finite count for none.
 */
class power_percentiles
{
public:
    //! \param percentiles  0 .. 100, ascending
    //! \param most_frames  of a row
    //! \throws plan_error  neither way fits into memory; says what does
    power_percentiles(std::vector<double> percentiles,
                      std::int64_t bins,
                      std::int64_t most_frames);

    //! Whether percentiles are exact.
    bool keeps_powers() const { return d_keeps_powers; }
    //! \param powers  [frames][bins] of the next frames
    void add(const float* powers, std::size_t frames = 1);
    //! The percentiles of the frames since the last call; NaN where none was finite.
    //! \param to  [percentiles][bins]
    void finish_row(float* to);

private:
    struct release {
        void operator()(std::int32_t* p) const { std::free(p); }
    };

    void keep(const float* powers, std::size_t frames);
    void count(const float* powers, std::size_t frames);
    void finish_kept(float* to);
    void finish_counted(float* to);
    std::size_t blocks() const;

    std::vector<double> d_percentiles;
    std::size_t d_bins;
    std::size_t d_most_frames;
    bool d_keeps_powers;
    std::size_t d_frames = 0; // of the row so far
    //! Where powers are kept: [blocks of bins][most frames][bins of a block] numbers that
    //! are in the order of the powers. Pages that are not written to take no memory.
    std::unique_ptr<std::int32_t, release> d_kept;
    std::vector<std::uint32_t> d_counts; // [bins][classes], where they are counted
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_POWER_PERCENTILES_H */
