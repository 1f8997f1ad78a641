/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_BUILTIN_PLANS_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_BUILTIN_PLANS_H

#include "plan/ir/plan.h"
#include <optional>
#include <string>
#include <vector>

/*!
 * Plans that a search found to be the fastest on devices of an architecture. They come
 * with the library: builtin/ARCHITECTURE.txt holds a plan line each, # begins a
 * comment. "few " before it makes it the plan of calls of few rows, small_batch.h.
 */
namespace gpufft {

//! Names of the architectures that plans are known for.
std::vector<std::string> known_architectures();

//! The plan lines of \p architecture; none where nothing is known. Those for few rows
//! are others.
std::vector<std::string> builtin_plan_lines(const std::string& architecture);
std::vector<std::string> builtin_small_batch_lines(const std::string& architecture);

//! The plan that is known for the very transform \p what, where it fits \p limits: no
//! model need be asked.
std::optional<plan> builtin_plan(const transform& what, const device_limits& limits);

//! The plan that is known for calls of few rows of the transform of \p many, or \p many
//! with the settings of that of its lengths; nothing where there is none that fits.
std::optional<plan> builtin_small_batch_plan(const plan& many);

//! What the settings of a plan of \p what depend on: kind, lengths and precision.
//! Inverses exchange real and imaginary parts, and nothing else.
transform plain_transform(const transform& what);

//! The plan that \p line says, where it is one of \p what and fits \p limits.
std::optional<plan> builtin_plan_of(const std::string& line,
                                    const transform& what,
                                    const device_limits& limits);

//! \p p with the stages, columns and other settings of \p known, a plan of
//! plain_transform(p.what); nothing where these have other passes, or do not fit.
std::optional<plan> with_settings_of(const plan& known, const plan& p);

/*!
 * \brief \p p with what is known to be faster for its lengths on p.limits.architecture
 *
 * Stages, columns, staging, exchange, padding and resident workgroups are those of the
 * known plan of the same kind, lengths and precision; sides, ends, strides and batch stay
 * those of \p p. \p p as it is where nothing is known, has other passes, or does not fit.
 */
plan with_known_settings(const plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_BUILTIN_PLANS_H */
