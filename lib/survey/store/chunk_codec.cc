/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/store/zarr_array.h"
#include <blosc.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>
#include <cstring>
#include <fstream>

namespace gpufft {

namespace {

std::string zlib_compressed(const void* bytes, std::size_t count)
{
    auto size = ::compressBound(count);
    std::string file(size, '\0');
    if (::compress2(reinterpret_cast<Bytef*>(file.data()),
                    &size,
                    static_cast<const Bytef*>(bytes),
                    count,
                    1) != Z_OK)
        throw survey_error(fmt::format("zlib cannot compress {} bytes", count));
    file.resize(size);
    return file;
}

// One thread, of which the same bytes come each time.
std::string blosc_compressed(const void* bytes, std::size_t count, std::size_t item_bytes)
{
    std::string file(count + BLOSC_MAX_OVERHEAD, '\0');
    const int size = ::blosc_compress_ctx(5,
                                          BLOSC_SHUFFLE,
                                          item_bytes,
                                          count,
                                          bytes,
                                          file.data(),
                                          file.size(),
                                          "lz4",
                                          0,
                                          1);
    if (size <= 0)
        throw survey_error(
            fmt::format("Blosc cannot compress {} bytes: {}", count, size));
    file.resize(static_cast<std::size_t>(size));
    return file;
}

//! Whether what Blosc's header says of the file \p path is as long as that is.
bool is_whole_blosc(const std::string& path, std::size_t bytes)
{
    char header[BLOSC_MIN_HEADER_LENGTH] = {};
    std::ifstream file(path, std::ios::binary);
    if (!file.read(header, sizeof(header)))
        return false;
    std::size_t all = 0, stored = 0, block = 0;
    ::blosc_cbuffer_sizes(header, &all, &stored, &block);
    return stored == bytes;
}

// Deflate makes 1032 bytes of one at most.
constexpr std::size_t MOST_BYTES_OF_ONE = 1100;

//! What is cheap to see before there is memory for a chunk, which a damaged file may
//! claim far too much of.
bool can_be_chunk(const zarr_array& a, const std::string& file)
{
    const auto bytes = a.chunk_bytes();
    std::size_t all = 0;
    switch (a.compressor) {
    case compression::zlib:
        return bytes / MOST_BYTES_OF_ONE <= file.size();
    case compression::blosc:
        return ::blosc_cbuffer_validate(file.data(), file.size(), &all) == 0 &&
               all == bytes;
    case compression::none:
        break;
    }
    return bytes == file.size();
}

[[noreturn]] void refuse_chunk(const zarr_array& a)
{
    throw survey_error(fmt::format("a chunk of the array {} is damaged", a.name));
}

} // namespace

std::string compressed(const zarr_array& a, const void* bytes, std::size_t count)
{
    switch (a.compressor) {
    case compression::zlib:
        return zlib_compressed(bytes, count);
    case compression::blosc:
        // Its buffers hold less than 2 GiB; larger chunks are of a single row each.
        if (count <= BLOSC_MAX_BUFFERSIZE)
            return blosc_compressed(bytes, count, a.item_bytes());
        throw survey_error(
            "Blosc compresses chunks below 2 GiB; --compressor none works");
    case compression::none:
        break;
    }
    return std::string(static_cast<const char*>(bytes), count);
}

std::vector<char> uncompressed(const zarr_array& a, const std::string& file)
{
    if (!can_be_chunk(a, file))
        refuse_chunk(a);
    std::vector<char> bytes(a.chunk_bytes());
    auto size = static_cast<uLongf>(bytes.size());
    if (a.compressor == compression::zlib) {
        if (::uncompress(reinterpret_cast<Bytef*>(bytes.data()),
                         &size,
                         reinterpret_cast<const Bytef*>(file.data()),
                         file.size()) != Z_OK ||
            size != bytes.size())
            refuse_chunk(a);
    } else if (a.compressor == compression::blosc) {
        if (::blosc_decompress_ctx(file.data(), bytes.data(), bytes.size(), 1) !=
            static_cast<int>(bytes.size()))
            refuse_chunk(a);
    } else {
        std::memcpy(bytes.data(), file.data(), bytes.size());
    }
    return bytes;
}

bool is_whole_chunk(const zarr_array& a, const std::string& path)
{
    struct stat found = {};
    if (::stat(path.c_str(), &found) != 0 || found.st_size == 0)
        return false;
    const auto bytes = static_cast<std::size_t>(found.st_size);
    switch (a.compressor) {
    case compression::blosc:
        return is_whole_blosc(path, bytes);
    case compression::none:
        return bytes == a.chunk_bytes();
    case compression::zlib:
        break;
    }
    return true;
}

} // namespace gpufft
