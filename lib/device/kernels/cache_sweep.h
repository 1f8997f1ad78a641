/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_CACHE_SWEEP_H
#define INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_CACHE_SWEEP_H

#include <cstddef>
#include <cstdint>
#include <string>

//! What keeps a folder of compiled kernels from growing without bound.
namespace gpufft {

/*!
 * \brief Has the kernels in \p folder take at most \p most_bytes of the disk
 *
 * Where they take more, those whose last use is the longest ago go, until three quarters
 * of that are left; first of all those of a time that has not come. Files that were begun
 * an hour ago and have no name of a kernel yet are of processes that were killed, and go
 * as well. Any number of processes may sweep and use a folder at once. Never throws.
 */
void sweep_cache(const std::string& folder, std::uintmax_t most_bytes) noexcept;

struct cache_usage {
    std::size_t kernels = 0;
    std::uintmax_t bytes = 0; //!< of the disk
};

//! What the kernels in \p folder take; nothing where there is no such folder.
cache_usage usage_of_cache(const std::string& folder);

//! What was removed, and how many kernels could not be.
struct cache_removal {
    cache_usage removed;
    std::size_t left = 0;
};

//! Removes the kernels that \p folder holds now.
cache_removal clear_cache(const std::string& folder);

/*!
 * \brief Counts \p bytes that were written to \p folder
 * \return whether it is time to sweep: after the first in this process, and each time
 *         that a sixteenth of \p most_bytes has come together since
 */
bool is_sweep_due(const std::string& folder,
                  std::uintmax_t bytes,
                  std::uintmax_t most_bytes);

//! The file open as \p number was used now. Said once an hour: then nothing is written.
void note_use(int number) noexcept;

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_CACHE_SWEEP_H */
