/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/utc_time.h"
#include <fmt/format.h>
#include <ctime>
#include <regex>

namespace gpufft {

namespace {

constexpr std::int64_t SECOND_NS = 1'000'000'000;
constexpr std::size_t LONGEST = 64; // a text beyond that is no time

//! Days from 1970-01-01 to a date of the Gregorian calendar.
std::int64_t days_of(std::int64_t year, int month, int day)
{
    // Years begin in March here, so that a leap day is the last of its year.
    const std::int64_t y = month > 2 ? year : year - 1;
    const std::int64_t day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    const std::int64_t leap_days = y / 4 - y / 100 + y / 400;
    return 365 * y + leap_days + day_of_year - 719468;
}

bool is_date(int year, int month, int day)
{
    static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    if (year < 1678 || year > 2261 || month < 1 || month > 12 || day < 1)
        return false;
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return day <= lengths[month - 1] + (month == 2 && is_leap ? 1 : 0);
}

//! "+01:30", "-0130" or "Z": seconds that the clock is ahead of UTC.
std::int64_t offset_s(const std::string& zone)
{
    if (zone.empty() || zone == "Z" || zone == "z")
        return 0;
    const auto minutes = zone.size() > 3 ? std::stoi(zone.substr(zone.size() - 2)) : 0;
    const auto seconds = 3600 * std::stoi(zone.substr(1, 2)) + 60 * minutes;
    return zone[0] == '-' ? -seconds : seconds;
}

//! Nanoseconds that the digits behind the point are.
utc_time fraction_of(std::string digits)
{
    utc_time t = { 0, SECOND_NS };
    digits.resize(std::min<std::size_t>(digits.size(), 9));
    for (const char digit : digits) {
        t.unit_ns /= 10;
        t.ns += (digit - '0') * t.unit_ns;
    }
    return t;
}

} // namespace

std::optional<utc_time> parse_utc(const std::string& text)
{
    static const auto& pattern = *new std::regex(
        "(\\d{4})-(\\d\\d)-(\\d\\d)[Tt ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?"
        "(Z|z|[+-]\\d\\d(?::?\\d\\d)?)?");
    std::smatch found;
    if (text.size() > LONGEST || !std::regex_match(text, found, pattern))
        return {};
    const auto number = [&](int i) { return found[i].matched ? std::stoi(found[i]) : 0; };
    // A leap second has the number 60.
    if (!is_date(number(1), number(2), number(3)) || number(4) > 24 || number(5) > 59 ||
        number(6) > 60)
        return {};
    auto t = fraction_of(found[7]);
    const std::int64_t seconds = days_of(number(1), number(2), number(3)) * 86400 +
                                 number(4) * 3600 + number(5) * 60 + number(6) -
                                 offset_s(found[8]);
    t.ns += seconds * SECOND_NS;
    return t;
}

std::string utc_text(std::int64_t ns)
{
    auto second = static_cast<std::time_t>(ns / SECOND_NS);
    auto rest = ns % SECOND_NS;
    if (rest < 0) {
        rest += SECOND_NS;
        --second;
    }
    std::tm t = {};
    ::gmtime_r(&second, &t);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:09}Z",
                       t.tm_year + 1900,
                       t.tm_mon + 1,
                       t.tm_mday,
                       t.tm_hour,
                       t.tm_min,
                       t.tm_sec,
                       rest);
}

} // namespace gpufft
