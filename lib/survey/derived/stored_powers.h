/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_STORED_POWERS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_STORED_POWERS_H

#include "survey/store/recording_group.h"
#include <cmath>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief Rows of a statistic that are done, as linear powers, whatever their unit
 *
 * The last chunk that was asked for is kept.
 */
class stored_powers
{
public:
    //! \param product  its number, see survey_settings::product_number()
    stored_powers(const recording_group& of, std::size_t product, bool are_levels)
        : d_group(of), d_product(product), d_are_levels(are_levels)
    {
    }

    //! \param to  [bins] \throws survey_error  it is not there, or damaged
    void read(std::int64_t row, std::vector<double>& to)
    {
        const auto chunk = row / d_group.chunk_rows();
        if (chunk != d_chunk)
            d_bytes = d_group.read_chunk(d_product, chunk);
        d_chunk = chunk;
        const auto bins = d_group.bins();
        const auto* values = reinterpret_cast<const float*>(d_bytes.data()) +
                             (row % d_group.chunk_rows()) * bins;
        to.assign(values, values + bins);
        if (d_are_levels)
            for (auto& each : to)
                each = std::pow(10.0, 0.1 * each);
    }

private:
    const recording_group& d_group;
    const std::size_t d_product;
    const bool d_are_levels;
    std::int64_t d_chunk = -1;
    std::vector<char> d_bytes;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_STORED_POWERS_H */
