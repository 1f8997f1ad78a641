/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PROGRAMS_PLAN_LINES_H
#define INCLUDED_GPUFFT_BENCH_PROGRAMS_PLAN_LINES_H

#include "plan/ir/plan.h"
#include <string>
#include <vector>

namespace gpufft::testing {

//! The lines of \p file without comments (from # on), and without those that are empty.
std::vector<std::string> lines_of(const std::string& file);

//! A number or numbers with x between them are the shape of a forward c2c.
transform asked_for(const std::string& text);

//! \p text as a plan: a plan line, or the planner's choice for a transform.
//! \throws plan_error
plan plan_of(const std::string& text, const device_limits& limits);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_PROGRAMS_PLAN_LINES_H */
