/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_WORTH_H
#define INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_WORTH_H

#include "fftw3/request/problem.h"
#include <gpufft/devices.h>
#include <cstdint>

namespace gpufft::fftw3 {

//! Points of a call, transforms times lengths, from which on the device is worth the
//! launch and the copies: $GPUFFT_FFTW_POINTS, else by what \p on is.
std::int64_t fewest_points(const device_info& on);

//! The least of fewest_points() of all devices: calls of fewer points need not look for
//! one.
std::int64_t fewest_points_of_any();

//! The device computes \p p sooner than the FFTW underneath.
bool is_worth_a_launch(const problem& p, const device_info& on);

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_WORTH_H */
