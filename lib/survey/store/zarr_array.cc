/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/store/zarr_array.h"
#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace gpufft {

namespace {

nlohmann::ordered_json compressor_json(compression c)
{
    switch (c) {
    case compression::zlib:
        return { { "id", "zlib" }, { "level", 1 } };
    case compression::blosc:
        return { { "id", "blosc" },
                 { "cname", "lz4" },
                 { "clevel", 5 },
                 { "shuffle", 1 },
                 { "blocksize", 0 } };
    case compression::none:
        break;
    }
    return nullptr;
}

bool is_known_type(const std::string& dtype)
{
    if (dtype == "<f4" || dtype == "<f8" || dtype == "<i8")
        return true;
    return dtype.rfind("<U", 0) == 0 && dtype.size() > 2 && dtype.size() < 8 &&
           dtype.find_first_not_of("0123456789", 2) == std::string::npos;
}

//! Far more than a chunk of a survey has, and less than numbers of bytes can be.
constexpr std::int64_t MOST_CHUNK_BYTES = std::int64_t(1) << 40;

//! Chunks have items, and their bytes can be counted.
bool are_good_chunks(const zarr_array& a)
{
    auto bytes = static_cast<std::int64_t>(a.item_bytes());
    for (const auto each : a.chunks)
        if (each <= 0 || __builtin_mul_overflow(bytes, each, &bytes) ||
            bytes > MOST_CHUNK_BYTES)
            return false;
    return bytes > 0;
}

compression compressor_of(const nlohmann::ordered_json& metadata)
{
    const auto& c = metadata.at("compressor");
    if (c.is_null())
        return compression::none;
    return parse_compression(c.at("id").get<std::string>());
}

} // namespace

std::size_t zarr_array::item_bytes() const
{
    const auto count = static_cast<std::size_t>(std::stoi(dtype.substr(2)));
    return dtype[1] == 'U' ? 4 * count : count; // letters of UCS-4
}

std::size_t zarr_array::chunk_bytes() const
{
    return std::accumulate(chunks.begin(),
                           chunks.end(),
                           item_bytes(),
                           [](std::size_t bytes, std::int64_t each) {
                               return bytes * static_cast<std::size_t>(each);
                           });
}

nlohmann::ordered_json zarr_array::metadata() const
{
    nlohmann::ordered_json j;
    j["chunks"] = chunks;
    j["compressor"] = compressor_json(compressor);
    j["dtype"] = dtype;
    j["fill_value"] = fill_value;
    j["filters"] = nullptr;
    j["order"] = "C";
    j["shape"] = shape;
    j["zarr_format"] = 2;
    return j;
}

nlohmann::ordered_json zarr_array::all_attributes() const
{
    nlohmann::ordered_json j;
    j["_ARRAY_DIMENSIONS"] = dimensions;
    for (const auto& [name, value] : attributes.items())
        j[name] = value;
    return j;
}

std::string zarr_array::chunk_name(std::int64_t first) const
{
    auto name = std::to_string(first);
    for (std::size_t i = 1; i < shape.size(); ++i)
        name += ".0";
    return name;
}

std::string zarr_text(const nlohmann::ordered_json& j) { return j.dump(4) + "\n"; }

zarr_array parse_zarr_array(const std::string& name,
                            const nlohmann::ordered_json& metadata,
                            const nlohmann::ordered_json& attributes)
try {
    zarr_array a;
    a.name = name;
    a.dtype = metadata.at("dtype").get<std::string>();
    a.shape = metadata.at("shape").get<std::vector<std::int64_t>>();
    a.chunks = metadata.at("chunks").get<std::vector<std::int64_t>>();
    a.compressor = compressor_of(metadata);
    a.fill_value = metadata.at("fill_value");
    a.attributes = attributes;
    a.dimensions = attributes.at("_ARRAY_DIMENSIONS").get<std::vector<std::string>>();
    a.attributes.erase("_ARRAY_DIMENSIONS");
    const bool is_good =
        is_known_type(a.dtype) && !a.shape.empty() && a.shape.size() == a.chunks.size() &&
        a.shape.size() == a.dimensions.size() &&
        std::all_of(a.shape.begin(), a.shape.end(), [](auto n) { return n >= 0; }) &&
        are_good_chunks(a);
    if (!is_good)
        throw survey_error(fmt::format("the array {} is none that a survey has", name));
    return a;
} catch (const nlohmann::ordered_json::exception& e) {
    throw survey_error(
        fmt::format("the metadata of the array {} are damaged: {}", name, e.what()));
}

} // namespace gpufft
