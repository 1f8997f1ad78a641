/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_THREAD_LIMIT_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_THREAD_LIMIT_H

#include <gpufft/devices.h>
#include <string>

namespace gpufft {

//! "opencl:0/2": the device "opencl:0", of which no more than 2 threads compute.
struct limited_name {
    std::string name;
    int threads = 0; //!< 0: as many as the device has
};

//! Takes a limit off the end of \p wanted; what does not end in "/" and a number is a
//! name as it stands.
limited_name split_limit(const std::string& wanted);

//! \p name with a limit; as it is where \p threads is 0 or less.
std::string with_limit(const std::string& name, int threads);

//! \p whole with the limit in its name and its compute units. Just CPU devices have one,
//! and just where it is less than what they have.
device_info limited(const device_info& whole, int threads);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_THREAD_LIMIT_H */
