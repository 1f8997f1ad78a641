/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TILE_ORIGIN_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TILE_ORIGIN_H

#include "codegen/source_writer.h"
#include "plan/pass.h"
#include <string>

namespace gpufft {

//! Takes tile number \p number of a pass with a grid apart: declares its axes, `row`, and
//! where the tile begins inside the row, `tile_in` and `tile_out`.
void emit_tile_origin(source_writer& w, const pass& p, const std::string& number);

//! Text of the part of K that the grid axes give.
std::string grid_twiddle(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TILE_ORIGIN_H */
