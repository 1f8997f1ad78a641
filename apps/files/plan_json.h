/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_PLAN_JSON_H
#define INCLUDED_GPUFFT_APPS_FILES_PLAN_JSON_H

#include "apps/options/limit_options.h"
#include "plan/ir/plan.h"
#include <cstdint>
#include <string>

namespace gpufft::app {

//! A plan as a JSON object in one line: the transform, the passes, and what \p batch
//! rows of it come to.
//! \param from  who knew the plan, chosen_plan::says
std::string json_line(const plan& p,
                      const std::string& from,
                      std::uint32_t batch,
                      const named_limits& used);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_PLAN_JSON_H */
