/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAINED_STREAM_BODIES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAINED_STREAM_BODIES_H

#include "blocks/chains/chained_stream.h"
#include "blocks/chains/chained_stream_failure.h"
#include "blocks/scheduler/ring_memory.h"
#include "exec/filters/past_samples.h"
#include <algorithm>
#include <exception>
#include <utility>

//! Bodies of chained_stream, for the source of each class that is made of one.
namespace gr {
namespace gpufft {

// At the ends of a chain: see measurements.md, "Rings and pieces of chains".
constexpr std::size_t MOST_COPIED_BYTES = std::size_t(16) << 20;

//! ... of each of \p in.
inline std::size_t most_reach(const std::vector<gr::buffer_reader*>& in)
{
    auto least = most_reach(*in[0]->buffer());
    for (const auto* each : in)
        least = std::min(least, most_reach(*each->buffer()));
    return least;
}

template <class processor>
bool chained_stream<processor>::may_chain(const std::vector<gr::buffer_reader*>& in) const
{
    return chain_device() && items_back(*base::now()) <= most_reach(in);
}

template <class processor>
bool chained_stream<processor>::may_read_some(
    const std::vector<gr::buffer_reader*>& in) const
{
    return may_chain(in) &&
           std::any_of(in.begin(),
                       in.end(),
                       [on = chain_device()](const auto* each) {
                           return is_written_on(*each->buffer(), on);
                       }) &&
           std::all_of(in.begin(), in.end(), [](const auto* each) {
               return stays_in_place(*each->buffer());
           });
}

//! Items before a row that stay in the rings: longer taps to come find theirs.
template <class processor>
std::size_t chained_stream<processor>::items_to_keep(const processor& by) const
{
    return std::max(items_back(by),
                    std::min(items_of(by.past_to_keep()), most_reach(d_rings.in)));
}

template <class processor>
void chained_stream<processor>::start_chain(const chain_rings& rings)
{
    const std::lock_guard<std::mutex> guard(d_work_mutex); // neighbours may have begun
    d_rings = rings;
    const auto runs = base::now();
    d_ends.start(rings.in,
                 rings.out,
                 rings.may_link ? chain_device() : nullptr,
                 *d_debug_logger,
                 rings.row,
                 rings.may_link && leaves_past_there() && may_chain(rings.in)
                     ? items_to_keep(*runs)
                     : 0);
    d_history.restart(base::taken(), turns_of_a_row(*runs));
    d_noted = base::takes();
    d_must_bring = false;
    d_failure.clear();
    choose_pieces();
    lock_rings();
    base::begin(is_linked() ? std::vector<gr::buffer*>() : rings.to_lock);
}

// What is in flight was not consumed: when the flowgraph goes on, it is computed again.
template <class processor>
void chained_stream<processor>::stop()
{
    d_ends.save_at_end();
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    base::end();
    d_ends.sent = d_ends.done = d_ends.produced;
    d_ends.stop();
}

//! Which rings have a mirror that this block uses.
template <class processor>
int chained_stream<processor>::links() const
{
    return (d_ends.reads_some_mirror() ? 1 : 0) + (d_ends.writes_mirror() ? 2 : 0) +
           (d_ends.is_resident() ? 4 : 0) + (d_ends.reads_written_mirrors() ? 8 : 0);
}

// Without links, they are those that begin() has.
template <class processor>
void chained_stream<processor>::lock_rings()
{
    if (d_links || !d_rings.row.are_dealt)
        say_rings();
}

//! Page-locks them, and says how the device comes by them.
template <class processor>
void chained_stream<processor>::say_rings()
{
    std::string text;
    for (auto* rows : executors_of(*base::now()))
        text = d_ends.lock_rings(rows->locked());
    base::logger()->info("buffers: {}", text);
}

//! Pieces of which as many as may be in flight fit what the scheduler offers, half of
//! each ring. Where both rings stay on the device, the neighbours are at other parts of
//! them.
template <class processor>
void chained_stream<processor>::choose_pieces()
{
    d_links = links();
    const auto runs = base::now();
    const auto half = d_rings.half_rows;
    d_piece_rows = half / runs->executor().depth();
    d_worth_rows = d_piece_rows;
    if (!d_ends.is_resident())
        return;
    const auto unit = unit_rows(*runs);
    const bool stays =
        d_ends.inputs() == 1 ? d_ends.reads_mirror() : d_ends.reads_written_mirrors();
    const auto row_bytes = d_rings.row.in * in_ring().get_sizeof_item() * d_ends.inputs();
    auto piece = stays ? half / 2 : std::min(d_piece_rows, MOST_COPIED_BYTES / row_bytes);
    piece = std::min(piece, most_rows(*runs));
    piece = piece < unit ? std::min(unit, half) : piece / unit * unit;
    d_piece_rows = std::max<std::size_t>(piece, 1);
    d_worth_rows = stays ? (d_piece_rows + 1) / 2 : d_piece_rows;
}

//! The block before this one may have left the device, in a thread of its own or in this
//! one: from then on the host's ring is read.
template <class processor>
void chained_stream<processor>::look_at_neighbours()
{
    if (links() == d_links)
        return;
    choose_pieces();
    say_rings();
}

//! Where samples of \p p, rows from \p first on, are, and those before them.
//! \return false  some of several inputs have left the device meanwhile
template <class processor>
bool chained_stream<processor>::find_samples(chain_piece& p,
                                             const processor& by,
                                             past_type& past,
                                             std::uint64_t first,
                                             std::uint64_t zeros_before)
{
    auto& kept = kept_samples(past);
    p.first = first;
    const auto begin = first * d_rings.samples;
    const auto before = begin - std::min(begin, zeros_before);
    const auto back = std::min<std::uint64_t>(first * d_rings.row.in, items_back(by));
    if (auto there = d_ends.places_in(first, p.rows, static_cast<std::size_t>(back));
        !there.empty()) {
        if (there.size() == 1)
            p.places.in = there[0];
        else
            p.places.in_streams = std::move(there);
        p.places.before = static_cast<std::size_t>(before);
        p.places.is_only_there = true;
        kept.clear();
        p.in = nullptr;
        return true;
    }
    if (d_ends.reads_some_mirror())
        return false;
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(before, reach(by)));
    kept.clear();
    kept.keep(wanted);
    keep_from_rings(past, begin - wanted, wanted);
    p.in = d_ends.ring_in(first);
    return true;
}

template <class processor>
chain_progress chained_stream<processor>::work(const chain_view& v)
{
    std::unique_lock<std::mutex> guard(d_work_mutex);
    chain_progress result;
    const int produced = base::work_on(d_rings.samples, [&](auto& by, auto& past) {
        result = run(by, past, v, guard);
        return result.produced;
    });
    if (produced >= 0)
        return result;
    if (!d_ends.is_lost()) // else the block before has said so
        give_up();
    result = {};
    result.has_failed = true;
    return result;
}

template <class processor>
chain_progress chained_stream<processor>::run(processor& by,
                                              past_type& past,
                                              const chain_view& v,
                                              std::unique_lock<std::mutex>& guard)
{
    for (;;)
        if (const auto done = run_once(by, past, v, guard))
            return *done;
}

//! \return nothing where some of several inputs have left the device meanwhile
template <class processor>
std::optional<chain_progress>
chained_stream<processor>::run_once(processor& by,
                                    past_type& past,
                                    const chain_view& v,
                                    std::unique_lock<std::mutex>& guard)
{
    begin_run(by, past);
    look_at_neighbours();
    const auto seen = d_ends.told();
    if (!d_ends.is_resident())
        return run_for_host(by, past, v, guard, seen);
    if (!send(by, past, v))
        return {};
    return run_on_device(by, past, guard, seen);
}

//! What has happened since the last call is dealt with.
template <class processor>
void chained_stream<processor>::begin_run(processor& by, past_type& past)
{
    if (!d_failure.empty())
        throw ::gpufft::device_error(std::exchange(d_failure, {}));
    if (d_ends.is_lost())
        throw ::gpufft::device_error("items before these are lost");
    note_change(by, past);
    const bool links_may_stay = may_link(by), outputs_may_stay = may_stay(by);
    if ((is_linked() || d_ends.keeps_past()) && !links_may_stay)
        leave_links(by, past);
    else if (d_must_bring)
        bring_produced(by, past);
    else if (d_ends.writes_mirror() && !outputs_may_stay)
        leave_output(by, past);
}

template <class processor>
void chained_stream<processor>::note_change(processor& by, past_type& past)
{
    if (base::takes() == d_noted)
        return;
    const bool is_too_long = items_back(by) > most_reach(d_rings.in);
    const auto zeros_before =
        d_ends.keeps_past() ? d_ends.reach_back(is_too_long ? 0 : items_to_keep(by)) *
                                  samples_of_an_item()
                            : 0;
    d_history.set(d_ends.produced, base::taken(), turns_of_a_row(by), zeros_before);
    d_noted = base::takes();
    if (d_ends.keeps_past() && is_too_long)
        leave_links(by, past);
    else
        choose_pieces();
}

//! Taps reach back further than the ring before this block can keep samples for them, or
//! the host alone can make what is asked for.
template <class processor>
void chained_stream<processor>::leave_links(processor& by, past_type& past)
{
    forget_in_flight();
    if (d_ends.reads_some_mirror() && !d_ends.input_to_host())
        throw ::gpufft::device_error("items before these are lost");
    bring_produced(by, past);
    if (!d_ends.keeps_past())
        return;
    chain_piece none;
    kept_samples(past).keep(by.past_to_keep());
    // Rows that are held are not consumed yet, and what was consumed is gone.
    const auto first = d_ends.consumed;
    const auto zeros_before =
        d_ends.held_rows() ? first * d_rings.samples : d_history.newest().zeros_before;
    find_samples(none, by, past, first, zeros_before);
    d_ends.stop_keeping_past();
}

//! From now on outputs are what the host alone makes.
template <class processor>
void chained_stream<processor>::leave_output(processor& by, past_type& past)
{
    forget_in_flight();
    bring_produced(by, past);
}

template <class processor>
void chained_stream<processor>::forget_in_flight()
{
    let_go();
    if (!d_failure.empty())
        throw ::gpufft::device_error(std::exchange(d_failure, {}));
    d_ends.sent = d_ends.done = d_ends.produced;
}

//! What is computed goes to the host's ring, and to the mirror where there is one.
template <class processor>
std::optional<chain_progress>
chained_stream<processor>::run_for_host(processor& by,
                                        past_type& past,
                                        const chain_view& v,
                                        std::unique_lock<std::mutex>& guard,
                                        std::uint64_t seen)
{
    const auto held = d_ends.held_now();
    const auto behind = static_cast<std::size_t>(d_ends.produced - d_ends.consumed);
    if (held < behind) { // a reader wanted that on the host
        if (!d_ends.keeps_past())
            keep_from_rings(past, d_ends.consumed * d_rings.samples, samples_of(behind));
        return report(0, behind - held);
    }
    chain_piece p;
    p.rows = p.arrived =
        std::min({ v.rows - std::min(v.rows, held), v.space, d_ends.room() });
    if (p.rows == 0) {
        if (!in_flight_of(by))
            d_ends.wait_for_room(guard, seen);
        return chain_progress();
    }
    p.first = d_ends.produced;
    p.in = v.in;
    p.out = v.out;
    if (!d_ends.keeps_past())
        p.places.in = d_ends.place_in(d_ends.produced, p.rows, v.in);
    else if (!find_samples(p, by, past, d_ends.produced, d_history.newest().zeros_before))
        return {};
    p.places.out = d_ends.place_out(d_ends.produced, p.rows);
    const auto done = advance(by, past, p);
    const auto stay = std::min(d_ends.held_rows(), behind + done);
    const auto result = report(done, behind + done - stay);
    d_ends.sent = d_ends.done = d_ends.produced;
    return result;
}

//! Sends what has arrived, as far as the output has room.
//! \return false  some of several inputs have left the device meanwhile
template <class processor>
bool chained_stream<processor>::send(processor& by,
                                     const past_type& past,
                                     const chain_view& v)
{
    const auto left = [](std::size_t of, std::uint64_t taken) {
        return static_cast<std::size_t>(of - std::min<std::uint64_t>(of, taken));
    };
    while (can_submit_to(by)) {
        const auto ahead = d_ends.sent - d_ends.consumed;
        chain_piece p;
        p.arrived = left(v.rows, ahead);
        const auto rows = std::min({ p.arrived,
                                     left(v.space, d_ends.sent - d_ends.produced),
                                     d_ends.room(),
                                     d_piece_rows });
        // A short piece takes nearly as long as a whole one.
        if (rows == 0 || (rows < d_worth_rows && in_flight_of(by) > 0) ||
            d_ends.waits_for_room(rows, p.arrived, d_piece_rows))
            break;
        p.rows = piece_of(by, rows, p.arrived);
        if (p.rows == 0)
            break;
        const auto& with = d_history.newest();
        p.places.out = d_ends.place_out(d_ends.sent, p.rows);
        p.places.downloads = false;
        p.turns = with.turns_at(d_ends.sent);
        if (d_ends.keeps_past()) {
            auto before = d_no_past; // the ring has it
            if (!find_samples(p, by, before, d_ends.sent, with.zeros_before))
                return false;
            d_ends.sent += submit(by, before, p);
            continue;
        }
        p.first = d_ends.consumed;
        p.in = v.in;
        p.ahead = static_cast<std::size_t>(ahead);
        p.places.in = d_ends.place_in(d_ends.consumed, p.ahead + p.rows, v.in);
        d_ends.sent += submit(by, past, p);
    }
    return true;
}

template <class processor>
std::size_t chained_stream<processor>::finish_oldest(processor& by)
{
    return by.finish_oldest() / d_rings.row.out;
}

//! \param seen  d_ends.told() before rows were sent
template <class processor>
chain_progress
chained_stream<processor>::run_on_device(processor& by,
                                         past_type& past,
                                         std::unique_lock<std::mutex>& guard,
                                         std::uint64_t seen)
{
    d_ends.get_on([&] { return oldest_is_done_of(by); },
                  [&] { return in_flight_of(by); },
                  [&] { d_ends.done += finish_oldest(by); },
                  guard,
                  seen);
    if (!d_ends.is_resident()) // a reader wanted it on the host meanwhile
        return {};
    const auto consumed = d_ends.consumable();
    if (consumed && !d_ends.keeps_past()) {
        by.wait_for_past();
        keep_from_rings(past, d_ends.consumed * d_rings.samples, samples_of(consumed));
    }
    return report(static_cast<std::size_t>(d_ends.sent - d_ends.produced), consumed);
}

template <class processor>
chain_progress chained_stream<processor>::report(std::size_t produced,
                                                 std::size_t consumed)
{
    const auto result = progress_of(d_ends, produced, consumed);
    d_history.forget_before(d_ends.is_resident() ? d_ends.safe_rows() : d_ends.produced);
    return result;
}

//! What the device has of rows that the scheduler knows is to be there: a failure of it
//! is met before anything else is sent.
template <class processor>
void chained_stream<processor>::let_go()
{
    const auto runs = base::now();
    try {
        while (d_ends.is_resident() && in_flight_of(*runs))
            d_ends.done += finish_oldest(*runs);
    } catch (const std::exception& e) {
        d_failure = e.what();
    }
    runs->abandon();
}

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAINED_STREAM_BODIES_H */
