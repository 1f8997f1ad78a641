/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/samples/stored_format.h"
#include <boost/algorithm/string/case_conv.hpp>
#include <map>
#include <regex>

namespace gpufft {

const char KNOWN_FORMATS[] =
    "cf16 cf32 cf64 ci8 ci16 ci32 cu8 cu16 cu32, the same with r "
    "for real, then _le or _be";

namespace {

//! Other programs' words, where they can mean one thing only. Not among them: iq, raw,
//! bin, dat, c64.
const std::map<std::string, std::string>& aliases()
{
    static const auto& all = *new std::map<std::string, std::string>{
        { "cs8", "ci8" },   { "sc8", "ci8" },   { "c8", "ci8" },    { "uc8", "cu8" },
        { "cs16", "ci16" }, { "sc16", "ci16" }, { "c16", "ci16" },  { "cs32", "ci32" },
        { "sc32", "ci32" }, { "c32", "ci32" },  { "fc32", "cf32" }, { "cfile", "cf32" },
        { "fc64", "cf64" },
    };
    return all;
}

stored_format::number number_of(char letter)
{
    switch (letter) {
    case 'f':
        return stored_format::number::real;
    case 'i':
        return stored_format::number::integer;
    default:
        return stored_format::number::natural;
    }
}

} // namespace

std::optional<stored_format> find_format(const std::string& name)
{
    static const auto& pattern =
        *new std::regex("([rc])(f16|f32|f64|[iu]8|[iu]16|[iu]32)(_le|_be)?");
    auto word = boost::algorithm::to_lower_copy(name.substr(0, 16));
    if (const auto alias = aliases().find(word); alias != aliases().end())
        word = alias->second;
    std::smatch found;
    if (name.size() > 16 || !std::regex_match(word, found, pattern))
        return {};
    stored_format f;
    const auto number = found[2].str();
    f.is_complex = found[1] == "c";
    f.numbers = number_of(number[0]);
    f.bits = std::stoi(number.substr(1));
    f.is_big_endian = f.bits > 8 && found[3] == "_be";
    f.name = found[1].str() + number;
    if (f.bits > 8)
        f.name += f.is_big_endian ? "_be" : "_le";
    return f;
}

stored_format parse_format(const std::string& name)
{
    if (const auto found = find_format(name))
        return *found;
    refuse_recording("sample format \"{}\" is not known; known are {}",
                     name.substr(0, 40),
                     KNOWN_FORMATS);
}

std::optional<stored_format> format_of_extension(const std::string& extension)
{
    return extension.size() > 1 && extension[0] == '.' ? find_format(extension.substr(1))
                                                       : std::nullopt;
}

std::optional<sample_kind> kind_as_stored(const stored_format& f)
{
    static const auto& kinds = *new std::map<std::string, sample_kind>{
        { "cf32_le", sample_kind::complex_float }, { "rf32_le", sample_kind::real_float },
        { "ci16_le", sample_kind::complex_int16 }, { "ci8", sample_kind::complex_int8 },
        { "cu8", sample_kind::complex_uint8 },
    };
    const auto found = kinds.find(f.name);
    return found == kinds.end() ? std::nullopt : std::make_optional(found->second);
}

} // namespace gpufft
