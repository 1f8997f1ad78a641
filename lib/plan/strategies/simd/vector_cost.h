/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMD_VECTOR_COST_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMD_VECTOR_COST_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

//! vector_cost() of the widest vectors with a lane for each row: the unit.
constexpr double COST_OF_ROWS = 1;

/*!
 * \brief Memory passes that a vector kernel counts as beside plans of other numbers of
 * them
 *
 * 1 but for rows of reals in narrow lanes. vector_cost() does not come in here: its
 * ratios were measured between kernels of as many passes, most of whose time is not
 * memory's, so that two cheap passes would count less than one dear one that is faster.
 */
double memory_passes_of(const pass& p, const device_limits& limits);

/*!
 * \brief Time of a vector kernel for a point, beside that of other vector kernels for as
 * many passes
 *
 * The unit is the time with the widest vectors and a lane for each row, or for each N-d
 * row. Memory passes, which all vector kernels make, are counted apart (cost_of() in
 * plan/planner/group_plan.cc). How much of a vector's width is put to use is computed;
 * the other numbers are ratios that were measured, each with its heading in
 * measurements.md, and sizes in \p limits or in the model of its architecture.
 */
double vector_cost(const pass& p, const device_limits& limits);

//! The sum of vector_cost() over \p passes; 1 for each that is no vector kernel.
double vector_cost(const std::vector<pass>& passes, const device_limits& limits);

//! The cheaper one of two ways; \p first where they cost the same. An empty way does not
//! exist.
std::vector<pass>
cheaper(std::vector<pass> first, std::vector<pass> second, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMD_VECTOR_COST_H */
