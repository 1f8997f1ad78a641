/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_OVERLAP_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_OVERLAP_H

#include "plan/request/io_view.h"
#include <vector>

namespace gpufft {

enum class overlap { none, some, unknown };

/*!
 * \brief Two different elements of \p axes have one address
 *
 * Exact: layouts that nest are seen at once, of two axes there is a formula, and the
 * rest is searched. Unknown where that would take too long: many axes, none of which
 * steps over the others.
 */
overlap find_overlap(std::vector<view_axis> axes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_OVERLAP_H */
