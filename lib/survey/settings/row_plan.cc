/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "recordings/samples/sample_source.h"
#include "survey/settings/row_plan.h"
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

constexpr std::int64_t NO_END = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t CHUNK_BYTES = std::int64_t(4) << 20;
constexpr std::int64_t CHUNK_SAMPLES = std::int64_t(1) << 26;

} // namespace

row_plan::row_plan(std::vector<segment> segments,
                   std::int64_t length,
                   std::int64_t hop,
                   std::int64_t frames_per_row)
    : d_length(length), d_hop(hop), d_frames_per_row(frames_per_row)
{
    for (auto& each : segments) {
        const bool is_endless = each.count == sample_source::UNKNOWN;
        if (!is_endless && each.count < length)
            continue;
        d_segments.push_back(each);
        d_first_row.push_back(d_rows);
        if (is_endless) {
            d_rows = NO_END;
            return;
        }
        const auto frames = frames_of(d_segments.size() - 1);
        d_rows += (frames - 1) / frames_per_row + 1;
    }
}

bool row_plan::has_end() const { return d_rows != NO_END; }

std::int64_t row_plan::frames_of(std::size_t segment) const
{
    const auto count = d_segments[segment].count;
    return count == sample_source::UNKNOWN ? NO_END / d_hop
                                           : (count - d_length) / d_hop + 1;
}

std::int64_t row_plan::most_frames() const
{
    std::int64_t most = 0;
    for (std::size_t i = 0; i < d_segments.size(); ++i)
        most = std::max(most, std::min(frames_of(i), d_frames_per_row));
    return most;
}

row_plan::row row_plan::at(std::int64_t number) const
{
    const auto next = std::upper_bound(d_first_row.begin(), d_first_row.end(), number);
    row r;
    r.segment = static_cast<std::size_t>(next - d_first_row.begin()) - 1;
    const auto frame = (number - d_first_row[r.segment]) * d_frames_per_row;
    r.first = d_segments[r.segment].start + frame * d_hop;
    r.frames = std::min(d_frames_per_row, frames_of(r.segment) - frame);
    return r;
}

int zoom_levels_of(const row_plan& rows)
{
    constexpr std::int64_t FEW_ROWS = 512;
    constexpr std::int64_t MOST_FRAMES = std::int64_t(1) << 50;
    int levels = 0;
    auto count = rows.has_end() ? rows.rows() : 0;
    for (auto frames = rows.frames_per_row(); count > FEW_ROWS && frames < MOST_FRAMES;) {
        frames *= 2;
        const auto coarser =
            row_plan(rows.segments(), rows.length(), rows.hop(), frames).rows();
        if (coarser == count)
            break;
        count = coarser;
        ++levels;
    }
    return levels;
}

std::string zoom_folder(int level) { return "zoom" + std::to_string(level); }

std::vector<segment> row_plan::segments_up_to(std::int64_t count) const
{
    if (count < 1)
        return {};
    const auto last = at(count - 1);
    std::vector<segment> some(d_segments.begin(),
                              d_segments.begin() +
                                  static_cast<std::ptrdiff_t>(last.segment) + 1);
    some.back().count = last.first - some.back().start + samples_of(last);
    return some;
}

std::int64_t rows_of_chunk(const row_plan& rows, std::int64_t bins, bool are_computed)
{
    const auto row_samples = saturated_product(rows.frames_per_row(), rows.hop());
    auto most = CHUNK_BYTES / (4 * bins);
    if (are_computed)
        most = std::min(most, CHUNK_SAMPLES / std::max<std::int64_t>(1, row_samples));
    std::int64_t chunk = 1;
    while (2 * chunk <= most)
        chunk *= 2;
    // One chunk is enough for few rows.
    while (chunk > 1 && chunk / 2 >= rows.rows())
        chunk /= 2;
    return chunk;
}

} // namespace gpufft
