/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_READ_SURVEY_PART_H
#define INCLUDED_GPUFFT_LIB_SURVEY_READ_SURVEY_PART_H

#include "survey/read/stored_group.h"
#include <cstddef>
#include <optional>
#include <vector>

namespace gpufft {

//! A part of a product. What is not said goes to the edge.
struct survey_part {
    std::optional<double> from_s, to_s;    //!< from the recording's first sample on
    std::optional<double> low_hz, high_hz; //!< as stored_group::frequencies_hz() has them
};

//! Bins first .. behind - 1.
struct bins_of_part {
    std::size_t first = 0, behind = 0;
    std::size_t size() const { return behind - first; }
};

//! The bins whose middles lie in the part. \throws survey_error  none does
bins_of_part bins_in(const stored_group& g, const survey_part& part);

//! Rows whose middles lie in the part, in order. \throws survey_error  none does
std::vector<std::size_t> rows_in(const stored_group& g, const survey_part& part);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_READ_SURVEY_PART_H */
