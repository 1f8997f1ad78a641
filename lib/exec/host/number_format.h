/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_NUMBER_FORMAT_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_NUMBER_FORMAT_H

#include <gpufft/transform.h>
#include <cstddef>

//! Numbers of any precision in memory of the host.
namespace gpufft {

std::size_t number_bytes(precision p);
double read_number(precision p, const void* from);
//! Rounded to the nearest.
void write_number(precision p, void* to, double value);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_NUMBER_FORMAT_H */
