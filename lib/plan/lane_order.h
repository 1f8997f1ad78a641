/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_LANE_ORDER_H
#define INCLUDED_GPUFFT_LIB_PLAN_LANE_ORDER_H

#include "plan/pass.h"
#include <vector>

/*!
 * Which neighbour a lane holds. Real and imaginary parts that lie in turn are taken apart
 * when they are loaded and put together when they are stored. A vector of 256 bits is two
 * of 128 to x86, which shuffles within both in one instruction, but needs two for what
 * crosses them. Taken apart within halves, neighbours 0 to 7 are in lanes 0, 1, 4, 5, 2,
 * 3, 6, 7, and put together within halves they are in order again. Between the two only
 * tables of vectors and transpositions must know.
 */
namespace gpufft {

//! A vector of so many reals is two halves.
bool is_two_halves(int lanes, precision number);

//! Lanes of \p p hold inputs in the order of halves.
bool loads_by_halves(const pass& p);

//! Lanes of \p p hold the outputs that are stored in the order of halves.
bool stores_by_halves(const pass& p);

//! The neighbour in each lane, by halves or one after the other.
std::vector<int> lane_order(int lanes, bool by_halves);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_LANE_ORDER_H */
