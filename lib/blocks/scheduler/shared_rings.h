/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_SHARED_RINGS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_SHARED_RINGS_H

#include <cstddef>

namespace gr {
namespace gpufft {

//! As ring_byte_limit(), for the ring that a block reads and does not compute into: more
//! where other such blocks (gpu_use::kind::reader) may read the same one.
std::size_t shared_ring_byte_limit();

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_SHARED_RINGS_H */
