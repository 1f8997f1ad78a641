/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_BUILTIN_PLANS_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_BUILTIN_PLANS_H

#include "plan/ir/plan.h"
#include <optional>
#include <string>
#include <vector>

/*!
 * Plans that a search found to be the fastest on devices of an architecture. The library
 * comes with them: builtin/ARCHITECTURE.txt holds a plan line each, # begins a comment.
 * "few " before a line makes it the plan of a small batch, small_batch.h; "powers " one
 * of frames whose powers a fused front accumulates, choose_power_plan.h.
 */
namespace gpufft {

//! Names of the architectures that have builtin plans.
std::vector<std::string> known_architectures();

//! The plan lines of \p architecture; none where nothing is known. Lines for small
//! batches are in the second list, those of fused fronts in the third.
std::vector<std::string> builtin_plan_lines(const std::string& architecture);
std::vector<std::string> builtin_small_batch_lines(const std::string& architecture);
std::vector<std::string> builtin_power_lines(const std::string& architecture);

//! The builtin plan of exactly the transform \p request, where it fits \p limits: no
//! model need be asked.
std::optional<plan> builtin_plan(const transform& request, const device_limits& limits);

//! The builtin plan for small batches of the transform of \p many, or what that of its
//! kind and lengths becomes for it, relatives.h; nothing where none fits.
std::optional<plan> builtin_small_batch_plan(const plan& many);

//! \p front, a fused one, with what is known of the nearest relative whose powers were
//! accumulated; nothing where none fits.
std::optional<plan> builtin_power_front(const plan& front);

//! The plan of \p line, where it is a plan of \p request and fits \p limits.
std::optional<plan> builtin_plan_of(const std::string& line,
                                    const transform& request,
                                    const device_limits& limits);

//! A plan, and the transform that it was found for.
struct plan_of_relative {
    plan result;
    std::string of; //!< "c2c forward 1024"
};

//! What the builtin plan for limits.architecture of the nearest relative becomes for the
//! transform of \p planners, relatives.h; nothing where nothing is known that suits.
std::optional<plan_of_relative> builtin_plan_of_relative(const plan& planners);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_BUILTIN_PLANS_H */
