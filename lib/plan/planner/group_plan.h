/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_GROUP_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_GROUP_PLAN_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/forms/data_layout.h"
#include <gpufft/device_limits.h>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Some of a transform's dimensions, taken together: from one layout of its data to
 * another
 */
struct dimension_group {
    std::vector<std::size_t> dimensions; //!< their numbers, ascending
    data_layout in;
    data_layout out;
    load_operation load; //!< kind, is_half, swap_parts ...; not how things are stored
    store_operation store;
};

//! Passes and their cost, in passes through global memory.
struct group_plan {
    std::vector<pass> passes; //!< none: nothing fits
    std::string strategy;
    double cost = 0;
    double vector_cost = 0; //!< of the passes; tells those of the same cost apart
    //! Other plans were left out, whose workspace is longer than kernels reach:
    //! row_extent.h.
    bool had_long_workspace = false;
};

/*!
 * \param lengths  points of each dimension in both layouts: bins where the last one is a
 *                 half spectrum, for those that are not in the group
 * \param workspace_offset  first element of the workspace that the group may use
 */
dft_problem request_of(const transform& t,
                       const dimension_group& g,
                       const std::vector<std::int64_t>& lengths,
                       std::int64_t workspace_offset);

//! The least cost of any group.
double least_group_cost(const device_limits& limits);

//! The cheapest plan of the strategies that apply: by the first that needs the fewest
//! memory passes, or by the fastest of vector kernels that need as many.
group_plan plan_group(const dft_problem& r, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_GROUP_PLAN_H */
