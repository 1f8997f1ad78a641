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

//! How the device comes by a block's two rings.
struct ring_ways {
    ::gpufft::locked_memory::way in;
    ::gpufft::locked_memory::way out;

    bool reads_in_place() const { return in == ::gpufft::locked_memory::way::in_place; }
    std::string text() const; //!< "in place", or "input staged, output page-locked ..."
};

//! Page-locks the whole of both, both mappings, where the device has use for that.
ring_ways add_rings(::gpufft::locked_memory& to, gr::buffer& in, gr::buffer& out);

//! Most bytes that a block should ask for in each of its two buffers: what the system
//! can share, divided among the blocks that a flowgraph may have.
std::size_t ring_byte_limit();

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RING_MEMORY_H */
