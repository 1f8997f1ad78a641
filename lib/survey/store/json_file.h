/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_STORE_JSON_FILE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_STORE_JSON_FILE_H

#include <nlohmann/json.hpp>
#include <string>

namespace gpufft {

//! The JSON object that \p text, all of the file \p path, is.
//! \throws survey_error  names the file: it is none, or nested deeper than any of a
//! survey
nlohmann::ordered_json json_of(const std::string& path, const std::string& text);

//! The JSON object in the file \p path. \throws survey_error  there is none, json_of()
nlohmann::ordered_json json_in(const std::string& path);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_STORE_JSON_FILE_H */
