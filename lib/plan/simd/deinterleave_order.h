/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_DEINTERLEAVE_ORDER_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_DEINTERLEAVE_ORDER_H

#include "plan/ir/pass.h"
#include <vector>

/*!
 * Which neighbour a lane holds. Real and imaginary parts that lie in turn are taken apart
 * when they are loaded and put together when they are stored. To x86 a wide vector is
 * blocks of 128 bits, two or four, and it shuffles within all of them in one instruction;
 * what crosses them takes two of 256 bits, and of 512 a slower one with a vector of
 * indices. Taken apart within two blocks, neighbours 0 to 7 are in lanes 0, 1, 4, 5, 2,
 * 3, 6, 7, and put together within them they are in order again. Between the two only
 * tables of vectors and transpositions must know.
 */
namespace gpufft {

//! Blocks of a vector of so many reals; 1: a single one, or a part of it.
int shuffle_blocks(int lanes, precision number);

//! Blocks within which lanes of \p p hold the inputs as they were taken apart; 1: in
//! order.
int input_blocks(const pass& p);

//! Blocks within which lanes of \p p hold the outputs that stores put together; 1: in
//! order.
int output_blocks(const pass& p);

//! The neighbour in each lane.
std::vector<int> deinterleave_order(int lanes, int blocks);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_DEINTERLEAVE_ORDER_H */
