/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/time_tag.h"

namespace gr {
namespace gpufft {

namespace {

bool is_whole(const pmt::pmt_t& value)
{
    return pmt::is_uint64(value) || (pmt::is_integer(value) && pmt::to_long(value) >= 0);
}

} // namespace

pmt::pmt_t tag_time::value() const
{
    return pmt::make_tuple(pmt::from_uint64(seconds), pmt::from_double(fraction));
}

bool is_time_tag(const gr::tag_t& tag)
{
    static const auto& key = *new pmt::pmt_t(pmt::intern("rx_time"));
    return pmt::eq(tag.key, key);
}

std::optional<tag_time> time_of(const pmt::pmt_t& value)
{
    if (!pmt::is_tuple(value) || pmt::length(value) < 2)
        return {};
    const auto whole = pmt::tuple_ref(value, 0), part = pmt::tuple_ref(value, 1);
    if (!is_whole(whole) || !pmt::is_real(part))
        return {};
    const tag_time time{ pmt::to_uint64(whole), pmt::to_double(part) };
    const bool is_fraction = time.fraction >= 0 && time.fraction < 1; // no NaN is
    return is_fraction ? std::make_optional(time) : std::nullopt;
}

} // namespace gpufft
} // namespace gr
