/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/formats/guppi_header.h"
#include <system_error>
#include <boost/algorithm/string/trim.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace gpufft {

namespace {

constexpr std::size_t MOST_CARDS = 10000;
constexpr std::uint64_t DIRECT_IO_BYTES = 512; // that headers and data are padded to

} // namespace

bool is_guppi_card(const char* at)
{
    return std::all_of(
        at, at + GUPPI_CARD_BYTES, [](char c) { return c >= ' ' && c <= '~'; });
}

std::uint64_t guppi_padding(std::uint64_t place)
{
    return (DIRECT_IO_BYTES - place % DIRECT_IO_BYTES) % DIRECT_IO_BYTES;
}

bool is_guppi_card_at(const mapped_file& file, std::uint64_t place)
{
    return place + GUPPI_CARD_BYTES <= file.bytes() && is_guppi_card(file.data() + place);
}

guppi_header::guppi_header(const mapped_file& file,
                           std::uint64_t place,
                           std::size_t number)
    : d_path(file.path()), d_number(number)
{
    for (std::size_t i = 0; i < MOST_CARDS; ++i) {
        if (file.bytes() - place < (i + 1) * GUPPI_CARD_BYTES)
            refuse("its header has no END; the file was cut off");
        const char* at = file.data() + place + i * GUPPI_CARD_BYTES;
        if (!is_guppi_card(at))
            refuse(fmt::format("line {} of its header is no text", i));
        const std::string card(at, GUPPI_CARD_BYTES);
        auto name = boost::algorithm::trim_copy(card.substr(0, GUPPI_NAME_BYTES));
        if (name == "END") {
            d_bytes = (i + 1) * GUPPI_CARD_BYTES;
            if (is_direct_io())
                d_bytes += guppi_padding(d_bytes);
            return;
        }
        if (card[GUPPI_NAME_BYTES] != '=')
            continue;
        auto value = boost::algorithm::trim_copy(card.substr(GUPPI_NAME_BYTES + 1));
        // A comment may follow after a slash; texts in quotes may have slashes in them.
        if (!value.empty() && value[0] == '\'')
            value = value.substr(1, value.find('\'', 1) - 1);
        else
            value = value.substr(0, value.find('/'));
        d_cards[std::move(name)] = boost::algorithm::trim_copy(value);
    }
    refuse(fmt::format("its header has no END in {} lines", MOST_CARDS));
}

void guppi_header::refuse(const std::string& why) const
{
    refuse_recording("{}: block {}: {}", d_path, d_number, why);
}

std::string guppi_header::text_or_empty(const char* name) const
{
    const auto found = d_cards.find(name);
    return found == d_cards.end() ? "" : found->second;
}

std::optional<double> guppi_header::find_real(const char* name) const
{
    const auto found = d_cards.find(name);
    if (found == d_cards.end())
        return {};
    double value = 0;
    const auto& text = found->second;
    const auto [rest, error] =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || rest != text.data() + text.size() ||
        !std::isfinite(value))
        refuse(fmt::format("{} must be a number, and is {}", name, text));
    return value;
}

std::optional<std::int64_t> guppi_header::find_whole(const char* name) const
{
    const auto value = find_real(name);
    if (!value)
        return {};
    // Doubles hold all whole numbers up to here.
    if (std::trunc(*value) != *value || std::abs(*value) > 9007199254740992.0)
        refuse(fmt::format("{} must be a whole number, and is {}", name, *value));
    return static_cast<std::int64_t>(*value);
}

std::int64_t guppi_header::whole_or(const char* name, std::int64_t otherwise) const
{
    return find_whole(name).value_or(otherwise);
}

std::int64_t
guppi_header::whole(const char* name, std::int64_t least, std::int64_t most) const
{
    const auto value = find_whole(name);
    if (!value)
        refuse(fmt::format("its header does not say {}", name));
    if (*value < least || *value > most)
        refuse(fmt::format("{} must be {} to {}, and is {}", name, least, most, *value));
    return *value;
}

double guppi_header::real(const char* name) const
{
    const auto value = find_real(name);
    if (!value)
        refuse(fmt::format("its header does not say {}", name));
    return *value;
}

} // namespace gpufft
