/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_RING_ROOM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_RING_ROOM_H

#include <cstddef>

namespace gr {
namespace gpufft {

//! Rows of \p row_bytes that the output of a block should have room for at a time: what
//! is worth a launch where blocks compute on a GPU unless they are told otherwise, else
//! one. \p max_output_buffer: what the block's user allows, in items of a row each; 0 or
//! less: any number.
std::size_t rows_in_flight(std::size_t row_bytes, long max_output_buffer);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_RING_ROOM_H */
