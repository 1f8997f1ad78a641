/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_PLANNER_H
#define INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_PLANNER_H

#include "fftw3/planner/plan.h"
#include <optional>

namespace gpufft::fftw3 {

/*!
 * \brief The plan that a planner call returns
 *
 * The device's where the engine has words for \p asked and it is worth a launch, or there
 * is no FFTW underneath; else FFTW's. nullptr where neither can, or nothing is asked.
 */
plan* make_plan(const std::optional<problem>& asked, int sign = FORWARD) noexcept;

//! Seconds that planning may take, of each precision.
void set_time_limit(precision p, double seconds);

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_PLANNER_H */
