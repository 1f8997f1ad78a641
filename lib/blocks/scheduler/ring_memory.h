/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RING_MEMORY_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RING_MEMORY_H

#include "exec/memory/locked_memory.h"
#include <gnuradio/buffer.h>
#include <cstddef>
#include <string>

namespace gr {
namespace gpufft {

//! Its memory is mapped twice in a row, so that items stay where they are until they are
//! consumed. A buffer that is mapped only once moves its contents to make room.
bool stays_in_place(gr::buffer& ring);

//! Page-locks the whole of it, both mappings, where the device has use for that.
::gpufft::locked_memory::way add_ring(::gpufft::locked_memory& to, gr::buffer& ring);

//! How the device comes by a block's two rings: "in place", or "input staged, output
//! page-locked in place".
std::string rings_text(const std::string& in, const std::string& out);

//! Most bytes that a block should ask for in each of its two buffers: what the system
//! can share, divided among the blocks that a flowgraph may have.
std::size_t ring_byte_limit();

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RING_MEMORY_H */
