/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_COST_BUTTERFLY_COST_H
#define INCLUDED_GPUFFT_LIB_PLAN_COST_BUTTERFLY_COST_H

#include <cstdint>

//! Costs of a point of a row, in exchanges of a point through local memory, or through
//! the stack buffer of a vector kernel.
namespace gpufft {

constexpr double MEMORY_PASS_COST = 4; //!< of a point, to global memory and back

//! Cost of a point of a row of \p points points, for the butterflies alone. Every prime
//! factor of \p points has codelets.
double butterfly_cost(std::int64_t points);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_COST_BUTTERFLY_COST_H */
