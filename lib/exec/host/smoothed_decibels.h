/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_SMOOTHED_DECIBELS_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_SMOOTHED_DECIBELS_H

#include <cstddef>
#include <vector>

namespace gpufft {

/*!
 * \brief Vectors of powers x become 10 log10 y + offset, in place, where y = weight x +
 * (1 - weight) y bin by bin, from 0 on
 *
 * The numbers of GNU Radio's single_pole_iir_filter_ff and nlog10_ff in a row: 0 counts
 * as 2^-127. Where a weight is 1, nothing is smoothed, and what computes powers may as
 * well give decibels.
 */
class smoothed_decibels
{
public:
    //! \p count vectors of \p bins powers, one behind the other
    void take_powers(float* vectors,
                     std::size_t count,
                     std::size_t bins,
                     double weight,
                     double offset_db);
    //! Takes vectors that are 10 log10 x + offset already, where the weight is 1.
    void
    take_decibels(float* vectors, std::size_t count, std::size_t bins, double offset_db);

private:
    void recall(std::size_t bins);

    std::vector<float> d_smooth;
    //! The last of take_decibels(), which d_smooth has not taken yet; none where it has.
    std::vector<float> d_last_db;
    double d_last_offset_db = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_SMOOTHED_DECIBELS_H */
