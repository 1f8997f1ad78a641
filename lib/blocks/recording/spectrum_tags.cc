/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/time_tag.h"
#include "blocks/recording/spectrum_tags.h"
#include <cmath>

namespace gr {
namespace gpufft {

namespace {

// Whole seconds of which the nanoseconds can be counted.
constexpr std::uint64_t MOST_SECONDS = 9000000000;

nlohmann::ordered_json json_of(const pmt::pmt_t& value)
{
    if (pmt::is_bool(value))
        return pmt::to_bool(value);
    if (pmt::is_symbol(value))
        return pmt::symbol_to_string(value);
    if (pmt::is_uint64(value))
        return pmt::to_uint64(value);
    if (pmt::is_integer(value))
        return pmt::to_long(value);
    if (pmt::is_real(value))
        return pmt::to_double(value);
    return pmt::write_string(value);
}

} // namespace

std::optional<std::int64_t> utc_ns_of(const gr::tag_t& tag)
{
    if (!is_time_tag(tag))
        return {};
    const auto time = time_of(tag.value);
    if (!time || time->seconds > MOST_SECONDS)
        return {};
    return static_cast<std::int64_t>(time->seconds) * 1000000000 +
           std::llround(1e9 * time->fraction);
}

nlohmann::ordered_json json_of(const gr::tag_t& tag)
{
    nlohmann::ordered_json j;
    j["key"] = json_of(tag.key);
    j["value"] = json_of(tag.value);
    if (pmt::is_symbol(tag.srcid))
        j["source"] = pmt::symbol_to_string(tag.srcid);
    return j;
}

} // namespace gpufft
} // namespace gr
