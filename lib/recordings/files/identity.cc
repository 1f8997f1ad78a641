/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "recordings/files/identity.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr std::size_t BLOCK_BYTES = 4096;
constexpr std::size_t BLOCKS = 16;

} // namespace

std::string identity_of(const mapped_file& file, const std::string& metadata)
{
    std::string blocks;
    const auto bytes = file.bytes();
    const auto size = std::min(BLOCK_BYTES, bytes);
    for (std::size_t i = 0; i < BLOCKS; ++i)
        blocks.append(file.data() + (bytes - size) / (BLOCKS - 1) * i, size);
    blocks.append(file.data() + bytes - size, size);
    return stable_hash({ metadata, std::to_string(bytes), blocks });
}

std::string identity_of_beginning(const mapped_file& file, const std::string& format)
{
    return stable_hash(
        { "grows",
          format,
          std::string(file.data(), std::min(BEGINNING_BYTES, file.bytes())) });
}

} // namespace gpufft
