/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_WISDOM_DEVICE_KEY_JSON_H
#define INCLUDED_GPUFFT_LIB_PLAN_WISDOM_DEVICE_KEY_JSON_H

#include "plan/wisdom/wisdom_record.h"
#include <nlohmann/json.hpp>
#include <cstdint>
#include <string>

//! What lines about measurements have in common. All functions throw json's exceptions
//! where a field is missing or has another type.
namespace gpufft {

//! What \p line says. \throws plan_error  it is no JSON, or nests deeper than records do
nlohmann::ordered_json parse_record_line(const std::string& line);

//! Adds the fields of \p on at the end of \p line.
void add_device_key(nlohmann::ordered_json& line, const device_key& on);

device_key read_device_key(const nlohmann::ordered_json& from);

//! \throws plan_error  the field is no time; the message names it as \p name
double read_seconds(const nlohmann::ordered_json& from, const char* name);

//! A whole number from 0 to \p most. \throws plan_error  it is none; names it as \p name
std::uint64_t
read_count(const nlohmann::ordered_json& from, const char* name, std::uint64_t most);

//! The field `when_s` of \p from: seconds since 1970 in UTC, when something was measured.
//! \throws plan_error  it is no whole number, or beyond the year 9999
std::int64_t read_when(const nlohmann::ordered_json& from);

//! A text for people that may also stand in a comment of a kernel: part of one line.
//! \throws plan_error  it holds a control character; names it as \p name
std::string read_words(const nlohmann::ordered_json& from, const char* name);

//! \p record as one line without its end. Bytes that are not UTF-8 are replaced, since
//! drivers' texts may hold such bytes.
std::string one_line(const nlohmann::ordered_json& record);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_WISDOM_DEVICE_KEY_JSON_H */
