/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_TILE_ORIGIN_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_TILE_ORIGIN_H

#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <string>

namespace gpufft {

/*!
 * Takes tile number \p number of a pass with a grid apart: declares its axes, `row`, and
 * where the tile begins inside the row, `tile_in` and `tile_out`. For an operation that
 * is indexed these count only the axes that are no part of a dimension, and `tile_point`
 * or `tile_output` is the index that the others add up to, where there are any.
 */
void emit_tile_origin(source_writer& w, const pass& p, const std::string& number);

//! Some axis of the grid is part of the first dimension, at the end that \p step says.
bool has_steps(const pass& p, std::int64_t axis::*step);

//! Text of the part of K that the grid axes give.
std::string grid_twiddle(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_TILE_ORIGIN_H */
