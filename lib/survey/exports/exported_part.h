/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_EXPORTED_PART_H
#define INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_EXPORTED_PART_H

#include "survey/read/survey_part.h"
#include <nlohmann/json.hpp>
#include <cstddef>
#include <functional>
#include <vector>

namespace gpufft {

//! Takes bytes of a file, in order. \throws what it likes where it cannot
using byte_sink = std::function<void(const void* bytes, std::size_t count)>;

//! The rows and columns of a product that are written.
struct exported_part {
    std::vector<std::size_t> rows;
    bins_of_part columns;
};

//! All columns of products that are not of frequencies.
//! \throws survey_error  no row or bin lies in \p part
exported_part
exported(const stored_group& g, const stored_product& p, const survey_part& part);

//! \brief Hands out \p p row by row, NaN where a row is not done
//! \param take  gets the columns of a row as number, float or double as they are stored
template <typename number>
void each_row(const stored_group& g,
              const stored_product& p,
              const exported_part& part,
              const std::function<void(const number* row)>& take);

//! When the middle of a row was: nanoseconds from 1970 on, UTC; only of groups that have
//! begin_utc_ns().
std::int64_t utc_ns_of(const stored_group& g, std::size_t row);

//! \brief Axes, units and settings of what a file of numbers alone holds
//!
//! `shape`, `dimensions`, `time_utc` or `time_s` (of the middles of rows), `frequency_hz`
//! or the names of bands, `product`, `units`, and the attributes of the group.
nlohmann::ordered_json
axes_of(const stored_group& g, const stored_product& p, const exported_part& part);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_EXPORTED_PART_H */
