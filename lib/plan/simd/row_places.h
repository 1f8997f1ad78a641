/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_PLACES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_PLACES_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <vector>

/*!
 * Where lanes are rows, a row's reals lie in the stack buffer as its points do, a vector
 * each: of S slots, place j is the real part of slot j, S + j the imaginary one.
 * Permutations of the formulas of io_operations.h cost nothing: the load puts each real
 * of the caller's row into a place of its own, and the store finds it there. Points are
 * combined in the slots, before the stages (preprocessing) and after them
 * (postprocessing):
 *
 * - r2c, half. Load: x[2j], x[2j+1] in slot j. Store: bin k in the slot of output k,
 *   bin M in slot M.
 * - c2r, half. Load: as the store of r2c, in natural order. Store: y[2k], y[2k+1] in the
 *   slot of k.
 * - dct2, half. Load: v[2j], v[2j+1] in slot j. Store: y[k], y[N-k] in the slot of k;
 *   y[0], y[M] in that of 0.
 * - dct3, half. Load: as the store of dct2, in natural order. Store: v[2k], v[2k+1] in
 * the slot of k.
 * - dct4, half. Load: x[2j], x[N-1-2j] in slot j. Store: y[2k], y[N-1-2k] in the slot of
 *   k.
 * - dct1, dst1. Load: X[m], m <= points of the inner DFT, two to a slot. Store:
 *   y[k] real in the slot of k; of a dct1 y[N-1] imaginary in that of 0.
 * - odd lengths. Load: x[n] (c2r: bin n) in slot n, real. Store: y[k] (r2c: bin k) in
 *   that of k.
 *
 * A dst is the dct of its type, reversed; the loads and stores change the signs of its
 * reals.
 */
namespace gpufft {

//! Slots of the stack buffer: those of the inner DFT, and one for the bin above them.
std::int64_t row_slots(const pass& p);

//! Reals of a row that the caller has.
std::int64_t row_inputs(const pass& p);
std::int64_t row_outputs(const pass& p);

//! Place of each real of a row, in the order of the caller's memory.
std::vector<std::uint32_t> row_input_places(const pass& p);
std::vector<std::uint32_t> row_output_places(const pass& p);

//! Every other real of the input (output), from the second on, has its sign changed.
bool row_input_alternates(const pass& p);
bool row_output_alternates(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_ROW_PLACES_H */
