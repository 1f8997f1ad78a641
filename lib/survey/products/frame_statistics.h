/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_FRAME_STATISTICS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_FRAME_STATISTICS_H

#include "survey/products/power_percentiles.h"
#include "survey/settings/survey_settings.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief Planes of rows out of the powers of single frames, by the host
 *
 * For what devices accumulate nothing: percentiles. What devices would accumulate of the
 * same frames is made here as well, as they do it: extremes are of what is finite.
 */
class frame_statistics
{
public:
    //! \param most_frames  of a row
    //! \throws plan_error  see power_percentiles
    frame_statistics(const survey_settings& s,
                     std::int64_t bins,
                     std::int64_t most_frames);

    //! \param powers  [frames][bins] of the next frames
    void add(const float* powers, std::size_t frames);
    //! The row of the frames since the last call.
    //! \param to  [planes, and percentiles behind them][bins]
    void finish_row(float* to);

private:
    void forget();

    std::vector<accumulation> d_planes;
    std::size_t d_bins;
    std::int64_t d_frames = 0;
    std::vector<std::vector<double>> d_values; // of a plane each
    power_percentiles d_percentiles;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_FRAME_STATISTICS_H */
