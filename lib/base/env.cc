/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include <cstdlib>

namespace gpufft::env {

namespace {

std::string value_of(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

} // namespace

std::string device() { return value_of("GPUFFT_DEVICE"); }
std::string effort() { return value_of("GPUFFT_EFFORT"); }
std::string begin() { return value_of("GPUFFT_BEGIN"); }
std::string kernel_cache() { return value_of("GPUFFT_KERNEL_CACHE"); }
std::string pocl() { return value_of("GPUFFT_POCL"); }
std::string pocl_devices() { return value_of("POCL_DEVICES"); }
std::string backend_dir() { return value_of("GPUFFT_BACKEND_DIR"); }
std::string python_path() { return value_of("PYTHONPATH"); }
std::string dump_dir() { return value_of("GPUFFT_DUMP_DIR"); }

std::string cache_dir()
{
    if (const auto cache = value_of("XDG_CACHE_HOME"); !cache.empty())
        return cache + "/gpufft";
    if (const auto home = value_of("HOME"); !home.empty())
        return home + "/.cache/gpufft";
    return "";
}

void set(const char* name, const char* value) { ::setenv(name, value, 1); }
void unset(const char* name) { ::unsetenv(name); }

} // namespace gpufft::env
