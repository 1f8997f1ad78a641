/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

namespace gpufft {

std::string stable_hash(std::initializer_list<std::string_view> parts)
{
    std::string joined;
    for (const auto part : parts)
        joined += fmt::format("{}:{}", part.size(), part);
    const XXH128_hash_t hash = XXH3_128bits(joined.data(), joined.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace gpufft
