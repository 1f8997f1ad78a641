/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_TAKE_CHOSEN_H
#define INCLUDED_GPUFFT_LIB_EXEC_TAKE_CHOSEN_H

#include "base/log.h"
#include "plan/plan_choice.h"
#include <gpufft/error.h>
#include <utility>

namespace gpufft {

/*!
 * \brief Takes the plan that is chosen, or the planner's where that one does not build
 *
 * \param choose  the choice by an effort: chosen_plan, or what has its `from` and `says`
 * \param take    builds what it is given, by which effort it was chosen; again where it
 *                throws build_error
 */
template <typename Choose, typename Take>
void take_chosen(effort how, const Choose& choose, const Take& take)
{
    auto chosen = choose(how);
    if (chosen.from < plan_origin::architecture) {
        take(std::move(chosen), how);
        return;
    }
    const auto origin = chosen.says;
    try {
        take(std::move(chosen), how);
    } catch (const build_error& e) {
        // Somebody measured it, on another device or before a file was changed.
        log().warn(
            "{} is of no use here, the planner's choice is taken: {}", origin, e.what());
        take(choose(effort::estimate), effort::estimate);
    }
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_TAKE_CHOSEN_H */
