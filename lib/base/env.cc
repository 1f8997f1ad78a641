/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/log.h"
#include <fmt/format.h>
#include <algorithm>
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

//! What \p name is set to, of \p words; "" is no word, and is said of any other, once.
std::string word_of(const char* name, const std::vector<std::string>& words)
{
    const auto value = value_of(name);
    if (value.empty() || std::count(words.begin(), words.end(), value))
        return value;
    static std::mutex guard;
    static auto& said = *new std::set<std::string>; // as long as the log lives
    const std::lock_guard<std::mutex> lock(guard);
    if (said.insert(name + ("=" + value)).second)
        log().warn("{} is \"{}\", which is taken as not set; it may be \"{}\"",
                   name,
                   value,
                   fmt::join(words, "\" or \""));
    return "";
}

} // namespace

std::string device() { return value_of("GPUFFT_DEVICE"); }
std::string effort() { return value_of("GPUFFT_EFFORT"); }
std::string begin() { return word_of("GPUFFT_BEGIN", { "compiled", "at_once" }); }
std::string kernel_cache() { return word_of("GPUFFT_KERNEL_CACHE", { "driver" }); }
std::string pocl() { return word_of("GPUFFT_POCL", { "driver" }); }
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
