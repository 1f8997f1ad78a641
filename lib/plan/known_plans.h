/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_KNOWN_PLANS_H
#define INCLUDED_GPUFFT_LIB_PLAN_KNOWN_PLANS_H

#include "plan/plan.h"
#include <optional>
#include <string>
#include <vector>

/*!
 * Plans that a search found to be the fastest on devices of an architecture. They come
 * with the library: known_plans/ARCHITECTURE.txt holds a plan line each, # begins a
 * comment.
 */
namespace gpufft {

//! Names of the architectures that plans are known for.
std::vector<std::string> known_architectures();

//! The plan lines of \p architecture; none where nothing is known.
std::vector<std::string> known_plan_lines(const std::string& architecture);

//! The plan that is known for the very transform \p what, where it fits \p limits: no
//! model need be asked.
std::optional<plan> known_plan(const transform& what, const device_limits& limits);

/*!
 * \brief \p p with what is known to be faster for its lengths on p.limits.architecture
 *
 * Stages, columns, staging, exchange, padding and resident workgroups are those of the
 * known plan of the same kind, lengths and precision; sides, ends, strides and batch stay
 * those of \p p. \p p as it is where nothing is known, has other passes, or does not fit.
 */
plan with_known_settings(const plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_KNOWN_PLANS_H */
