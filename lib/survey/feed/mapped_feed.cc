/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/feed/mapped_feed.h"
#include <algorithm>
#include <memory>

namespace gpufft {

namespace {

//! How much of a file this process maps at a time: enough to outweigh the call, and what
//! a second-level cache has no use for anyway.
constexpr std::int64_t WINDOW_BYTES = std::int64_t(8) << 20;
// Windows that come while another is computed with.
constexpr std::int64_t WINDOWS_AHEAD = 2;
// What waits for the thread beside at most: windows to come, and those to let go of.
constexpr std::size_t MOST_WAITING = 16;

} // namespace

mapped_feed::mapped_feed(sample_source& source,
                         std::int64_t piece_samples,
                         std::size_t hop_bytes,
                         std::size_t depth)
    : d_source(source),
      d_window_samples(WINDOW_BYTES /
                       static_cast<std::int64_t>(sample_bytes(source.kind()))),
      d_hops(hop_bytes, aligned_rows::BYTES),
      d_copies(depth + 1),
      d_piece_bytes(static_cast<std::size_t>(piece_samples) *
                    sample_bytes(source.kind())),
      d_beside(MOST_WAITING)
{
}

mapped_feed::~mapped_feed() = default;

std::size_t mapped_feed::frames_together(std::int64_t start, std::size_t most) const
{
    const auto* begin = d_source.in_place(start, 1);
    return begin ? d_hops.piece_of(most, begin, nullptr) : most;
}

void mapped_feed::begin(std::int64_t start, std::int64_t count)
{
    if (d_begun.empty() && d_given.empty())
        d_forgotten_to = std::max(d_forgotten_to, start);
    d_begun.push_back({ start, count });
    expect(start, start + count + WINDOWS_AHEAD * d_window_samples);
}

//! Has samples before \p end come, where nobody has yet; none before \p start is wanted.
void mapped_feed::expect(std::int64_t start, std::int64_t end)
{
    d_expected_to = std::max(d_expected_to, start);
    const auto all = d_source.samples();
    while (d_expected_to < std::min(end, all)) {
        window w;
        w.begin = d_expected_to;
        w.end = std::min(all, w.begin + d_window_samples);
        const auto arrived = std::make_shared<std::promise<void>>();
        w.there = arrived->get_future().share();
        d_beside.add([this, w, arrived] {
            d_source.expect(w.begin, w.end - w.begin);
            arrived->set_value();
        });
        d_expected_to = w.end;
        d_coming.push_back(std::move(w));
    }
}

void mapped_feed::wait_for(std::int64_t end)
{
    while (!d_coming.empty() && d_coming.front().begin < end) {
        d_coming.front().there.wait();
        if (d_coming.front().end > end)
            return;
        d_coming.pop_front();
    }
}

const void* mapped_feed::next()
{
    const auto p = d_begun.front();
    wait_for(p.start + p.count);
    const void* there = d_source.in_place(p.start, p.count);
    if (!there) {
        auto& copy = d_copies[d_next_copy++ % d_copies.size()];
        if (!copy.data())
            copy = aligned_bytes(d_piece_bytes);
        d_source.read(p.start, p.count, copy.data());
        there = copy.data();
    }
    d_begun.pop_front();
    d_given.push_back(p);
    return there;
}

void mapped_feed::leave()
{
    // Frames that overlap may still want what lies just before.
    const auto start = d_given.front().start;
    d_given.pop_front();
    if (start - d_forgotten_to < d_window_samples)
        return;
    d_beside.add(
        [this, from = d_forgotten_to, start] { d_source.forget(from, start - from); });
    d_forgotten_to = start;
}

} // namespace gpufft
