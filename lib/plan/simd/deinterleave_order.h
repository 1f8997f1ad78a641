/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_DEINTERLEAVE_ORDER_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_DEINTERLEAVE_ORDER_H

#include "plan/ir/pass.h"
#include <vector>

/*!
 * Which neighbour a lane holds. Interleaved real and imaginary parts are separated when
 * they are loaded and interleaved again when they are stored. To x86 a wide vector is two
 * or four blocks of 128 bits (its 128-bit lanes), and it shuffles within all of them in
 * one instruction; a shuffle across blocks takes two instructions of 256 bits, and of 512
 * bits a slower one with a vector of indices. Separated within two blocks, neighbours 0
 * to 7 are in lanes 0, 1, 4, 5, 2, 3, 6, 7, and interleaved within them they are in order
 * again. Between load and store only tables of vectors and transpositions must know of
 * this order.
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
