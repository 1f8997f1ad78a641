/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SHAPED_LIST_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SHAPED_LIST_H

#include "plan/planner/plan_shape.h"
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace gpufft {

//! Plans of a transform in several shapes, each plan once.
class shaped_list
{
public:
    //! \param fewest_passes  plans of fewer are left out
    shaped_list(const transform& request,
                const device_limits& limits,
                std::size_t fewest_passes = 1);

    //! \return whether there is such a plan, and was none of the same text
    bool add(const plan_shape& shape);

    const std::vector<plan>& plans() const { return d_plans; }

private:
    const transform& d_request;
    const device_limits& d_limits;
    const std::size_t d_fewest_passes;
    std::set<std::string> d_seen;
    std::vector<plan> d_plans;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLANNER_SHAPED_LIST_H */
