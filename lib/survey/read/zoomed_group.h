/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_READ_ZOOMED_GROUP_H
#define INCLUDED_GPUFFT_LIB_SURVEY_READ_ZOOMED_GROUP_H

#include "survey/read/survey_part.h"
#include <cstddef>
#include <optional>
#include <string>

namespace gpufft {

//! A zoom level of a group.
struct zoomed_group {
    int level = 0;
    stored_group group;
};

/*!
 * \brief The coarsest zoom level of \p g that has a row for each of \p columns columns
 *
 * Nothing where its own rows are no more than twice as many, or it has no level that is
 * done, or none of \p product. \throws survey_error  a level is damaged
 */
std::optional<zoomed_group> zoomed(const stored_group& g,
                                   const std::string& product,
                                   const survey_part& part,
                                   std::size_t columns);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_READ_ZOOMED_GROUP_H */
