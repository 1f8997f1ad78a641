/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/log.h"
#include <fmt/format.h>
#include <system_error>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <mutex>
#include <set>
#include <vector>

namespace gpufft::env {

namespace {

std::string value_of(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

//! The folder or folders that \p name is set to. Code is loaded from there, files are
//! trusted or written with the rights of the program: it is not set in one that has more
//! than its user.
std::string place_of(const char* name)
{
    const char* value = ::secure_getenv(name);
    return value ? value : "";
}

//! Once in a process, that \p name is set to what it may not be.
void refuse(const char* name, const std::string& value, const std::string& may_be)
{
    static std::mutex guard;
    static auto& said = *new std::set<std::string>; // as long as the log lives
    const std::lock_guard<std::mutex> lock(guard);
    if (said.insert(name + ("=" + value)).second)
        log().warn(
            "{} is \"{}\", which is taken as not set; it may be {}", name, value, may_be);
}

//! What \p name is set to, of \p words; "" is no word, and is said of any other, once.
std::string word_of(const char* name, const std::vector<std::string>& words)
{
    const auto value = value_of(name);
    if (value.empty() || std::count(words.begin(), words.end(), value))
        return value;
    refuse(name, value, fmt::format("\"{}\"", fmt::join(words, "\" or \"")));
    return "";
}

//! The whole number that an environment variable holds.
std::optional<std::uint32_t> number_of(const char* name)
{
    const auto value = value_of(name);
    std::uint32_t number = 0;
    const auto end = value.data() + value.size();
    const auto read = std::from_chars(value.data(), end, number);
    if (!value.empty() && read.ec == std::errc() && read.ptr == end)
        return number;
    if (!value.empty())
        refuse(name, value, "a whole number of 0 .. 4294967295");
    return std::nullopt;
}

} // namespace

std::string device() { return value_of("GPUFFT_DEVICE"); }
std::string effort() { return value_of("GPUFFT_EFFORT"); }
std::string begin() { return word_of("GPUFFT_BEGIN", { "compiled", "at_once" }); }
std::string kernel_cache() { return word_of("GPUFFT_KERNEL_CACHE", { "driver" }); }
std::optional<std::uint32_t> kernel_cache_mib()
{
    return number_of("GPUFFT_KERNEL_CACHE_MIB");
}
std::optional<std::uint32_t> fftw_points() { return number_of("GPUFFT_FFTW_POINTS"); }
std::string fftw_report() { return word_of("GPUFFT_FFTW_REPORT", { "0", "1" }); }
std::string pocl() { return word_of("GPUFFT_POCL", { "driver", "queues" }); }
std::string pocl_devices() { return value_of("POCL_DEVICES"); }

std::string backend_dir() { return place_of("GPUFFT_BACKEND_DIR"); }
std::string python_path() { return place_of("PYTHONPATH"); }
std::string dump_dir() { return place_of("GPUFFT_DUMP_DIR"); }
std::string pocl_cache_dir() { return place_of("POCL_CACHE_DIR"); }
std::string pocl_compiler()
{
    std::string all;
    for (const char* name : { "POCL_EXTRA_BUILD_FLAGS",
                              "POCL_WORK_GROUP_METHOD",
                              "POCL_LLVM_CPU_NAME",
                              "POCL_KERNELLIB_NAME",
                              "POCL_FORCE_PARALLEL_OUTER_LOOP",
                              "POCL_FULL_REPLICATION_THRESHOLD",
                              "POCL_WILOOPS_MAX_UNROLL_COUNT" })
        if (const auto value = value_of(name); !value.empty())
            all += fmt::format("{}{}={}", all.empty() ? "" : " ", name, value);
    return all;
}
std::string display() { return value_of("DISPLAY"); }
std::string wayland_display() { return value_of("WAYLAND_DISPLAY"); }
std::string qt_platform() { return value_of("QT_QPA_PLATFORM"); }
std::string temporary_dir() { return place_of("TMPDIR"); }
std::string nvrtc() { return place_of("GPUFFT_NVRTC"); }
std::string mkl() { return place_of("GPUFFT_MKL"); }
std::string virtual_env() { return place_of("VIRTUAL_ENV"); }
std::string conda_prefix() { return place_of("CONDA_PREFIX"); }
std::string cuda_home() { return place_of("CUDA_HOME"); }
std::string cuda_path() { return place_of("CUDA_PATH"); }
std::string home() { return place_of("HOME"); }

bool has_invalid_cache_home()
{
    const auto cache = place_of("XDG_CACHE_HOME");
    return !cache.empty() && cache.front() != '/';
}

std::string cache_dir()
{
    const auto cache = place_of("XDG_CACHE_HOME");
    if (!cache.empty() && !has_invalid_cache_home())
        return cache + "/gpufft";
    if (const auto folder = home(); !folder.empty())
        return folder + "/.cache/gpufft";
    return "";
}

void set(const char* name, const char* value) { ::setenv(name, value, 1); }
void unset(const char* name) { ::unsetenv(name); }

} // namespace gpufft::env
