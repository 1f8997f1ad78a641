/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure/clocks.h"
#include <dlfcn.h>
#include <cstdlib>

namespace gpufft::app {

namespace {

// Values of nvml.h.
constexpr int CLOCK_SM = 1, CLOCK_MEMORY = 2;

template <typename Function>
Function find(void* library, const char* name)
{
    return reinterpret_cast<Function>(dlsym(library, name));
}

} // namespace

device_clocks read_clocks(const device_info& of)
{
    device_clocks found;
    if (of.name.rfind("cuda:", 0) != 0)
        return found;
    void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return found;
    const auto init = find<int (*)()>(library, "nvmlInit_v2");
    const auto get_device =
        find<int (*)(unsigned, void**)>(library, "nvmlDeviceGetHandleByIndex_v2");
    const auto get_clock =
        find<int (*)(void*, int, unsigned*)>(library, "nvmlDeviceGetClockInfo");
    const auto get_most =
        find<int (*)(void*, int, unsigned*)>(library, "nvmlDeviceGetMaxClockInfo");
    const auto number = static_cast<unsigned>(std::atoi(of.name.c_str() + 5));
    void* handle = nullptr;
    if (!init || !get_device || !get_clock || !get_most || init() != 0 ||
        get_device(number, &handle) != 0)
        return found;
    get_clock(handle, CLOCK_SM, &found.cores_mhz);
    get_clock(handle, CLOCK_MEMORY, &found.memory_mhz);
    get_most(handle, CLOCK_SM, &found.most_cores_mhz);
    return found;
}

} // namespace gpufft::app
