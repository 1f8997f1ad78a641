/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_MAPPING_GUARD_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_MAPPING_GUARD_H

#include <cstddef>

/*!
 * Mappings whose pages may turn out not to be there: what the handler of SIGBUS knows.
 * A table of fixed size, for a handler may neither allocate nor lock.
 */
namespace gpufft::mapping_guard {

//! \return the number of the mapping; -1 where the table is full
int add(const void* begin, std::size_t bytes);
void remove(int number);
bool has_failed(int number);

//! Installs the handler, where it is not.
void install();
//! Installs it again where it was installed and somebody has put his own in its place: a
//! compiler that catches crashes, as LLVM does for OpenCL, puts back what it found when
//! it began.
void keep_installed();

} // namespace gpufft::mapping_guard

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_MAPPING_GUARD_H */
