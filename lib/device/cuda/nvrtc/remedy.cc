/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/nvrtc/remedy.h"
#include <fmt/format.h>

namespace gpufft::cuda {

namespace {

struct nvrtc_package {
    const char* distribution;
    const char* release;
    const char* name;
    const char* section; //!< that the lists of packages must hold
    int gpus_end;        //!< from this architecture on it leaves out what they can do
};

constexpr int ANY = 1000;

const nvrtc_package NVRTC_PACKAGES[] = {
    { "debian", "12", "libnvrtc11.2", "non-free", 90 },
    { "debian", "13", "libnvrtc12", "non-free", ANY },
    { "ubuntu", "22.04", "libnvrtc11.2", "multiverse", 90 },
    { "ubuntu", "24.04", "libnvrtc12", "multiverse", ANY },
};

// GPUs before this one are unknown to NVRTC 13.
constexpr int OLDEST_OF_13 = 75;

//! "apt install libnvrtc12 (non-free), or ", "" where no package is known that does all
//! for the GPU.
std::string nvrtc_by_apt(const linux_system& on, int architecture)
{
    for (const auto& each : NVRTC_PACKAGES)
        if (on.distribution == each.distribution && on.release == each.release &&
            architecture < each.gpus_end)
            return fmt::format("apt install {} ({}), or ", each.name, each.section);
    return "";
}

} // namespace

std::string nvrtc_remedy(const linux_system& on, int driver_version, int architecture)
{
    const bool takes_13 = driver_version >= 13000 && architecture >= OLDEST_OF_13;
    return fmt::format("install NVRTC: {}pip install {}",
                       nvrtc_by_apt(on, architecture),
                       takes_13 ? "'nvidia-cuda-nvrtc==13.*'" : "nvidia-cuda-nvrtc-cu12");
}

std::string driver_remedy(const linux_system& on)
{
    if (on.is_container)
        return "start the container with its GPUs and their driver: docker run --gpus "
               "all";
    if (on.distribution == "debian")
        return on.has_nvidia_module
                   ? "install the driver's library: apt install libcuda1 (non-free)"
                   : "install NVIDIA's driver: apt install nvidia-driver (non-free)";
    return on.has_nvidia_module
               ? "install libcuda.so.1 of NVIDIA's driver, of the kernel module's version"
               : "install NVIDIA's driver";
}

} // namespace gpufft::cuda
