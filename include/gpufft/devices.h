/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_DEVICES_H
#define INCLUDED_GPUFFT_DEVICES_H

#include <gpufft/device_limits.h>
#include <string>
#include <vector>

namespace gpufft {

enum class device_type { gpu, cpu, other };

//! A device that can be asked for by name, and what it can do.
struct device_info {
    std::string name;     //!< "opencl:0": backend and number
    std::string product;  //!< what its maker calls it
    std::string platform; //!< the runtime that drives it, and its version
    std::string driver;   //!< driver version
    device_type type = device_type::other;
    device_limits limits;
    std::string compiler; //!< what compiles its kernels, and for which processor
};

//! A backend or runtime that gave no device, and why.
struct absent_backend {
    std::string name;
    std::string reason;
    std::string remedy = {};  //!< "install NVRTC: ..."; "": none is known
    std::string product = {}; //!< the device that it is about; "": all of the backend
};

struct device_list {
    std::vector<device_info> devices; //!< in order of preference
    std::vector<absent_backend> absent;
    //! What would make better use of a GPU that is there, a line each: "NVIDIA H100 is
    //! not used: install NVRTC: ...".
    std::vector<std::string> advice = {};
};

/*!
 * \brief Every device there is, best first (a GPU before a CPU), and what was not found
 *
 * A runtime that fails is listed in `absent` with its reason; just own_process.h throws.
 * The first look for devices in a process loads the drivers, here or where one is chosen,
 * and sets $POCL_DEVICES meanwhile, unless it is set or $GPUFFT_POCL is `driver`, and
 * $POCL_CACHE_DIR where PoCL's own folder cannot be written or is full: no other thread
 * should read or change the environment beside it.
 */
device_list list_devices();

/*!
 * \brief The device that \p wanted names
 *
 * "auto" or "": $GPUFFT_DEVICE where set, else the first of list_devices(). Otherwise
 * an exact name ("opencl:0"), an exact product, or a part of one product (or else of one
 * platform) that no other shares, in either case. "/2" behind it: at most 2 threads of a
 * CPU device, as its name and compute units then say; each user gets others if it can.
 * \throws device_error  nothing or several things match; the message lists what there is
 */
device_info choose_device(const std::string& wanted);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_DEVICES_H */
