/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_ENTRY_SERVICES_H
#define INCLUDED_GPUFFT_LIB_FFTW3_ENTRY_SERVICES_H

#include <gpufft/transform.h>
#include <cstddef>
#include <cstdio>

/*!
 * FFTW's functions without plans, of either precision. They are the FFTW underneath's
 * where there is one. The engine keeps wisdom of its own in files of its own; devices
 * have as many threads as $GPUFFT_DEVICE says. Nothing is thrown.
 */
namespace gpufft::fftw3 {

using write_char = void (*)(char, void*);
using read_char = int (*)(void*);
using parallel_loop = void (*)(void* (*)(char*), char*, std::size_t, int, void*);

// Without an FFTW underneath what is exported is an empty wisdom; what looks like any is
// imported, and forgotten.
void export_wisdom(precision p, write_char write, void* data) noexcept;
void export_wisdom(precision p, std::FILE* to) noexcept;
int export_wisdom(precision p, const char* filename) noexcept;
char* export_wisdom(precision p) noexcept; //!< to be freed by free()
int import_wisdom(precision p, read_char read, void* data) noexcept;
int import_wisdom(precision p, std::FILE* from) noexcept;
int import_wisdom_file(precision p, const char* filename) noexcept;
int import_wisdom_string(precision p, const char* text) noexcept;
int import_system_wisdom(precision p) noexcept;
void forget_wisdom(precision p) noexcept;

//! Plans stay as they are.
void cleanup(precision p) noexcept;
void set_timelimit(precision p, double seconds) noexcept;

int init_threads(precision p) noexcept;
void cleanup_threads(precision p) noexcept;
void plan_with_nthreads(precision p, int threads) noexcept;
int planner_nthreads(precision p) noexcept;
void make_planner_thread_safe(precision p) noexcept;
void threads_set_callback(precision p, parallel_loop loop, void* data) noexcept;

//! At a multiple of 64, for any device and FFTW's vectors; nullptr: there is no memory.
void* allocate(std::size_t bytes) noexcept;
//! allocate() for \p count elements of \p bytes each; nullptr also where that overflows.
void* allocate(std::size_t count, std::size_t bytes) noexcept;
void release(void* memory) noexcept;
//! FFTW's; without one 0, since the engine takes any address.
int alignment_of(precision p, void* address) noexcept;

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_ENTRY_SERVICES_H */
