/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_CONVOLUTION_COST_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_CONVOLUTION_COST_H

#include "plan/ir/dft_problem.h"
#include <gpufft/device_limits.h>
#include <unordered_map>
#include <cstdint>

//! A model of time to choose a convolution's length by. Its unit is one exchange of one
//! point through local memory, barrier and twiddle included.
namespace gpufft {

//! Cost of a point: its share of the butterflies of \p points points and the exchanges
//! between them, with stages that keep all work-items busy.
double stage_cost(std::int64_t points, precision number, const device_limits& limits);

//! stage_cost() of a pass whose stages are of radices that \p points has: 3888 points
//! take four of at most 16, as many as 65536.
double
stage_cost_of_pass(std::int64_t points, precision number, const device_limits& limits);

/*!
 * \brief Cost of a convolution of \p points points that one workgroup does: its stages
 * there and back, as choose_stages() makes them
 *
 * Infinite where a workgroup has too few work-items or registers for it.
 */
double
convolution_cost(std::int64_t points, precision number, const device_limits& limits);

/*!
 * \brief convolution_cost() of all lengths that are weighed while one plan is chosen
 *
 * All are for one precision and device. Strategies come to the same lengths again and
 * again.
 */
class convolution_costs
{
public:
    double of(std::int64_t points, precision number, const device_limits& limits);

private:
    std::unordered_map<std::int64_t, double> d_known;
};

//! convolution_cost() for \p r, from the costs that \p r keeps, if it does.
double
convolution_cost(const dft_problem& r, std::int64_t points, const device_limits& limits);

//! A lower bound of convolution_cost() of smooth \p points, in much less time.
double least_convolution_cost(std::int64_t points,
                              precision number,
                              const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_CONVOLUTION_COST_H */
