/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/channel_order.h"
#include "math/roots.h"
#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace gpufft {

namespace {

// A block of so many rows and channels is whole cache lines of both sides.
constexpr std::size_t BLOCK = 8;
// Factors that are kept: 8 MiB of them.
constexpr std::int64_t MOST_TURNS = std::int64_t(1) << 20;

//! Not std::complex's, which looks for NaNs.
channel_sample product(channel_sample a, channel_sample b)
{
    return { a.real() * b.real() - a.imag() * b.imag(),
             a.real() * b.imag() + a.imag() * b.real() };
}

//! Items \p item and after, \p items of them, of streams \p at and after.
void join_block(const std::vector<const channel_sample*>& streams,
                std::size_t at,
                std::size_t item,
                std::size_t items,
                channel_sample* to)
{
    const auto count = streams.size();
    const auto end = std::min(at + BLOCK, count);
    for (std::size_t m = 0; m < items; ++m)
        for (std::size_t i = at; i < end; ++i)
            to[m * count + i] = streams[i][item + m];
}

//! Whole turns through the streams.
void join_items(const std::vector<const channel_sample*>& streams,
                std::size_t first,
                std::size_t items,
                channel_sample* to)
{
    for (std::size_t m = 0; m < items; m += BLOCK)
        for (std::size_t i = 0; i < streams.size(); i += BLOCK)
            join_block(streams,
                       i,
                       first + m,
                       std::min(BLOCK, items - m),
                       to + m * streams.size());
}

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
    join_items(streams,
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
    d_is_plain = d_map == all && !s.has_turns();
    if (!s.has_turns())
        return;
    for (std::int64_t k = 0; k < s.channels; ++k)
        d_roots.emplace_back(root_of_unity(-k, s.channels));
    const auto count = static_cast<std::int64_t>(d_map.size());
    if (s.period() * count > MOST_TURNS)
        return;
    d_turns.resize(static_cast<std::size_t>(s.period() * count));
    for (std::int64_t o = 0; o < s.period(); ++o)
        fill_turns(o, d_turns.data() + o * count);
}

void channel_order::fill_turns(std::int64_t o, channel_sample* to) const
{
    const auto turn = d_shape.turn(o);
    for (const auto channel : d_map)
        *to++ = d_roots[static_cast<std::size_t>(channel * turn % d_shape.channels)];
}

const channel_sample* channel_order::turns_of(std::int64_t o,
                                              channel_sample* memory) const
{
    if (!d_turns.empty())
        return d_turns.data() +
               o % d_shape.period() * static_cast<std::int64_t>(d_map.size());
    fill_turns(o, memory);
    return memory;
}

void channel_order::gather(const channel_sample* from,
                           std::int64_t first,
                           std::size_t rows,
                           channel_sample* to) const
{
    std::vector<channel_sample> memory(d_turns.empty() ? d_map.size() : 0);
    for (std::size_t r = 0; r < rows; ++r, from += d_shape.channels) {
        const auto* turns =
            d_shape.has_turns()
                ? turns_of(first + static_cast<std::int64_t>(r), memory.data())
                : nullptr;
        for (std::size_t i = 0; i < d_map.size(); ++i, ++to)
            *to = turns ? product(from[d_map[i]], turns[i]) : from[d_map[i]];
    }
}

//! Rows of a block, whose outputs are multiplied already, to streams \p at and after.
void channel_order::deal_block(const channel_sample* from,
                               std::int64_t first,
                               std::size_t rows,
                               std::size_t at,
                               const std::vector<channel_sample*>& streams) const
{
    const auto end = std::min(at + BLOCK, d_map.size());
    for (std::size_t i = at; i < end; ++i)
        for (std::size_t r = 0; r < rows; ++r)
            streams[i][static_cast<std::size_t>(first) + r] =
                from[static_cast<std::int64_t>(r) * d_shape.channels + d_map[i]];
}

void channel_order::deal(const channel_sample* from,
                         std::int64_t first,
                         std::size_t rows,
                         const std::vector<channel_sample*>& streams) const
{
    const auto count = d_map.size();
    if (!d_shape.has_turns()) {
        for (std::size_t r = 0; r < rows; r += BLOCK)
            for (std::size_t i = 0; i < count; i += BLOCK)
                deal_block(from + static_cast<std::int64_t>(r) * d_shape.channels,
                           first + static_cast<std::int64_t>(r),
                           std::min(BLOCK, rows - r),
                           i,
                           streams);
        return;
    }
    std::vector<channel_sample> turned(BLOCK * count);
    for (std::size_t r = 0; r < rows; r += BLOCK) {
        const auto some = std::min(BLOCK, rows - r);
        const auto o = first + static_cast<std::int64_t>(r);
        gather(from + static_cast<std::int64_t>(r) * d_shape.channels,
               o,
               some,
               turned.data());
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < some; ++k)
                streams[i][static_cast<std::size_t>(o) + k] = turned[k * count + i];
    }
}

} // namespace gpufft
