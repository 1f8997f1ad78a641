/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RING_MEMORY_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RING_MEMORY_H

#include "exec/memory/locked_memory.h"
#include <gnuradio/buffer.h>
#include <cstddef>
#include <cstdint>
#include <string>

namespace gr {
namespace gpufft {

//! Its memory is mapped twice in a row, so that items stay where they are until they are
//! consumed. A buffer that is mapped only once moves its contents to make room.
bool stays_in_place(gr::buffer& ring);

//! Where in the ring an item lies, by its number from one that lay at the begin, and
//! back.
char* item_in(gr::buffer& ring, std::uint64_t item);
std::size_t item_at(gr::buffer& ring, const void* address);

//! Page-locks the whole of it, both mappings, where the device has use for that.
::gpufft::locked_memory::way add_ring(::gpufft::locked_memory& to, gr::buffer& ring);

//! How the device comes by a block's two rings: "in place", or "input staged, output
//! page-locked in place".
std::string rings_text(const std::string& in, const std::string& out);

//! Most bytes that a block should ask for in each of its two buffers: what the system
//! can share, divided among the blocks that a flowgraph may have. More where blocks may
//! be neighbours on a GPU (gpu_use), and where pieces are long.
//! \param piece_bytes  of the shortest piece that is sent; 0: the usual ones are
std::size_t ring_byte_limit(std::size_t piece_bytes = 0);

//! The output multiple, at the moment in which the scheduler sizes rings, of a block that
//! wants \p rows items offered at a time. The ring before it gets twice that and an item
//! of history more: one item less here keeps both rings at a round size.
int sizing_multiple(std::size_t rows);

//! The most rows whose sizing_multiple() the scheduler can put into a buffer of
//! \p max_output_buffer items, at least 1. The scheduler sets a block's maximum to the
//! length that its buffer got, so a flowgraph that starts again must come to the same
//! rows.
std::size_t rows_of_buffer(long max_output_buffer);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RING_MEMORY_H */
