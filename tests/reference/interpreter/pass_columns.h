/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PASS_COLUMNS_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PASS_COLUMNS_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <vector>

namespace gpufft {

//! One column of a tile: where it begins, and its K.
struct pass_column {
    //! Element that the dimensions' indices count from.
    std::int64_t input_line = 0;
    std::int64_t output_line = 0;
    //! Index in the inner DFT of the column's first point along the first dimension.
    std::int64_t input_index = 0;
    std::int64_t output_index = 0;
    std::int64_t twiddle = 0;
};

//! Tiles of \p rows rows; a pointwise pass has one for each combination of its grid.
std::uint64_t tile_count(const pass& p, std::uint64_t rows);

//! The columns of a tile; those past the last one there is are left out.
std::vector<pass_column>
columns_of_tile(const pass& p, std::uint64_t tile, std::uint64_t rows);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PASS_COLUMNS_H */
