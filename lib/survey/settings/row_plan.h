/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_ROW_PLAN_H
#define INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_ROW_PLAN_H

#include "recordings/samples/captures.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Which frames of a recording each row of a survey is of: counting alone
 *
 * A row is of `frames_per_row` frames of one segment, `hop` samples apart; the last row
 * of a segment is of those that are left. What is less than a frame at a segment's end
 * counts for none.
 */
class row_plan
{
public:
    struct row {
        std::size_t segment = 0;
        std::int64_t first = 0;  //!< sample
        std::int64_t frames = 0; //!< 1 .. frames_per_row
    };

    row_plan() = default;
    //! Segments have a known number of samples, but the last one may be UNKNOWN, and then
    //! there is no end of rows.
    row_plan(std::vector<segment> segments,
             std::int64_t length,
             std::int64_t hop,
             std::int64_t frames_per_row);

    std::int64_t rows() const { return d_rows; } //!< the largest number: no end
    bool has_end() const;
    row at(std::int64_t number) const; //!< 0 .. rows() - 1
    //! Segments that have just the first \p count rows, 0 .. rows().
    std::vector<segment> segments_up_to(std::int64_t count) const;
    const segment& segment_of(const row& r) const { return d_segments[r.segment]; }
    const std::vector<segment>& segments() const { return d_segments; }

    std::int64_t length() const { return d_length; }
    std::int64_t hop() const { return d_hop; }
    std::int64_t frames_per_row() const { return d_frames_per_row; }
    //! The row that has frame \p frame of a segment.
    std::int64_t number_of(std::size_t segment, std::int64_t frame) const
    {
        return d_first_row[segment] + frame / d_frames_per_row;
    }
    //! Frames of the longest row: fewer than frames_per_row() where segments are short.
    std::int64_t most_frames() const;
    //! Samples of a row, from the first of its first frame to the last of its last.
    std::int64_t samples_of(const row& r) const
    {
        return (r.frames - 1) * d_hop + d_length;
    }

private:
    std::int64_t frames_of(std::size_t segment) const;

    std::vector<segment> d_segments;       // that hold a frame at least
    std::vector<std::int64_t> d_first_row; // of each segment
    std::int64_t d_length = 1, d_hop = 1, d_frames_per_row = 1;
    std::int64_t d_rows = 0;
};

//! Zoom levels of a survey's rows: each has half as many as the one before, until a few
//! hundred are left that a viewer opens at once, or gaps keep them apart. 0 where rows
//! have no end.
int zoom_levels_of(const row_plan& rows);
//! "zoom3": the folder of a level in that of its recording's group.
std::string zoom_folder(int level);

/*!
 * \brief Rows of a chunk: a file that is written once, and the work between two of them
 *
 * Some MiB of numbers, and not too many samples: what is under way is lost with a process
 * that is killed. A power of two.
 * \param are_computed  from samples; else from rows that are there, which is little work
 */
std::int64_t
rows_of_chunk(const row_plan& rows, std::int64_t bins, bool are_computed = true);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_SETTINGS_ROW_PLAN_H */
