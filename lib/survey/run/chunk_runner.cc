/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/feed/mapped_feed.h"
#include "survey/feed/read_feed.h"
#include "survey/run/chunk_runner.h"
#include <algorithm>
#include <numeric>
#include <utility>

namespace gpufft {

chunk_runner::chunk_runner(spectra_engine& engine,
                           std::shared_ptr<recording_group> group,
                           sample_source& source,
                           double samp_rate_hz,
                           const std::atomic<bool>& stops,
                           std::atomic<std::int64_t>& progress)
    : d_engine(engine),
      d_group(std::move(group)),
      d_source(source),
      d_samp_rate_hz(samp_rate_hz),
      d_is_pipe(!d_group->rows().has_end()),
      d_stops(stops),
      d_progress(progress),
      d_feed(make_feed())
{
    if (!engine.settings().percentiles.empty())
        d_statistics.emplace(
            engine.settings(), engine.bins(), d_group->rows().most_frames());
}

chunk_runner::~chunk_runner() { d_engine.abandon(); }

std::unique_ptr<sample_feed> chunk_runner::make_feed()
{
    const auto& rows = d_group->rows();
    const auto most =
        static_cast<std::int64_t>(d_engine.max_frames() - 1) * rows.hop() + rows.length();
    if (d_engine.is_cpu() && d_source.whole().begin)
        return std::make_unique<mapped_feed>(d_source,
                                             most,
                                             static_cast<std::size_t>(rows.hop()) *
                                                 sample_bytes(d_source.kind()),
                                             d_engine.depth());
    const auto memory = [this](std::size_t number, std::size_t bytes) {
        return d_engine.piece_memory(number, bytes);
    };
    return std::make_unique<read_feed>(d_source,
                                       memory,
                                       most,
                                       d_engine.depth(),
                                       d_engine.is_cpu() ? 0 : reading_threads(d_source));
}

void chunk_runner::run(std::int64_t chunk, const receiver& done)
{
    const auto first_row = chunk * d_group->chunk_rows();
    const auto values =
        std::make_shared<chunk_memory>(d_group->chunk_rows(), d_engine.row_values());
    const auto& rows = d_group->rows();
    frame_pieces pieces(rows, first_row, d_group->rows_in(chunk));
    while (has_next(pieces) && (d_is_pipe || !d_stops)) {
        flight f;
        f.piece = pieces.take(frames_to_take(pieces));
        f.chunk = chunk;
        f.values = values;
        f.is_last = pieces.is_at_end();
        const auto frames = static_cast<std::int64_t>(f.piece.frames);
        f.samples = frames * std::min(rows.hop(), rows.length());
        d_feed->begin(f.piece.start, (frames - 1) * rows.hop() + rows.length());
        d_begun.push_back(std::move(f));
        while (d_begun.size() > d_feed->ahead() || may_submit())
            submit_next(done);
    }
}

//! There are frames; of a pipe, they have arrived, and so has what says that they are not
//! the last.
bool chunk_runner::has_next(frame_pieces& pieces)
{
    if (d_group->rows().has_end() || pieces.is_at_end())
        return !pieces.is_at_end();
    const auto frames = static_cast<std::int64_t>(frames_to_take(pieces));
    const auto wanted = frames * d_group->rows().hop() + d_group->rows().length();
    const auto start = pieces.next_sample();
    const auto there = d_source.wait_for(start, wanted);
    if (there < wanted || d_stops) {
        // Who stops a pipe ends it, with a frame that is there.
        d_group->end_after(
            start + (there < wanted ? there : std::min(there, d_group->rows().length())));
        pieces.end_with(d_group->rows());
    }
    return !pieces.is_at_end();
}

std::size_t chunk_runner::frames_to_take(const frame_pieces& pieces) const
{
    const auto frames = static_cast<std::size_t>(std::min<std::int64_t>(
        pieces.frames_in_a_row(), static_cast<std::int64_t>(d_engine.max_frames())));
    return d_feed->frames_together(pieces.next_sample(), frames);
}

//! Neither the feed nor the device has to be waited for.
bool chunk_runner::may_submit()
{
    return !d_begun.empty() && d_engine.in_flight() < d_engine.depth() &&
           d_feed->has_next();
}

//! Has the device begin with the oldest piece that it does not have yet.
void chunk_runner::submit_next(const receiver& done)
{
    while (d_engine.in_flight() >= d_engine.depth())
        collect(done);
    const auto* samples = d_feed->next();
    d_flights.push_back(std::move(d_begun.front()));
    d_begun.pop_front();
    auto& f = d_flights.back();
    if (!d_statistics) {
        const auto first_row = f.chunk * d_group->chunk_rows();
        d_engine.submit(f.piece,
                        samples,
                        d_samp_rate_hz,
                        f.values->row(f.piece.first_row - first_row));
        return;
    }
    auto each = f.piece;
    each.ends.resize(each.frames);
    std::iota(each.ends.begin(), each.ends.end(), 1U);
    each.counts.assign(each.frames, 1);
    each.is_fresh = true;
    const auto bytes =
        d_engine.max_frames() * static_cast<std::size_t>(d_engine.bins()) * sizeof(float);
    auto* to = static_cast<float*>(
        d_engine.frame_memory(d_next_frames++ % d_engine.depth(), bytes));
    f.frames = to;
    d_engine.submit(each, samples, d_samp_rate_hz, to);
}

//! Rows that end in a piece whose frames have come.
void chunk_runner::add_frames(const flight& f)
{
    const auto bins = static_cast<std::size_t>(d_engine.bins());
    auto row = f.piece.first_row - f.chunk * d_group->chunk_rows();
    std::size_t begin = 0;
    const auto add_to = [&](std::size_t end) {
        if (end > begin)
            d_statistics->add(f.frames + begin * bins, end - begin);
        begin = end;
    };
    for (const auto end : f.piece.ends) {
        add_to(end);
        d_statistics->finish_row(f.values->row(row++));
    }
    add_to(f.piece.frames);
}

void chunk_runner::collect(const receiver& done)
{
    d_engine.wait_oldest();
    d_feed->leave();
    const auto f = std::move(d_flights.front());
    d_flights.pop_front();
    if (d_statistics)
        add_frames(f);
    d_progress += f.samples;
    if (f.is_last) {
        d_source.check();
        done(f.chunk, f.values);
    }
}

void chunk_runner::finish(const receiver& done)
{
    while (!d_begun.empty())
        submit_next(done);
    while (!d_flights.empty())
        collect(done);
}

} // namespace gpufft
