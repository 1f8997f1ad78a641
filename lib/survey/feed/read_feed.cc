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
      d_ahead(threads > 0 ? threads + 1 : 0),
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
        p.to = d_memory(d_begun % d_pieces.size(), d_piece_bytes);
        at(d_begun++) = p;
    }
    d_begins.notify_one();
}

const void* read_feed::next()
{
    if (d_threads.empty()) {
        read(at(d_given));
        return at(d_given++).to;
    }
    std::unique_lock<std::mutex> guard(d_mutex);
    auto& p = at(d_given);
    d_arrives.wait(guard, [&p] { return p.is_there; });
    if (p.failure)
        std::rethrow_exception(p.failure);
    ++d_given;
    return p.to;
}

void read_feed::read(const piece& p) const
{
    // What is read out of a mapping should come and go in one piece, not page by page.
    const bool is_mapped = !d_source.in_place(p.start, 1);
    if (is_mapped)
        d_source.expect(p.start, p.count);
    d_source.read(p.start, p.count, p.to);
    if (is_mapped)
        d_source.forget(p.start, p.count);
}

void read_feed::run()
{
    std::unique_lock<std::mutex> guard(d_mutex);
    for (;;) {
        d_begins.wait(guard, [this] { return d_taken < d_begun || d_is_ending; });
        if (d_is_ending)
            return;
        auto& p = at(d_taken++);
        guard.unlock();
        std::exception_ptr failure;
        try {
            read(p);
        } catch (...) {
            failure = std::current_exception();
        }
        guard.lock();
        p.failure = failure;
        p.is_there = true;
        d_arrives.notify_one(); // one waits at most
    }
}

} // namespace gpufft
