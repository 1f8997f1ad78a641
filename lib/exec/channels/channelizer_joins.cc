/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/reorder_test.h"
#include "exec/channels/stream_channelizer.h"
#include "math/divided_up.h"
#include <gpufft/error.h>
#include <algorithm>
#include <numeric>

//! What a stream_channelizer does where the device has some of several streams: it joins
//! them there.
namespace gpufft {

namespace {

//! The greatest whole number that is not above \p a / \p b; \p b > 0.
std::int64_t divided_down(std::int64_t a, std::int64_t b)
{
    return a >= 0 ? a / b : -divided_up(-a, b);
}

//! Samples by which the rows of periods begin behind an item.
std::int64_t skipped_of(const channelizer_shape& s)
{
    return (s.hop + s.ahead) % s.channels;
}

join_orders orders_for(const channelizer_shape& s, const std::shared_ptr<device>& on)
{
    std::vector<int> map(static_cast<std::size_t>(s.channels));
    std::iota(map.begin(), map.end(), 0);
    join_orders orders;
    orders.all = tested_reorder(map, on);
    if (!orders.all)
        return orders;
    const std::vector<int> last(map.begin() + skipped_of(s), map.end());
    orders.last = std::make_shared<device_reorder>(*orders.all, last);
    std::fill(map.begin(), map.end(), -1);
    orders.none = std::make_shared<device_reorder>(*orders.all, map);
    return orders;
}

} // namespace

bool stream_channelizer::joins_on_device() const
{
    if (is_cpu() || static_cast<std::size_t>(d_shape.period()) > d_rows.max_rows())
        return false;
    if (!d_joins)
        d_joins = orders_for(d_shape, d_rows.on());
    return d_joins->all != nullptr;
}

//! Rows begin with a period, so that all begin as far behind an item of the streams.
void stream_channelizer::choose_joined(piece& p,
                                       const channelizer_call& c,
                                       std::size_t most) const
{
    const auto period = static_cast<std::size_t>(d_shape.period());
    const auto left = c.outputs - static_cast<std::size_t>(p.first);
    p.rows = std::min(std::max(most / period, std::size_t(1)) * period, left);
}

//! Finds the items of \p p's rows in the streams, as far as these have them: the rest is
//! 0, or the window is.
void stream_channelizer::join(piece& p, const channelizer_call& c) const
{
    if (!joins_on_device()) // of the same taps, another one has joined them
        throw device_error("nothing joins streams on the device any more");
    constexpr auto BYTES = static_cast<std::int64_t>(sizeof(channel_sample));
    const auto of_item = d_shape.channels;
    const auto begin = d_shape.begin(p.first);
    const auto samples = static_cast<std::int64_t>(reach_of(p.rows));
    const auto before = static_cast<std::int64_t>(c.on_device.before);
    const auto arrived = static_cast<std::int64_t>(c.outputs) * d_shape.hop;
    const auto first = divided_down(begin, of_item);
    const auto from = std::max(first, -before / of_item);
    const auto until = std::min(divided_up(begin + samples, of_item), arrived / of_item);
    joined_samples::layout lies;
    lies.skipped = static_cast<std::size_t>(begin - first * of_item);
    lies.missing = static_cast<std::size_t>(from - first);
    lies.there = static_cast<std::size_t>(until - from);
    lies.samples = static_cast<std::size_t>(samples);
    for (const auto& each : c.on_device.in_streams)
        p.mirrored.in_parts.push_back(
            each.part(from * BYTES, lies.there * sizeof(channel_sample)));
    p.mirrored.begin = std::make_shared<joined_samples>(*d_joins, lies);
}

} // namespace gpufft
