/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_WHOLE_PLANS_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_WHOLE_PLANS_H

#include "plan/ir/plan.h"
#include "plan/wisdom/wisdom_index.h"
#include <vector>

namespace gpufft {

/*!
 * \brief Plans that differ from the planner's in more than the settings of their passes
 *
 * What the planner would choose for a device with less of something: local memory,
 * registers, work-items, clusters, shorter vectors. So lengths are split elsewhere,
 * dimensions grouped otherwise, passes more or fewer. All fit \p limits; the planner's
 * own comes first, none twice.
 */
std::vector<plan> whole_plans(const transform& request, const device_limits& limits);

/*!
 * \brief Plans from wisdom_index::hints() that fit \p limits, newest first
 *
 * Other drivers, versions or devices may have measured them: they are to be timed here
 * before they are believed. Behind them, the planner's plan with settings that hints have
 * for the plain transform.
 */
std::vector<plan> hinted_plans(const transform& request,
                               const device_limits& limits,
                               const device_key& on,
                               call_size rows,
                               const wisdom_index& book);

//! What \p p costs, about, where a memory pass costs 1: the sum over its passes.
double plan_estimate(const plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_WHOLE_PLANS_H */
