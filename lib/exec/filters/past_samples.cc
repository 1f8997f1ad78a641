/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/filters/past_samples.h"
#include <algorithm>
#include <cstring>

namespace gpufft {

void past_samples::keep(std::size_t samples)
{
    const auto bytes = samples * d_sample_bytes;
    if (bytes > d_bytes.size())
        d_bytes.insert(d_bytes.begin(), bytes - d_bytes.size(), 0);
}

void past_samples::copy_last(std::size_t samples, void* to) const
{
    copy_samples(samples, samples, to);
}

void past_samples::copy_samples(std::size_t ago, std::size_t samples, void* to) const
{
    const auto bytes = samples * d_sample_bytes;
    if (bytes == 0)
        return;
    const auto behind = (ago - samples) * d_sample_bytes; // and not wanted
    const auto there = d_bytes.size() - std::min(behind, d_bytes.size());
    const auto kept = std::min(bytes, there);
    auto* at = static_cast<unsigned char*>(to);
    std::memset(at, 0, bytes - kept);
    if (kept)
        std::memcpy(at + bytes - kept, d_bytes.data() + there - kept, kept);
}

void past_samples::append(const void* in, std::size_t samples)
{
    const auto bytes = samples * d_sample_bytes;
    const auto* from = static_cast<const unsigned char*>(in);
    if (d_bytes.empty() || bytes == 0)
        return;
    if (bytes >= d_bytes.size()) {
        std::memcpy(d_bytes.data(), from + bytes - d_bytes.size(), d_bytes.size());
        return;
    }
    std::memmove(d_bytes.data(), d_bytes.data() + bytes, d_bytes.size() - bytes);
    std::memcpy(d_bytes.data() + d_bytes.size() - bytes, from, bytes);
}

} // namespace gpufft
