/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_POWER_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_POWER_PLAN_H

#include "plan/ir/power.h"
#include <optional>

namespace gpufft {

//! \throws plan_error  says what was asked, what is wrong and what would work
power_plan choose_power_plan(const power_request& request, const device_limits& limits);

/*!
 * The plan whose rows are frames and whose outputs are what is shown of each: no runs, no
 * averages. Its arguments are those of shown_arguments(). None: the device is no CPU, or
 * vectors do not take such a request.
 * \param centered  bin 0 at place length / 2; complex samples alone
 * \throws plan_error  says what was asked, what is wrong with it and what would work
 */
std::optional<plan> choose_shown_plan(const power_request& request,
                                      bool centered,
                                      const device_limits& limits);

/*!
 * What the store expression of choose_shown_plan() names. Bin k shows
 * (factor + edge_excess edges[k]) |X[k]|^2, edges for real samples alone; where
 * `decibels` is 1 and not 0, 10 log10 of that.
 */
std::vector<expression_argument> shown_arguments(const power_request& request);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_CHOOSE_POWER_PLAN_H */
