/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_ROWS_EMIT_ROWS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_ROWS_EMIT_ROWS_H

#include "codegen/simd/simd_context.h"
#include <string>

namespace gpufft::simd {

/*!
 * The SIMD form where a lane is a row of the batch, or several neighbouring short ones. A
 * tile's rows are loaded and stored in transpose blocks: a vector of neighbouring
 * elements from each of as many rows as there are lanes, which transposed are points in
 * all lanes. In between, re[] and im[] hold vectors of the inner DFT's points, and every
 * step works on them in place:
 *
 *   emit_row_load     caller's elements to DFT points, in order
 *   the stages        DFT points to DFT outputs, at output_permutation()
 *   emit_row_store    DFT outputs to the caller's elements
 *
 * In the last tile of a batch the lanes that have no row repeat the last one.
 */

//! The tables `places` of where points of the inner DFT are put and `order` of where its
//! outputs stand, before the kernel; nothing where they are in order.
void emit_row_order(simd_context& c);

//! Text of the place of point \p n: `places[n]`, or n.
std::string point_place(const simd_context& c, const std::string& n);

//! Text of the place of output \p k: `order[k]`, or k.
std::string row_place(const simd_context& c, const std::string& k);

//! Text of the index in `twiddles` of the chirp of point \p n.
std::string row_chirp(const simd_context& c, const std::string& n);

//! Opens the loop over this workgroup's share of the tiles: `from` and `to` are the first
//! row's elements as floats, `present` how many rows there are, of columns.size.
void open_row_share(simd_context& c);

void emit_row_load(simd_context& c);
void emit_row_store(simd_context& c);

//! The only stage of each of a lane's rows, in registers where they are few points.
void emit_row_codelets(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_ROWS_EMIT_ROWS_H */
