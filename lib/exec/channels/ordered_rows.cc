/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/ordered_rows.h"
#include <utility>

namespace gpufft {

dealt_rows::dealt_rows(std::shared_ptr<const device_reorder> order,
                       std::size_t channels,
                       bool are_streams)
    : d_order(std::move(order)), d_channels(channels), d_are_streams(are_streams)
{
}

std::size_t dealt_rows::output_bytes(std::size_t rows) const
{
    return rows * d_order->values() * sizeof(channel_sample);
}

void dealt_rows::enqueue(
    queue& q, buffer& from, buffer& to, std::size_t rows, std::uint32_t) const
{
    d_order->enqueue(q,
                     from,
                     row_layout::of_vectors(d_channels),
                     to,
                     d_are_streams ? row_layout::of_streams(rows)
                                   : row_layout::of_vectors(d_order->values()),
                     rows);
}

bool dealt_rows::writes_to_rings() const
{
    return d_are_streams && d_order->takes_rings();
}

void dealt_rows::enqueue_to_rings(queue& q,
                                  buffer& from,
                                  buffer& rings,
                                  std::size_t rows) const
{
    d_order->enqueue_to_rings(q, from, row_layout::of_vectors(d_channels), rings, rows);
}

gathered_rows::gathered_rows(std::shared_ptr<const device_reorder> order,
                             std::shared_ptr<const device_reorder> none,
                             std::size_t values,
                             bool are_streams)
    : d_order(std::move(order)),
      d_none(std::move(none)),
      d_values(values),
      d_are_streams(are_streams)
{
}

void gathered_rows::enqueue(queue& q,
                            const given_bytes& from,
                            buffer& to,
                            std::size_t rows) const
{
    const auto at = from.at / sizeof(channel_sample);
    const auto values = from.of_each / sizeof(channel_sample);
    const auto there = d_are_streams ? values : values / d_values;
    const auto in = d_are_streams ? row_layout::of_streams(there, at)
                                  : row_layout::of_vectors(d_values, at);
    const auto points = d_order->values();
    const auto missing = rows - there;
    if (missing)
        d_none->enqueue(q, from.of, in, to, row_layout::of_vectors(points), missing);
    d_order->enqueue(
        q, from.of, in, to, row_layout::of_vectors(points, missing * points), there);
}

bool gathered_rows::reads_rings() const
{
    return d_are_streams && d_order->takes_rings();
}

void gathered_rows::enqueue_from_rings(
    queue& q, buffer& rings, std::size_t of_each, buffer& to, std::size_t rows) const
{
    const auto points = d_order->values();
    const auto there = of_each / sizeof(channel_sample);
    const auto missing = rows - there;
    if (missing)
        d_none->enqueue_from_rings(
            q, rings, 0, to, row_layout::of_vectors(points), missing);
    d_order->enqueue_from_rings(
        q, rings, 0, to, row_layout::of_vectors(points, missing * points), there);
}

joined_samples::joined_samples(join_orders orders, const layout& lies)
    : d_orders(std::move(orders)), d_lies(lies)
{
}

std::size_t joined_samples::overshoot() const
{
    return d_orders.all->values() * sizeof(channel_sample);
}

//! Calls put(order, item, at, items): \p items items of the streams, from \p item on, go
//! to sample \p at of the rows. Zeros before the streams reach into the first item, which
//! comes after them.
template <class action>
void joined_samples::join(const action& put) const
{
    const auto of_item = d_orders.all->values();
    const auto put_zeros = [&](std::size_t begin, std::size_t end) {
        if (begin < end)
            put(*d_orders.none, 0, begin, (end - begin + of_item - 1) / of_item);
    };
    const bool begins_within = d_lies.missing == 0 && d_lies.skipped > 0;
    const std::size_t taken = begins_within ? 1 : 0; // items
    const auto first = (d_lies.missing + taken) * of_item - d_lies.skipped;
    if (begins_within)
        put(*d_orders.last, 0, 0, 1);
    else
        put_zeros(0, first);
    if (d_lies.there > taken)
        put(*d_orders.all, taken, first, d_lies.there - taken);
    put_zeros(first + (d_lies.there - taken) * of_item, d_lies.samples);
}

void joined_samples::enqueue(queue& q,
                             const given_bytes& from,
                             buffer& to,
                             std::size_t) const
{
    const auto of_item = d_orders.all->values();
    auto in = row_layout::of_streams(from.of_each / sizeof(channel_sample),
                                     from.at / sizeof(channel_sample));
    const auto begin = in.at;
    join([&](const auto& order, std::size_t item, std::size_t at, std::size_t items) {
        in.at = begin + item;
        order.enqueue(q, from.of, in, to, row_layout::of_vectors(of_item, at), items);
    });
}

bool joined_samples::reads_rings() const { return d_orders.all->takes_rings(); }

void joined_samples::enqueue_from_rings(
    queue& q, buffer& rings, std::size_t, buffer& to, std::size_t) const
{
    const auto of_item = d_orders.all->values();
    join([&](const auto& order, std::size_t item, std::size_t at, std::size_t items) {
        const auto out = row_layout::of_vectors(of_item, at);
        order.enqueue_from_rings(q, rings, item, to, out, items);
    });
}

} // namespace gpufft
