/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_SEEN_GPUS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_SEEN_GPUS_H

#include <string>
#include <vector>

namespace gpufft {

//! What the files of the system say of it and its GPUs, without any driver's library.
struct linux_system {
    std::string distribution; //!< "debian", "ubuntu", as os-release has it; "": not known
    std::string release;      //!< "12", "24.04"
    bool is_container = false;
    bool has_nvidia_module = false;       //!< NVIDIA's part of the kernel is loaded
    std::vector<std::string> nvidia_gpus; //!< by product where the module tells it
};

//! \param root  "/", or the folder of a copy in tests
linux_system look_at_system(const std::string& root = "/");

//! The system that this process runs on, looked at once.
const linux_system& this_system();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_SEEN_GPUS_H */
