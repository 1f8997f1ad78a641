/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_LOCKED_MEMORY_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_LOCKED_MEMORY_H

#include "device/interface/device.h"
#include <cstddef>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief Memory of the host that a device copies from and to without staging
 *
 * A streaming block adds the ring buffers of its flowgraph when it starts and clears them
 * when it stops. One thread at a time.
 */
class locked_memory
{
public:
    //! How the device comes by the contents.
    enum class way {
        in_place, //!< the device works on the memory itself (CPU devices)
        locked,   //!< page-locked in place: copied without staging
        staged    //!< copied into page-locked memory first
    };

    explicit locked_memory(std::shared_ptr<device> on);
    ~locked_memory(); //!< clears
    locked_memory(const locked_memory&) = delete;
    locked_memory& operator=(const locked_memory&) = delete;

    //! Never throws: what cannot be page-locked is staged. Memory that another has
    //! page-locked for a device of the same backend is shared with it.
    way add(void* memory, std::size_t bytes);
    //! Memory that somebody has page-locked for this device.
    void
    take(const void* memory, std::size_t bytes, std::shared_ptr<host_registration> held);
    //! What begins at \p memory; nothing of it may be in flight.
    void let_go(const void* memory);
    //! All of them; nothing of them may be in flight.
    void clear();
    //! All of it was page-locked by add().
    bool covers(const void* memory, std::size_t bytes) const;

private:
    struct range {
        const char* begin;
        const char* end;
        std::shared_ptr<host_registration> held;
    };
    std::shared_ptr<device> d_device;
    std::vector<range> d_ranges;
};

//! "in place", "page-locked in place", "staged"
const char* name_of(locked_memory::way w);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_LOCKED_MEMORY_H */
