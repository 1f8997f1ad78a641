/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/library/loaded_library.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

namespace gpufft::cuda {

loaded_library::loaded_library(const std::vector<std::string>& files)
{
    std::string reasons;
    for (const auto& file : files) {
        d_handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (d_handle) {
            d_file = file;
            return;
        }
        const char* reason = ::dlerror();
        reasons +=
            fmt::format("{}{}", reasons.empty() ? "" : "; ", reason ? reason : file);
    }
    throw load_error(reasons);
}

std::string loaded_library::path() const
{
    link_map* found = nullptr;
    return ::dlinfo(d_handle, RTLD_DI_LINKMAP, &found) == 0 ? found->l_name : d_file;
}

void* loaded_library::address_of(const char* function) const
{
    void* address = ::dlsym(d_handle, function);
    if (!address)
        throw load_error(fmt::format("{} has no {}", d_file, function));
    return address;
}

} // namespace gpufft::cuda
