/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/interface/device_choice.h"
#include "exec/channels/ordered_rows.h"
#include "exec/synthesizers/branch_sums_test.h"
#include "exec/synthesizers/device_synthesizer.h"
#include <gpufft/error.h>
#include <algorithm>
#include <utility>

namespace gpufft {

namespace {

// Rows before a submission's go to the device once more for it, so it has so many times
// as many of its own, where there is room.
constexpr std::size_t WANTED_TO_BEFORE = 16;
// With fewer the host adds up faster than the link has carried rows again.
constexpr std::size_t LEAST_TO_BEFORE = 2;

//! Which of the values by \p map each of \p points points is, the last one for it; -1:
//! none.
std::vector<int> values_of_points(const std::vector<int>& map, std::int64_t points)
{
    std::vector<int> values(static_cast<std::size_t>(points), -1);
    for (std::size_t i = 0; i < map.size(); ++i)
        values[static_cast<std::size_t>(map[i])] = static_cast<int>(i);
    return values;
}

std::vector<int> silent(std::int64_t points)
{
    return std::vector<int>(static_cast<std::size_t>(points), -1);
}

std::shared_ptr<const device_branch_sums> tested_sums(const synthesizer_shape& s,
                                                      const std::vector<double>& taps,
                                                      const std::shared_ptr<device>& on)
{
    test_branch_sums(on, s.points != s.channels);
    return std::make_shared<device_branch_sums>(s, taps, on);
}

//! nullptr: two kernels are faster, or this one is wrong.
std::shared_ptr<const fused_branch_sums> tested_kernel(const synthesizer_shape& s,
                                                       const std::vector<double>& taps,
                                                       const std::shared_ptr<device>& on)
{
    try {
        auto one = fused_branch_sums::make(s, taps, on);
        if (one)
            test_branch_sums(*one);
        return one;
    } catch (const build_error& e) {
        log().warn("{} transforms the rows of synthesizers and adds them up by two "
                   "kernels: {}",
                   label_of(on->info()),
                   e.what());
        return nullptr;
    }
}

} // namespace

device_synthesizer::device_synthesizer(const synthesizer_shape& s,
                                       const std::vector<double>& taps,
                                       stream_executor& rows)
    : d_shape(s),
      d_rows(rows),
      d_sums(tested_sums(s, taps, rows.on())),
      d_first_fused(tested_kernel(s, taps, rows.on())),
      d_fused(d_first_fused),
      d_gathers(rows.on()),
      d_silence(rows.on()),
      d_pieces(rows.depth())
{
}

void device_synthesizer::set_taps(const std::vector<double>& taps)
{
    auto sums = std::make_shared<device_branch_sums>(*d_sums, taps);
    d_fused = d_first_fused ? d_first_fused->with_taps(taps) : nullptr;
    d_sums = std::move(sums);
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

//! Finds the rows of \p p and those before them: from where the call has them as rows,
//! but for those before the call.
void device_synthesizer::find_rows(piece& p,
                                   row_places& places,
                                   const synthesizer_call& c,
                                   const synthesizer_rows& rows,
                                   const synthesizer_past& past) const
{
    if (c.on_device.in.of) {
        mirror_rows(p, places, c, past);
        return;
    }
    const auto points = static_cast<std::size_t>(d_shape.points);
    const auto before_in_call = std::min(p.first, rows_before());
    const auto before_call = rows_before() - before_in_call;
    const auto begin = p.first - before_in_call, in_call = before_in_call + p.rows;
    const auto* from = rows.in_place(begin);
    p.reads_call = from;
    p.in.fit((before_call + (from ? 0 : in_call)) * row_bytes());
    auto* assembled = p.in.data<channel_sample>();
    past.copy_last(before_call, assembled);
    if (from) {
        places.before = { assembled, before_call * row_bytes() };
    } else {
        rows.put(begin, in_call, assembled + before_call * points);
        from = assembled;
    }
    places.host.in = { from, nullptr };
}

//! As find_rows() does, in the mirror; rows that are not there come from \p past.
void device_synthesizer::mirror_rows(piece& p,
                                     row_places& places,
                                     const synthesizer_call& c,
                                     const synthesizer_past& past) const
{
    const auto& on = c.on_device;
    const auto before = std::min(p.first + on.before, rows_before());
    const auto begin = on.in.bytes.begin + p.first * row_bytes() - before * row_bytes();
    places.in = on.in;
    places.in.bytes = { begin, begin + (before + p.rows) * row_bytes() };
    p.reads_call = on.in.on_host;
    if (on.in.on_host)
        places.in.on_host =
            c.in[0] + (p.first - before) * static_cast<std::size_t>(d_shape.points);
    const auto missing = rows_before() - before;
    if (missing == 0)
        return;
    p.in.fit(missing * row_bytes());
    past.copy_last(missing, p.in.data<channel_sample>());
    places.before = { p.in.data(), missing * row_bytes() };
}

bool device_synthesizer::gathers(const std::vector<int>& map, bool has_vectors)
{
    if (has_vectors && is_in_order(map, static_cast<std::size_t>(d_shape.points)))
        return true;
    return d_gathers.find(values_of_points(map, d_shape.points)) &&
           d_silence.find(silent(d_shape.points));
}

//! Finds the rows of \p p, and those before them, in the mirror of vectors by \p map, or
//! where as many streams are; those before the stream are 0.
void device_synthesizer::gather_rows(piece& p,
                                     row_places& places,
                                     const synthesizer_call& c,
                                     const std::vector<int>& map)
{
    const auto& on = c.on_device;
    const auto row = (c.has_vectors ? map.size() : 1) * sizeof(channel_sample);
    const auto before = std::min(p.first + on.before, rows_before());
    const auto ahead = static_cast<std::int64_t>(p.first * row) -
                       static_cast<std::int64_t>(before * row);
    const auto part_of = [&](const mirror_place& all) {
        return all.part(ahead, (before + p.rows) * row);
    };
    if (on.in.of)
        places.in = part_of(on.in);
    for (const auto& each : on.in_streams)
        places.in_parts.push_back(part_of(each));
    places.begin = std::make_shared<gathered_rows>(
        d_gathers.find(values_of_points(map, d_shape.points)),
        d_silence.find(silent(d_shape.points)),
        map.size(),
        !c.has_vectors);
    p.reads_call = false;
}

//! Submits rows of the call, and those before them. \return how many
std::size_t device_synthesizer::send(const synthesizer_call& c,
                                     const synthesizer_rows& rows,
                                     const std::vector<int>& map,
                                     const synthesizer_past& past,
                                     const part& of)
{
    const auto channels = static_cast<std::size_t>(d_shape.channels);
    auto& p = d_pieces[d_next % d_pieces.size()];
    p.first = of.first;
    p.rows = std::min(of.most, c.rows - of.first);
    row_places places;
    if (c.on_device.in_streams.empty() &&
        (!c.on_device.in.of ||
         is_in_order(map, static_cast<std::size_t>(d_shape.points))))
        find_rows(p, places, c, rows, past);
    else
        gather_rows(p, places, c, map);
    places.downloads = c.on_device.downloads;
    if (places.downloads)
        places.host.out = { c.out + p.first * channels, nullptr };
    if (const auto& out = c.on_device.out; out.of) {
        const auto a_row = channels * sizeof(channel_sample);
        const auto begin = out.bytes.begin + (p.first - of.ahead) * a_row;
        places.out = { out.of, { begin, begin + p.rows * a_row } };
    }
    places.first_row = static_cast<std::size_t>(of.number) + p.first;
    if (d_fused)
        places.finish = d_fused;
    else
        places.finish = d_sums;
    places.tells_when_read = of.tells_when_read;
    d_rows.submit(places, rows_before() + p.rows);
    ++d_next;
    return p.rows;
}

std::size_t device_synthesizer::finish_oldest()
{
    d_rows.wait_oldest();
    return d_pieces[d_oldest++ % d_pieces.size()].rows;
}

void device_synthesizer::wait_for_past()
{
    std::size_t begin = 0; // of a piece
    for (std::size_t nth = 0; nth < d_rows.in_flight() && begin < rows_before(); ++nth) {
        const auto& p = d_pieces[(d_oldest + nth) % d_pieces.size()];
        if (p.reads_call)
            d_rows.wait_until_read(nth);
        begin += p.rows;
    }
}

std::size_t device_synthesizer::submit(const synthesizer_call& c,
                                       std::int64_t number,
                                       std::size_t ahead,
                                       std::size_t most,
                                       const std::vector<int>& map,
                                       const synthesizer_past& past)
{
    const synthesizer_rows rows(d_shape, c, map);
    try {
        return send(c,
                    rows,
                    map,
                    past,
                    { ahead, std::min(most, linked_rows()), number, ahead, true });
    } catch (...) {
        abandon();
        throw;
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
            d_sent += send(c, rows, map, past, { d_sent, most, past.count(), 0, true });
        do
            d_made += finish_oldest();
        while (d_rows.oldest_is_done());
        wait_for_past();
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
                d_sent += send(
                    c, rows, map, past, { d_sent, most_rows(), past.count(), 0, false });
            else
                d_made += finish_oldest();
    } catch (...) {
        abandon();
        throw;
    }
    begin_behind(c.rows);
    rows.append_to(past, c.rows);
}

} // namespace gpufft
