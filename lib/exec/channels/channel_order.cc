/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/channel_order.h"
#include "exec/host/host_vectors.h"
#include <algorithm>
#include <numeric>
#include <utility>

namespace gpufft {

namespace {

// What one call multiplies at least.
constexpr std::int64_t TURNS_OF_A_CALL = 1024;
// Values that are put together before they go to their streams stay in a first-level
// cache.
constexpr std::size_t VALUES_TO_DEAL = 4096;
constexpr std::size_t ROWS_TO_DEAL = 8; // at least: a line of a stream

} // namespace

void join_streams(const std::vector<const channel_sample*>& streams,
                  std::int64_t begin,
                  std::int64_t end,
                  channel_sample* to)
{
    const auto count = static_cast<std::int64_t>(streams.size());
    if (count == 1) {
        std::copy(streams[0] + begin, streams[0] + end, to);
        return;
    }
    const auto put_to = [&](std::int64_t until) {
        for (; begin < until; ++begin)
            *to++ = streams[static_cast<std::size_t>(begin % count)][begin / count];
    };
    put_to(std::min(end, (begin + count - 1) / count * count));
    const auto items = (end - begin) / count;
    streams_to_rows(streams.data(),
                    streams.size(),
                    static_cast<std::size_t>(begin / count),
                    static_cast<std::size_t>(items),
                    to);
    begin += items * count;
    to += items * count;
    put_to(end);
}

channel_order::channel_order(const channelizer_shape& s, std::vector<int> map)
    : d_shape(s), d_map(std::move(map))
{
    std::vector<int> all(static_cast<std::size_t>(s.channels));
    std::iota(all.begin(), all.end(), 0);
    d_has_all = d_map == all;
    if (!s.has_host_turns())
        return;
    d_roots = turning_roots(s);
    const auto count = static_cast<std::int64_t>(d_map.size());
    const auto of_a_period = s.period() * count;
    if (of_a_period > MOST_TURNS)
        return;
    d_turned_rows = s.period() * std::max<std::int64_t>(1, TURNS_OF_A_CALL / of_a_period);
    d_turns.resize(static_cast<std::size_t>(d_turned_rows * count));
    for (std::int64_t o = 0; o < d_turned_rows; ++o)
        fill_turns(o, d_turns.data() + o * count);
}

void channel_order::fill_turns(std::int64_t o, channel_sample* to) const
{
    const auto turn = d_shape.turn(o);
    for (const auto channel : d_map)
        *to++ = d_roots[static_cast<std::size_t>(channel * turn % d_shape.channels)];
}

void channel_order::pick(const channel_sample* from,
                         std::size_t rows,
                         channel_sample* to) const
{
    for (; rows > 0; --rows, from += d_shape.channels)
        for (const auto channel : d_map)
            *to++ = from[channel];
}

void channel_order::gather(const channel_sample* from,
                           std::int64_t first,
                           std::size_t rows,
                           channel_sample* to) const
{
    const auto count = d_map.size();
    if (!d_has_all || !d_shape.has_host_turns()) {
        pick(from, rows, to);
        from = to;
    }
    if (!d_shape.has_host_turns())
        return;
    std::vector<channel_sample> turns(d_turns.empty() ? count : 0);
    while (rows > 0) {
        std::size_t some = 1;
        const auto* by = turns.data();
        if (d_turns.empty()) {
            fill_turns(first, turns.data());
        } else {
            const auto known = first % d_turned_rows;
            some = std::min(rows, static_cast<std::size_t>(d_turned_rows - known));
            by = d_turns.data() + static_cast<std::size_t>(known) * count;
        }
        multiply(from, by, some * count, to);
        from += some * count;
        to += some * count;
        first += static_cast<std::int64_t>(some);
        rows -= some;
    }
}

void channel_order::deal(const channel_sample* from,
                         std::int64_t first,
                         std::size_t rows,
                         const std::vector<channel_sample*>& streams) const
{
    const auto channels = static_cast<std::size_t>(d_shape.channels);
    const auto count = d_map.size();
    auto at = static_cast<std::size_t>(first);
    if (is_plain()) {
        rows_to_streams(from, channels, rows, streams.data(), count, at);
        return;
    }
    const auto most =
        std::max(ROWS_TO_DEAL, VALUES_TO_DEAL / count / ROWS_TO_DEAL * ROWS_TO_DEAL);
    std::vector<channel_sample> wanted(std::min(most, rows) * count);
    for (const auto end = at + rows; at < end;) {
        const auto some = std::min(most, end - at);
        gather(from, static_cast<std::int64_t>(at), some, wanted.data());
        rows_to_streams(wanted.data(), count, some, streams.data(), count, at);
        from += some * channels;
        at += some;
    }
}

} // namespace gpufft
