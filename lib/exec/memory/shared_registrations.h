/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_SHARED_REGISTRATIONS_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_SHARED_REGISTRATIONS_H

#include "device/interface/device.h"
#include <cstddef>
#include <memory>

/*!
 * What of the process' memory is page-locked, and for how many
 *
 * Two blocks in a row share the ring between them, and drivers refuse to page-lock
 * memory twice: so the second gets what the first has. Any thread.
 */
namespace gpufft::shared_registrations {

//! Page-locks, or shares what is page-locked, for \p on or another device of the same
//! backend. nullptr where the driver refuses. Never throws.
std::shared_ptr<host_registration> of(device& on, void* memory, std::size_t bytes);

//! The way to let go of it: unlocking, and locking the same memory anew, must not meet.
void give_back(std::shared_ptr<host_registration> held);

} // namespace gpufft::shared_registrations

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_SHARED_REGISTRATIONS_H */
