/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/stream_synthesizer.h"
#include <algorithm>

namespace gpufft {

namespace {

// Bytes of rows in and out that a submission has at most: what a second-level cache keeps
// from the kernel to the host's part.
constexpr std::size_t MOST_ROW_BYTES = std::size_t(1) << 20;
// Rows before a piece are copied for it, so pieces have so many times more.
constexpr std::size_t LONGEST_TO_BEFORE = 8;
// Pieces of a call: enough that the device has one while the host works on others.
constexpr std::size_t PIECES_OF_A_CALL = 4;
// Outputs that rows are kept of for more taps to come, and how often those of now.
constexpr std::size_t FEWEST_OUTPUTS_KEPT = 4096;
constexpr std::size_t KEPT_BRANCHES = 2;
// So many rows are whole cache lines, whatever their length.
constexpr std::size_t ROWS_OF_LINES = 8;

synthesizer_shape shape_of(const synthesizer_request& request)
{
    validate(request);
    return synthesizer_shape(request);
}

bool is_in_order(const std::vector<int>& map, std::size_t points)
{
    for (std::size_t i = 0; i < map.size(); ++i)
        if (map[i] != static_cast<int>(i))
            return false;
    return map.size() == points;
}

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

stream_synthesizer::stream_synthesizer(const synthesizer_request& request,
                                       const std::string& device,
                                       effort how,
                                       startup begins)
    : d_shape(shape_of(request)),
      d_sums(request.taps, request.channels),
      d_rows(transform_of(d_shape), device, stream_executor::DEFAULT_DEPTH, how, begins),
      d_pieces(d_rows.depth())
{
}

bool stream_synthesizer::change_to(const synthesizer_request& request)
{
    d_sums = branch_sums(request.taps, request.channels);
    return true;
}

std::size_t stream_synthesizer::rows_before() const
{
    const auto rows = d_sums.taps_per_branch() - 1;
    return (rows + ROWS_OF_LINES - 1) / ROWS_OF_LINES * ROWS_OF_LINES;
}

std::size_t stream_synthesizer::past_to_keep() const
{
    const auto of_outputs =
        FEWEST_OUTPUTS_KEPT / static_cast<std::size_t>(d_shape.channels) + 1;
    return std::max(KEPT_BRANCHES * d_sums.taps_per_branch() + ROWS_OF_LINES, of_outputs);
}

std::size_t stream_synthesizer::most_rows() const
{
    const auto row_bytes = 2 * points() * sizeof(channel_sample);
    const auto rows =
        std::max(MOST_ROW_BYTES / row_bytes, LONGEST_TO_BEFORE * rows_before());
    return std::max<std::size_t>(1, std::min(d_rows.max_rows(), rows));
}

std::size_t stream_synthesizer::rows_of_a_call() const
{
    return PIECES_OF_A_CALL * most_rows();
}

//! Submits the rows of \p p: those of vectors of all channels where they lie.
void stream_synthesizer::send(piece& p,
                              const synthesizer_call& c,
                              const std::vector<int>& map)
{
    const channel_sample* from = c.in[0] + p.first * map.size();
    if (!c.has_vectors || !is_in_order(map, points())) {
        p.in.fit(p.rows * points() * sizeof(channel_sample));
        if (c.has_vectors) {
            vectors_to_rows(from, map, p.rows, points(), p.in.data<channel_sample>());
        } else {
            d_silence.resize(std::max(d_silence.size(), c.rows));
            std::vector<const channel_sample*> streams(points(), d_silence.data());
            for (std::size_t i = 0; i < c.in.size(); ++i)
                streams[static_cast<std::size_t>(map[i])] = c.in[i];
            streams_to_rows(
                streams.data(), points(), p.first, p.rows, p.in.data<channel_sample>());
        }
        from = p.in.data<channel_sample>();
    }
    p.out.fit((rows_before() + p.rows) * points() * sizeof(channel_sample));
    d_rows.submit(from, p.out.data<channel_sample>() + rows_before() * points(), p.rows);
}

//! Sums up the rows of \p p, which are done, and those before, and has \p past keep them.
void stream_synthesizer::finish(const piece& p,
                                const synthesizer_call& c,
                                synthesizer_past& past) const
{
    const auto channels = static_cast<std::size_t>(d_shape.channels);
    past.copy_last(rows_before(), p.out.data<channel_sample>());
    const auto* rows = p.out.data<channel_sample>() + rows_before() * points();
    auto* to = c.out + p.first * channels;
    if (channels == points()) {
        d_sums.sum_rows(rows, p.rows, to);
    } else {
        for (std::size_t r = 0; r < p.rows; ++r) {
            const auto number = past.count() + static_cast<std::int64_t>(r);
            d_sums.sum(rows + r * points() + d_shape.first_point(number),
                       d_shape.points,
                       to + r * channels);
        }
    }
    past.append(rows, p.rows);
}

void stream_synthesizer::run(const synthesizer_call& c,
                             const std::vector<int>& map,
                             synthesizer_past& past)
{
    auto now = past;
    std::size_t sent = 0, next = 0, oldest = 0; // rows, and pieces
    const auto most = most_rows();
    try {
        while (sent < c.rows || d_rows.in_flight()) {
            if (sent < c.rows && d_rows.can_submit()) {
                auto& p = d_pieces[next++ % d_pieces.size()];
                p.first = sent;
                p.rows = std::min(most, c.rows - sent);
                send(p, c, map);
                sent += p.rows;
            } else {
                d_rows.wait_oldest();
                finish(d_pieces[oldest++ % d_pieces.size()], c, now);
            }
        }
    } catch (...) {
        d_rows.abandon();
        throw;
    }
    past = std::move(now);
}

} // namespace gpufft
