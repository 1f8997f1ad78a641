/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "survey/settings/voltage_settings.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace gpufft {

namespace {

// A file each, all of which are written a bit at a time.
constexpr std::int64_t MOST_BANK_CHANNELS = 4096;
constexpr std::size_t LONGEST_NAME = 100;

bool is_file_name(const std::string& name)
{
    return !name.empty() && name.size() <= LONGEST_NAME && name[0] != '.' &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return std::isalnum(c) || c == '_' || c == '-' || c == '.';
           });
}

void check_band(const voltage_band& b)
{
    if (!is_file_name(b.name))
        refuse(
            "--voltages: \"{}\" names files, and must be 1 to {} letters, digits, _, - "
            "and ., of which . is not the first",
            b.name,
            LONGEST_NAME);
    if (!std::isfinite(b.centre_hz) || !(b.rate_hz > 0) || !std::isfinite(b.rate_hz))
        refuse("--voltages {}: a centre in Hz and a rate above 0 are needed, got {} and "
               "{}",
               b.name,
               b.centre_hz,
               b.rate_hz);
    if (!(b.width_hz >= 0 && b.width_hz < b.rate_hz))
        refuse("--voltages {}: its width must be below its rate, {}, as a filter's edges "
               "need room between them; got {}",
               b.name,
               b.rate_hz,
               b.width_hz);
}

} // namespace

void validate(const voltage_settings& s)
{
    std::set<std::string> names;
    for (const auto& b : s.bands) {
        check_band(b);
        if (!names.insert(b.name).second)
            refuse("--voltages: two bands are called {}; give each a name of its own",
                   b.name);
    }
    if (s.channels == 0)
        return;
    if (s.channels < 2 || s.channels > MOST_BANK_CHANNELS)
        refuse("--filter-bank must be of 2 .. {} channels, a file each, got {}",
               MOST_BANK_CHANNELS,
               s.channels);
    if (s.oversampling != 1 && s.oversampling != 2)
        refuse("--filter-bank: samples come once or twice as fast as channels are wide, "
               "{0}:1 or {0}:2; got {1}",
               s.channels,
               s.oversampling);
    if (s.channels % s.oversampling != 0)
        refuse("--filter-bank: an even number of channels can come twice as fast as they "
               "are wide, got {}; {}:1 or {} work",
               s.channels,
               s.channels,
               s.channels + 1);
}

void add_to_json(nlohmann::ordered_json& to, const voltage_settings& s)
{
    for (const auto& b : s.bands)
        to["voltages"].push_back(
            b.width_hz > 0
                ? fmt::format("{}={}:{}:{}", b.name, b.centre_hz, b.rate_hz, b.width_hz)
                : fmt::format("{}={}:{}", b.name, b.centre_hz, b.rate_hz));
    if (s.channels > 0)
        to["filter-bank"] = fmt::format("{}:{}", s.channels, s.oversampling);
}

} // namespace gpufft
