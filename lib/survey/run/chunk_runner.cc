/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/run/chunk_runner.h"
#include <algorithm>
#include <numeric>
#include <utility>

namespace gpufft {

namespace {

//! How much of a file this process maps ahead at a time: enough to outweigh the call, and
//! what a second-level cache has no use for anyway.
constexpr std::int64_t WINDOW_BYTES = std::int64_t(8) << 20;

std::int64_t window_samples(sample_kind k)
{
    return WINDOW_BYTES / static_cast<std::int64_t>(sample_bytes(k));
}

} // namespace

chunk_runner::chunk_runner(spectra_engine& engine,
                           std::shared_ptr<recording_group> group,
                           sample_source& source,
                           double samp_rate_hz,
                           std::int64_t end_row,
                           const std::atomic<bool>& stops,
                           std::atomic<std::int64_t>& progress)
    : d_engine(engine),
      d_group(std::move(group)),
      d_source(source),
      d_samp_rate_hz(samp_rate_hz),
      d_is_pipe(!d_group->rows().has_end()),
      d_stops(stops),
      d_progress(progress),
      d_hops(static_cast<std::size_t>(d_group->rows().hop()) *
                 sample_bytes(source.kind()),
             aligned_rows::BYTES)
{
    if (!engine.settings().percentiles.empty())
        d_statistics.emplace(
            engine.settings(), engine.bins(), d_group->rows().most_frames());
    const auto file = source.whole();
    if (engine.is_cpu() || !file.begin || end_row < 1)
        return;
    const auto& rows = d_group->rows();
    const auto last = rows.at(end_row - 1);
    const auto* until = static_cast<const char*>(
        source.in_place(last.first + rows.samples_of(last) - 1, 1));
    d_windows =
        std::make_unique<locked_windows>(engine.on(), file.begin, file.bytes, until + 1);
}

chunk_runner::~chunk_runner()
{
    d_engine.abandon();
    d_flights.clear();
    leave_windows();
    for (const auto& each : d_copies)
        d_engine.let_go_of_locked(each.data());
}

void chunk_runner::run(std::int64_t chunk, const receiver& done)
{
    const auto first_row = chunk * d_group->chunk_rows();
    const auto values =
        std::make_shared<chunk_memory>(d_group->chunk_rows(), d_engine.row_values());
    frame_pieces pieces(d_group->rows(), first_row, d_group->rows_in(chunk));
    if (d_flights.empty() && !pieces.is_at_end())
        d_forgotten_to = std::max(d_forgotten_to, pieces.next_sample());
    while (has_next(pieces) && (d_is_pipe || !d_stops)) {
        const auto piece = pieces.take(frames_to_take(pieces));
        flight f;
        f.chunk = chunk;
        f.values = values;
        f.is_last = pieces.is_at_end();
        while (d_engine.in_flight() >= d_engine.depth())
            collect(done);
        submit(piece, std::move(f));
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
    if (d_windows)
        return frames_in_window(pieces, frames);
    const auto* begin =
        d_engine.is_cpu() ? d_source.in_place(pieces.next_sample(), 1) : nullptr;
    return begin ? d_hops.piece_of(frames, begin, nullptr) : frames;
}

//! As many of \p frames as lie in one window; where the first does not, those that begin
//! in its window, which are copied.
std::size_t chunk_runner::frames_in_window(const frame_pieces& pieces,
                                           std::size_t frames) const
{
    const auto* begin =
        static_cast<const char*>(d_source.in_place(pieces.next_sample(), 1));
    const auto& rows = d_group->rows();
    const auto each = sample_bytes(d_source.kind());
    const auto left = static_cast<std::size_t>(d_windows->end_of_window(begin) - begin);
    const auto length = static_cast<std::size_t>(rows.length()) * each;
    const auto hop = static_cast<std::size_t>(rows.hop()) * each;
    const auto fit = left >= length ? (left - length) / hop + 1 : (left - 1) / hop + 1;
    return std::min(frames, fit);
}

//! Has the window that a piece begins in page-locked, if it is another one.
void chunk_runner::enter_window(const char* at)
{
    if (!d_in_windows.empty() && at >= d_in_windows.back().begin &&
        at < d_in_windows.back().end())
        return;
    auto w = d_windows->at(at);
    if (w.held)
        d_engine.take_locked(w.begin, w.bytes, w.held);
    d_in_windows.push_back(std::move(w));
}

//! Lets go of windows that no piece in flight lies in.
void chunk_runner::leave_windows()
{
    const auto* first =
        d_flights.empty()
            ? nullptr
            : static_cast<const char*>(d_source.in_place(d_flights.front().start, 1));
    while (!d_in_windows.empty() && (!first || first >= d_in_windows.front().end())) {
        auto w = std::move(d_in_windows.front());
        d_in_windows.pop_front();
        if (w.held)
            d_engine.let_go_of_locked(w.begin);
        d_windows->forget(std::move(w));
    }
}

void chunk_runner::submit(const frame_piece& piece, flight f)
{
    const auto& rows = d_group->rows();
    const auto frames = static_cast<std::int64_t>(piece.frames);
    const auto count = (frames - 1) * rows.hop() + rows.length();
    f.start = piece.start;
    f.samples = frames * std::min(rows.hop(), rows.length());
    if (d_windows)
        enter_window(static_cast<const char*>(d_source.in_place(piece.start, 1)));
    else
        prepare(piece.start, count);
    const auto* samples = samples_of(piece, count);
    if (d_statistics) {
        auto each = piece;
        each.ends.resize(piece.frames);
        std::iota(each.ends.begin(), each.ends.end(), 1U);
        each.counts.assign(piece.frames, 1);
        each.is_fresh = true;
        auto* to = frame_memory(piece.frames);
        f.piece = piece;
        f.frames = to;
        d_engine.submit(each, samples, d_samp_rate_hz, to);
    } else {
        const auto first_row = f.chunk * d_group->chunk_rows();
        d_engine.submit(
            piece, samples, d_samp_rate_hz, f.values->row(piece.first_row - first_row));
    }
    d_flights.push_back(std::move(f));
}

//! Memory for the powers of so many frames, which no piece in flight has.
float* chunk_runner::frame_memory(std::size_t frames)
{
    const auto bins = static_cast<std::size_t>(d_engine.bins());
    d_frames.resize(d_engine.depth());
    auto& memory = d_frames[d_next_frames++ % d_frames.size()];
    if (memory.bytes() < frames * bins * sizeof(float))
        memory = aligned_bytes(frames * bins * sizeof(float));
    return static_cast<float*>(memory.data());
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

//! Brings what comes next into this process, before several threads ask for each page.
void chunk_runner::prepare(std::int64_t start, std::int64_t count)
{
    if (start + count <= d_expected_to)
        return;
    const auto begin = std::max(start, d_expected_to);
    const auto wanted = std::max(window_samples(d_source.kind()), start + count - begin);
    const auto all = d_source.samples();
    d_expected_to = all < 0 ? begin + wanted : std::min(begin + wanted, all);
    d_source.expect(begin, d_expected_to - begin);
}

//! Where the samples of a piece are for the device.
const void* chunk_runner::samples_of(const frame_piece& piece, std::int64_t count)
{
    if (const auto* there = d_source.in_place(piece.start, count))
        return there;
    const auto& rows = d_group->rows();
    const auto most =
        static_cast<std::int64_t>(d_engine.max_frames() - 1) * rows.hop() + rows.length();
    if (d_copies.empty()) {
        const auto bytes = static_cast<std::size_t>(most) * sample_bytes(d_source.kind());
        for (std::size_t i = 0; i < d_engine.depth(); ++i) {
            d_copies.emplace_back(bytes);
            d_engine.lock(d_copies.back().data(), bytes);
        }
    }
    auto* to = d_copies[d_next_copy++ % d_copies.size()].data();
    d_source.read(piece.start, count, to);
    return to;
}

void chunk_runner::collect(const receiver& done)
{
    d_engine.wait_oldest();
    const auto f = std::move(d_flights.front());
    d_flights.pop_front();
    if (d_statistics)
        add_frames(f);
    d_progress += f.samples;
    if (d_windows && !d_flights.empty())
        leave_windows();
    if (f.start - d_forgotten_to >= window_samples(d_source.kind())) {
        // Frames that overlap may still want what lies just before.
        d_source.forget(d_forgotten_to, f.start - d_forgotten_to);
        d_forgotten_to = f.start;
    }
    if (f.is_last) {
        d_source.check();
        done(f.chunk, f.values);
    }
}

void chunk_runner::finish(const receiver& done)
{
    while (!d_flights.empty())
        collect(done);
}

} // namespace gpufft
