/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_READ_REDUCED_PART_H
#define INCLUDED_GPUFFT_LIB_SURVEY_READ_REDUCED_PART_H

#include "survey/read/survey_part.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! Values of a part, no more of them than a picture has room for.
struct reduced_part {
    std::size_t columns = 0, rows = 0; //!< of time, of frequency
    std::vector<float> values;         //!< [rows][columns], lowest first; NaN: no row
    double from_s = 0, to_s = 0;       //!< edges of the first and the last column
    double low_hz = 0, high_hz = 0;    //!< edges of the lowest and the highest row
    std::int64_t rows_each = 1;        //!< most rows of the survey in a column
    double bins_each = 1;              //!< bins in a row
    std::string bins_by = "largest";   //!< which of them counts: "largest", "smallest"
};

/*!
 * \brief A part of a product over time and frequency
 *
 * A column is the mean of the rows whose middles lie in it, in power, weighted by their
 * frames; of `max` and `min` the extreme. A row of longer duration fills several columns.
 * A row of the result is the largest of its bins, of `min` the smallest. Levels come in
 * decibels wherever the product is a power, whatever its unit.
 * \throws survey_error  the part has no row or no bin, or a chunk is damaged
 */
reduced_part reduced(const stored_group& group,
                     const stored_product& product,
                     const survey_part& part,
                     std::size_t most_columns,
                     std::size_t most_rows);

//! The values of \p of are powers, their squares, or levels: not ratios.
bool is_power(const stored_product& of);
//! They are in decibels.
bool is_in_decibels(const stored_product& of);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_READ_REDUCED_PART_H */
