/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/synthesizers/synthesizer_rows.h"
#include <algorithm>

namespace gpufft {

bool is_in_order(const std::vector<int>& map, std::size_t points)
{
    for (std::size_t i = 0; i < map.size(); ++i)
        if (map[i] != static_cast<int>(i))
            return false;
    return map.size() == points;
}

namespace {

//! Vectors of a value for each channel of \p map as \p rows rows of \p points points.
void vectors_to_rows(const channel_sample* from,
                     const std::vector<int>& map,
                     std::size_t rows,
                     std::size_t points,
                     channel_sample* to)
{
    std::fill(to, to + rows * points, channel_sample());
    for (; rows > 0; --rows, to += points)
        for (const auto channel : map)
            to[channel] = *from++;
}

} // namespace

synthesizer_rows::synthesizer_rows(const synthesizer_shape& s,
                                   const synthesizer_call& c,
                                   const std::vector<int>& map)
    : d_call(c), d_map(map), d_points(static_cast<std::size_t>(s.points))
{
    if (c.has_vectors) {
        d_is_in_order = is_in_order(map, d_points);
        return;
    }
    if (c.on_device.is_only_there)
        return;
    d_streams.resize(d_points, nullptr);
    for (std::size_t i = 0; i < c.in.size(); ++i)
        d_streams[static_cast<std::size_t>(map[i])] = c.in[i];
    for (auto& each : d_streams) {
        if (each)
            continue;
        d_silence.resize(c.rows);
        each = d_silence.data();
    }
}

const channel_sample* synthesizer_rows::in_place(std::size_t first) const
{
    return d_is_in_order ? d_call.in[0] + first * d_points : nullptr;
}

void synthesizer_rows::put(std::size_t first, std::size_t rows, channel_sample* to) const
{
    if (const auto* from = in_place(first))
        std::copy(from, from + rows * d_points, to);
    else if (d_call.has_vectors)
        vectors_to_rows(d_call.in[0] + first * d_map.size(), d_map, rows, d_points, to);
    else
        streams_to_rows(d_streams.data(), d_points, first, rows, to);
}

void synthesizer_rows::append_to(synthesizer_past& past, std::size_t rows) const
{
    if (d_call.on_device.is_only_there) {
        past.go_on_with(past.count() + static_cast<std::int64_t>(rows));
        return;
    }
    const auto kept = std::min(rows, past.kept());
    if (const auto* from = in_place(rows - kept)) {
        past.append(from, kept, rows);
        return;
    }
    std::vector<channel_sample> last(kept * d_points);
    put(rows - kept, kept, last.data());
    past.append(last.data(), kept, rows);
}

} // namespace gpufft
