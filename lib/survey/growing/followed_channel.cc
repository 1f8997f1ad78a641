/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "survey/derived/derived.h"
#include "survey/growing/followed_channel.h"
#include "survey/read/stored_group.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Rows that more samples do not change.
std::int64_t final_rows(const row_plan& rows)
{
    const auto count = rows.rows();
    if (count > 0 && rows.at(count - 1).frames < rows.frames_per_row())
        return count - 1;
    return count;
}

bool are_same(const row_plan& a, const row_plan& b, std::int64_t row)
{
    const auto x = a.at(row), y = b.at(row);
    return x.segment == y.segment && x.first == y.first && x.frames == y.frames &&
           a.segment_of(x).centre_hz == b.segment_of(y).centre_hz;
}

} // namespace

followed_channel::followed_channel(std::vector<surveyed_channel>& channels,
                                   std::size_t number,
                                   const whole_files& files)
    : d_channels(channels), d_number(number), d_files(files)
{
    d_last = all_rows();
    read_written();
    grow(false);
}

row_plan followed_channel::all_rows() const
{
    const auto& like = of().group->rows();
    return { of().of->segments_of(of().channel),
             like.length(),
             like.hop(),
             like.frames_per_row() };
}

double followed_channel::frames_of(std::int64_t row) const
{
    return static_cast<double>(d_last.at(row).frames);
}

//! What an earlier run has left.
void followed_channel::read_written()
{
    const auto& folder = of().group->folder();
    if (!contents_of(folder + "/.zmetadata"))
        return;
    const auto frames = stored_group(folder, "").frames();
    d_written = static_cast<std::int64_t>(frames.size());
    d_last_written_frames = frames.empty() ? 0 : frames.back();
    if (d_written > d_last.rows())
        refuse_recording("{}: has {} rows by now, and the survey has {}: it was cut off",
                         of().of->path,
                         d_last.rows(),
                         d_written);
}

//! An earlier run has ended with a chunk, or a row, for which more samples have come.
void followed_channel::redo_what_is_not_full()
{
    auto& group = *of().group;
    if (d_written == 0)
        return;
    const bool is_full = d_written % group.chunk_rows() == 0;
    if (frames_of(d_written - 1) == d_last_written_frames &&
        (is_full || d_last.rows() == d_written))
        return;
    const auto chunk = (d_written - 1) / group.chunk_rows();
    forget_derived(group);
    group.forget_chunk(chunk);
    group.set_segments(d_last.segments_up_to(chunk * group.chunk_rows()));
    group.write_metadata(d_files);
    d_written = chunk * group.chunk_rows();
    d_last_written_frames = d_written > 0 ? frames_of(d_written - 1) : 0;
}

bool followed_channel::grow(bool has_ended)
{
    auto& group = *of().group;
    auto now = all_rows();
    const auto before = of().first_chunk * group.chunk_rows();
    if (now.rows() < std::max(before, d_written) ||
        (before > 0 && !are_same(now, d_last, before - 1)))
        refuse_recording("{}: its size, or its metadata, say otherwise by now of samples "
                         "that are done; another --out takes it from its beginning",
                         of().of->path);
    d_last = std::move(now);
    redo_what_is_not_full();
    auto rows = has_ended ? d_last.rows()
                          : final_rows(d_last) / group.chunk_rows() * group.chunk_rows();
    // What an earlier run has ended with is whole as long as no more comes.
    rows = std::max(rows, d_written);
    group.set_segments(d_last.segments_up_to(rows));
    if (has_ended)
        write_rows();
    return rows > before;
}

void followed_channel::write_rows()
{
    const auto& group = *of().group;
    const auto rows = group.rows().rows();
    if (rows == d_written)
        return;
    forget_derived(group);
    group.write_metadata(d_files, d_written);
    d_written = rows;
    d_last_written_frames = frames_of(rows - 1);
}

void followed_channel::write()
{
    write_rows();
    // A chunk whose last row may get more frames is looked at again.
    of().first_chunk = std::min(of().group->rows().rows(), final_rows(d_last)) /
                       of().group->chunk_rows();
}

} // namespace gpufft
