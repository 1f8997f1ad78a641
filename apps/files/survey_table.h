/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_SURVEY_TABLE_H
#define INCLUDED_GPUFFT_APPS_FILES_SURVEY_TABLE_H

#include "survey/read/survey_part.h"
#include <string>

namespace gpufft::app {

/*!
 * \brief A product as CSV: a line a row, a column for each frequency or band
 *
 * Of the product "peaks" a line a peak: time, frequency, level, bandwidth. Times are UTC
 * where the recording says when it was made, else seconds. Rows that are not done are
 * left out.
 * \throws survey_error  there is no such product, or nothing in the part
 */
std::string
survey_table(const stored_group& g, const std::string& product, const survey_part& part);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_SURVEY_TABLE_H */
