/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/text_parts.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <system_error>
#include <charconv>
#include <cmath>

namespace gpufft {

namespace {

constexpr std::int64_t MOST = std::int64_t(1) << 62;

//! All of \p text as a number; whatever the locale.
template <class number>
bool is_number(const std::string& text, number* value)
{
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, *value);
    return error == std::errc() && rest == end;
}

} // namespace

std::vector<std::string> split_text(const std::string& text, const std::string& separator)
{
    std::vector<std::string> pieces;
    std::size_t begin = 0;
    for (;;) {
        const auto end = text.find(separator, begin);
        pieces.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos)
            return pieces;
        begin = end + separator.size();
    }
}

std::int64_t parse_count(const std::string& text)
{
    std::int64_t value = 0;
    if (!is_number(text, &value) || value < 0 || value > MOST)
        throw plan_error(
            fmt::format("\"{}\" must be a whole number, 0 .. {} (2^62)", text, MOST));
    return value;
}

double parse_real(const std::string& text)
{
    double value = 0;
    if (!is_number(text, &value) || !std::isfinite(value))
        throw plan_error(
            fmt::format("\"{}\" must be a finite number such as 0.5 or 1e-3", text));
    return value;
}

std::vector<std::int64_t> parse_counts(const std::string& text,
                                       const std::string& separator)
{
    std::vector<std::int64_t> counts;
    for (const auto& piece : split_text(text, separator))
        counts.push_back(parse_count(piece));
    return counts;
}

std::string join_counts(const std::vector<std::int64_t>& counts, const char* separator)
{
    std::string text;
    for (const auto count : counts)
        text += fmt::format("{}{}", text.empty() ? "" : separator, count);
    return text;
}

} // namespace gpufft
