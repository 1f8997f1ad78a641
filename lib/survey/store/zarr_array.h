/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_STORE_ZARR_ARRAY_H
#define INCLUDED_GPUFFT_LIB_SURVEY_STORE_ZARR_ARRAY_H

#include "survey/settings/survey_settings.h"
#include "survey/store/whole_file.h"
#include <nlohmann/json.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! What a .zarray and a .zattrs say of an array of Zarr, format 2.
struct zarr_array {
    std::string name;  //!< its folder in the group's
    std::string dtype; //!< "<f4", "<U9" for up to 9 letters
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> chunks;
    std::vector<std::string> dimensions; //!< a name each, for xarray
    compression compressor = compression::none;
    nlohmann::ordered_json fill_value; //!< of chunks that are not there
    nlohmann::ordered_json attributes;

    std::size_t item_bytes() const;
    std::size_t chunk_bytes() const;         //!< of a whole one, before it is compressed
    nlohmann::ordered_json metadata() const; //!< .zarray
    nlohmann::ordered_json all_attributes() const; //!< .zattrs
    //! "3.0": the file of the chunk with number \p first along the first dimension.
    std::string chunk_name(std::int64_t first) const;
};

//! What metadata() and all_attributes() gave for \p name.
//! \throws survey_error  they are damaged, or of a kind that no survey has
zarr_array parse_zarr_array(const std::string& name,
                            const nlohmann::ordered_json& metadata,
                            const nlohmann::ordered_json& attributes);

//! \p bytes as a chunk's file holds them; the same ones for the same input.
//! \throws survey_error  the compressor fails
std::string compressed(const zarr_array& a, const void* bytes, std::size_t count);

//! What compressed() was given. \throws survey_error  it is damaged
std::vector<char> uncompressed(const zarr_array& a, const std::string& file);

//! Whether \p path is a file that compressed() made all of, as far as can be told without
//! reading it all.
bool is_whole_chunk(const zarr_array& a, const std::string& path);

//! JSON as Zarr's own library writes it, with a line break at its end.
std::string zarr_text(const nlohmann::ordered_json& j);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_STORE_ZARR_ARRAY_H */
