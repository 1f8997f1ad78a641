/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_WISDOM_DEVICE_KEY_JSON_H
#define INCLUDED_GPUFFT_LIB_PLAN_WISDOM_DEVICE_KEY_JSON_H

#include "plan/wisdom/wisdom_record.h"
#include <nlohmann/json.hpp>
#include <cstdint>
#include <string>

//! What lines about measurements have in common. All throw json's exceptions where a
//! field is missing or of another type.
namespace gpufft {

//! What \p line says. \throws plan_error  it is no JSON, or nests deeper than records do
nlohmann::ordered_json parse_record_line(const std::string& line);

//! The fields of \p on, at the end of \p line.
void add_device_key(nlohmann::ordered_json& line, const device_key& on);

device_key read_device_key(const nlohmann::ordered_json& from);

//! \throws plan_error  it is no time; names it as \p name
double read_seconds(const nlohmann::ordered_json& from, const char* name);

//! A whole number from 0 to \p most. \throws plan_error  it is none; names it as \p name
std::uint64_t
read_count(const nlohmann::ordered_json& from, const char* name, std::uint64_t most);

//! When something was measured, which a field `when_s`, \p from, says: seconds since 1970
//! in UTC. \throws plan_error  it is no whole number, or beyond the year 9999
std::int64_t read_when(const nlohmann::ordered_json& from);

//! What is read by people and in kernels as a part of a line.
//! \throws plan_error  it holds a control character; names it as \p name
std::string read_words(const nlohmann::ordered_json& from, const char* name);

//! Without its end; what is not UTF-8 is replaced, as drivers' texts need not be.
std::string one_line(const nlohmann::ordered_json& record);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_WISDOM_DEVICE_KEY_JSON_H */
