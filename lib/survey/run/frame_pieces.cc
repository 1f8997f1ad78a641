/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/run/frame_pieces.h"
#include <algorithm>

namespace gpufft {

frame_pieces::frame_pieces(const row_plan& rows, std::int64_t first, std::int64_t count)
    : d_rows(&rows), d_row(first), d_end(first + count)
{
}

std::int64_t frame_pieces::next_sample() const
{
    return d_rows->at(d_row).first + d_done * d_rows->hop();
}

std::int64_t frame_pieces::frames_left_in_row() const
{
    return d_rows->at(d_row).frames - d_done;
}

std::int64_t frame_pieces::frames_in_a_row() const
{
    auto frames = frames_left_in_row();
    const auto in = d_rows->at(d_row).segment;
    // Rows are as long as each other but for a segment's last.
    for (auto row = d_row + 1; row < d_end; ++row) {
        const auto next = d_rows->at(row);
        if (next.segment != in)
            break;
        frames += next.frames;
    }
    return frames;
}

frame_piece frame_pieces::take(std::size_t most)
{
    frame_piece piece;
    piece.start = next_sample();
    piece.first_row = d_row;
    piece.is_fresh = d_is_fresh;
    d_is_fresh = false;
    const auto segment = d_rows->at(d_row).segment;
    while (piece.frames < most && d_row < d_end) {
        const auto row = d_rows->at(d_row);
        if (row.segment != segment)
            break;
        const auto part = std::min<std::int64_t>(
            row.frames - d_done, static_cast<std::int64_t>(most - piece.frames));
        piece.frames += static_cast<std::size_t>(part);
        d_done += part;
        if (d_done < row.frames)
            break;
        piece.ends.push_back(static_cast<std::uint32_t>(piece.frames));
        piece.counts.push_back(static_cast<std::uint64_t>(row.frames));
        ++d_row;
        d_done = 0;
    }
    if (!is_at_end() && d_done == 0 && d_rows->at(d_row).segment != segment)
        d_is_fresh = true;
    return piece;
}

void frame_pieces::end_with(const row_plan& rows)
{
    d_rows = &rows;
    d_end = std::min(d_end, rows.rows());
}

} // namespace gpufft
