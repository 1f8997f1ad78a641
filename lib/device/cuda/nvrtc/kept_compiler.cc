/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/nvrtc/kept_compiler.h"
#include <fmt/format.h>
#include <regex>

namespace gpufft::cuda {

namespace {

// No text of a kernel.
std::string note_key(int architecture)
{
    return kernel_cache::key_of(
        fmt::format("what compiled kernels for sm_{}", architecture), {}, "");
}

} // namespace

bool has_clusters(const kept_compiler& one)
{
    return std::stoi(one.version) >= 12 &&
           std::stoi(one.target.substr(one.target.find('_') + 1)) >= 90;
}

std::optional<kept_compiler> compiler_kept_in(const kernel_cache& cache, int architecture)
{
    const auto note = cache.load(note_key(architecture));
    if (!note)
        return std::nullopt;
    const std::string text(note->begin(), note->end());
    std::smatch found;
    static const std::regex FORM(R"((\d{1,4}\.\d{1,4}) ((sm|compute)_\d{1,4}))");
    if (!std::regex_match(text, found, FORM))
        return std::nullopt;
    return kept_compiler{ found[1], found[2] };
}

void note_compiler(const kernel_cache& cache, int architecture, const kept_compiler& one)
{
    if (!cache.takes_more() || compiler_kept_in(cache, architecture) == one)
        return;
    const auto text = one.version + " " + one.target;
    cache.store(note_key(architecture), { text.begin(), text.end() });
}

} // namespace gpufft::cuda
