/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/without_signals.h"
#include "survey/feed/read_feed.h"
#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gpufft {

namespace {

// Beyond, memory is busy and threads wait for each other: see docs/recordings.md,
// "Speed".
constexpr std::size_t MOST_THREADS = 12;
// What a thread reads at a time, see docs/recordings.md, "Speed".
constexpr std::size_t PART_BYTES = std::size_t(2) << 20;
// Pieces beside those that threads are at, so that none waits while a submission takes
// its time.
constexpr std::size_t AHEAD_OF_THREADS = 2;

std::size_t parts_of(std::size_t piece_bytes)
{
    return std::max<std::size_t>(1, (piece_bytes + PART_BYTES / 2) / PART_BYTES);
}

//! Pieces to begin before they are asked for.
std::size_t pieces_ahead(std::size_t threads, std::size_t piece_bytes)
{
    const auto parts = parts_of(piece_bytes);
    return threads > 0 ? (threads + parts - 1) / parts + AHEAD_OF_THREADS : 0;
}

} // namespace

std::size_t reading_threads(const sample_source& source)
{
    if (source.samples() == sample_source::UNKNOWN)
        return 0; // a pipe: what has not come cannot be read ahead
    if (!source.may_be_read_by_several())
        return 1;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return std::clamp<std::size_t>(cores * 3 / 4, 1, MOST_THREADS);
}

read_feed::read_feed(sample_source& source,
                     memory of,
                     std::int64_t piece_samples,
                     std::size_t depth,
                     std::size_t threads)
    : d_source(source),
      d_memory(std::move(of)),
      d_piece_bytes(static_cast<std::size_t>(piece_samples) *
                    sample_bytes(source.kind())),
      d_ahead(pieces_ahead(threads, d_piece_bytes)),
      d_pieces(depth + d_ahead + 1)
{
    const without_signals from_here;
    for (std::size_t i = 0; i < threads; ++i)
        d_threads.emplace_back([this] { run(); });
}

read_feed::~read_feed()
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_is_ending = true;
    }
    d_begins.notify_all();
    for (auto& each : d_threads)
        each.join();
}

void read_feed::begin(std::int64_t start, std::int64_t count)
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (d_begun - d_left >= d_pieces.size())
            throw std::logic_error("a piece is begun, and none of them is left");
        piece p;
        p.start = start;
        p.count = count;
        p.to = static_cast<unsigned char*>(
            d_memory(d_begun % d_pieces.size(), d_piece_bytes));
        if (!d_threads.empty())
            p.parts =
                parts_of(static_cast<std::size_t>(count) * sample_bytes(d_source.kind()));
        at(d_begun++) = p;
    }
    d_begins.notify_all();
}

bool read_feed::has_next()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_given < d_begun && at(d_given).is_there();
}

const void* read_feed::next()
{
    if (d_threads.empty()) {
        read(at(d_given), 0);
        return at(d_given++).to;
    }
    std::unique_lock<std::mutex> guard(d_mutex);
    auto& p = at(d_given);
    d_arrives.wait(guard, [&p] { return p.is_there(); });
    if (p.failure)
        std::rethrow_exception(p.failure);
    ++d_given;
    return p.to;
}

void read_feed::read(const piece& p, std::size_t part) const
{
    const auto border = [&p](std::size_t of) {
        return p.count * static_cast<std::int64_t>(of) /
               static_cast<std::int64_t>(p.parts);
    };
    const auto first = border(part), count = border(part + 1) - first;
    const auto start = p.start + first;
    auto* to = p.to + static_cast<std::size_t>(first) * sample_bytes(d_source.kind());
    // What is read out of a mapping should come and go in one piece, not page by page.
    const bool is_mapped = !d_source.in_place(start, 1);
    if (is_mapped)
        d_source.expect(start, count);
    d_source.read(start, count, to);
    if (is_mapped)
        d_source.forget(start, count);
}

void read_feed::run()
{
    std::unique_lock<std::mutex> guard(d_mutex);
    for (;;) {
        d_begins.wait(guard, [this] { return d_taken < d_begun || d_is_ending; });
        if (d_is_ending)
            return;
        auto& p = at(d_taken);
        const auto part = p.taken++;
        if (p.taken == p.parts)
            ++d_taken;
        guard.unlock();
        std::exception_ptr failure;
        try {
            read(p, part);
        } catch (...) {
            failure = std::current_exception();
        }
        guard.lock();
        if (failure && (!p.failure || part < p.failed)) {
            p.failure = failure;
            p.failed = part;
        }
        ++p.read;
        if (p.is_there())
            d_arrives.notify_one(); // one waits at most
    }
}

} // namespace gpufft
