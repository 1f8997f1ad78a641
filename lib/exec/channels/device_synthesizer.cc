/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/branch_sums_test.h"
#include "exec/channels/device_synthesizer.h"
#include <algorithm>
#include <utility>

namespace gpufft {

namespace {

// Rows before a submission's go to the device once more for it, so it has so many times
// as many of its own, where there is room.
constexpr std::size_t WANTED_TO_BEFORE = 16;
// With fewer the host adds up faster than the link has carried rows again.
constexpr std::size_t LEAST_TO_BEFORE = 2;

std::shared_ptr<const device_branch_sums> tested_sums(const synthesizer_shape& s,
                                                      const std::vector<double>& taps,
                                                      const std::shared_ptr<device>& on)
{
    test_branch_sums(on, s.points != s.channels);
    return std::make_shared<device_branch_sums>(s, taps, on);
}

} // namespace

device_synthesizer::device_synthesizer(const synthesizer_shape& s,
                                       const std::vector<double>& taps,
                                       stream_executor& rows)
    : d_shape(s),
      d_rows(rows),
      d_sums(tested_sums(s, taps, rows.on())),
      d_pieces(rows.depth())
{
}

void device_synthesizer::set_taps(const std::vector<double>& taps)
{
    d_sums = std::make_shared<device_branch_sums>(*d_sums, taps);
}

bool device_synthesizer::is_worth_it() const
{
    return d_rows.max_linked_rows() / (1 + LEAST_TO_BEFORE) > rows_before();
}

std::size_t device_synthesizer::most_rows() const
{
    const auto wanted =
        std::max(d_rows.max_rows(), (1 + WANTED_TO_BEFORE) * rows_before());
    return std::min(wanted, d_rows.max_linked_rows()) - rows_before();
}

//! Submits the next rows of the call, \p most at most, and those before them: from where
//! the call has them as rows, but for those before the call.
void device_synthesizer::send(const synthesizer_call& c,
                              const synthesizer_rows& rows,
                              const synthesizer_past& past,
                              std::size_t most,
                              bool tells_when_read)
{
    const auto points = static_cast<std::size_t>(d_shape.points);
    auto& p = d_pieces[d_next % d_pieces.size()];
    p.first = d_sent;
    p.rows = std::min(most, c.rows - d_sent);
    const auto before_in_call = std::min(p.first, rows_before());
    const auto before_call = rows_before() - before_in_call;
    const auto begin = p.first - before_in_call, in_call = before_in_call + p.rows;
    row_places places;
    const auto* from = rows.in_place(begin);
    p.reads_call = from;
    p.in.fit((before_call + (from ? 0 : in_call)) * points * sizeof(channel_sample));
    auto* assembled = p.in.data<channel_sample>();
    past.copy_last(before_call, assembled);
    if (from) {
        places.before = { assembled, before_call * points * sizeof(channel_sample) };
    } else {
        rows.put(begin, in_call, assembled + before_call * points);
        from = assembled;
    }
    auto* to = c.out + p.first * static_cast<std::size_t>(d_shape.channels);
    places.host = { { from, nullptr }, { to, nullptr } };
    places.first_row = static_cast<std::size_t>(past.count()) + p.first;
    places.finish = d_sums;
    places.tells_when_read = tells_when_read;
    d_rows.submit(places, rows_before() + p.rows);
    ++d_next;
    d_sent += p.rows;
}

void device_synthesizer::finish_oldest()
{
    d_rows.wait_oldest();
    d_made += d_pieces[d_oldest++ % d_pieces.size()].rows;
}

//! Somebody may write to the first \p rows rows of the call once they are returned: waits
//! until the device has read them for pieces in flight, too.
void device_synthesizer::wait_for_rows(std::size_t rows)
{
    for (std::size_t nth = 0; nth < d_rows.in_flight(); ++nth) {
        const auto& p = d_pieces[(d_oldest + nth) % d_pieces.size()];
        if (p.reads_call && p.first < rows + rows_before())
            d_rows.wait_until_read(nth);
    }
}

//! The next call begins behind \p rows rows, which are done.
void device_synthesizer::begin_behind(std::size_t rows)
{
    d_sent -= rows;
    d_made -= rows;
    for (auto i = d_oldest; i < d_next; ++i)
        d_pieces[i % d_pieces.size()].first -= rows;
}

void device_synthesizer::abandon() noexcept
{
    d_rows.abandon();
    d_oldest = d_next;
    d_sent = d_made = 0;
}

std::size_t device_synthesizer::advance(const synthesizer_call& c,
                                        const std::vector<int>& map,
                                        synthesizer_past& past,
                                        std::size_t piece_rows)
{
    if (d_rows.in_flight() && map != d_map_in_use)
        abandon(); // what was not returned is made by the map of now
    d_map_in_use = map;
    const synthesizer_rows rows(d_shape, c, map);
    const auto most = std::clamp(std::max(piece_rows, WANTED_TO_BEFORE * rows_before()),
                                 std::size_t(1),
                                 most_rows());
    // A short piece takes nearly as long as a whole one.
    const auto is_worth_it = [&] {
        return !d_rows.in_flight() || c.rows - d_sent >= most;
    };
    try {
        while (d_sent < c.rows && d_rows.can_submit() && is_worth_it())
            send(c, rows, past, most, true);
        do
            finish_oldest();
        while (d_rows.oldest_is_done());
        wait_for_rows(d_made);
    } catch (...) {
        abandon();
        throw;
    }
    const auto done = d_made;
    begin_behind(done);
    rows.append_to(past, done);
    return done;
}

void device_synthesizer::run(const synthesizer_call& c,
                             const std::vector<int>& map,
                             synthesizer_past& past)
{
    if (d_rows.in_flight() && map != d_map_in_use)
        abandon();
    const synthesizer_rows rows(d_shape, c, map);
    try {
        while (d_made < c.rows)
            if (d_sent < c.rows && d_rows.can_submit())
                send(c, rows, past, most_rows(), false);
            else
                finish_oldest();
    } catch (...) {
        abandon();
        throw;
    }
    begin_behind(c.rows);
    rows.append_to(past, c.rows);
}

} // namespace gpufft
