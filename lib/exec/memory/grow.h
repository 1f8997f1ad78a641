/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_GROW_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_GROW_H

#include "device/interface/device.h"
#include <cstddef>
#include <memory>

namespace gpufft {

//! Memory of at least \p bytes in \p b. What was in it is lost where it grows.
inline void grow(device& on, std::shared_ptr<buffer>& b, std::size_t bytes)
{
    if (b && b->bytes() >= bytes)
        return;
    b.reset(); // before the larger one is asked for
    b = on.make_buffer(bytes);
}

inline void grow(device& on, std::shared_ptr<host_buffer>& b, std::size_t bytes)
{
    if (b && b->bytes() >= bytes)
        return;
    b.reset();
    b = on.make_host_buffer(bytes);
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_GROW_H */
