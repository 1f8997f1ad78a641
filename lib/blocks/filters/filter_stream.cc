/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/filters/filter_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

// At the ends of a chain: see measurements.md, "Rings and pieces of chains".
constexpr std::size_t MOST_COPIED_BYTES = std::size_t(16) << 20;
// Taps reach back by such a part of the ring before at most, which its writer cannot use.
constexpr std::size_t REACH_SHARE = 8;

} // namespace

filter_stream::filter_stream(const ::gpufft::filter_request& request,
                             const std::string& device,
                             const gr::logger_ptr& logger,
                             const gr::logger_ptr& debug_logger)
    : device_stream(request,
                    ::gpufft::filter_past(sizeof(float) * (request.is_real ? 1 : 2)),
                    device,
                    "filter",
                    logger),
      d_debug_logger(debug_logger)
{
    const auto on = chain_device();
    d_gpu_use.set(on && !on->info().limits.is_cpu);
}

std::size_t filter_stream::outputs_of_a_call(long max_output_buffer)
{
    const auto runs = now();
    const auto on = chain_device();
    const bool may_stay = on && !on->info().limits.is_cpu;
    d_gpu_use.set(may_stay);
    const std::size_t bytes = sizeof(float) * (runs->shape().is_real ? 1 : 2);
    const auto decimation = static_cast<std::size_t>(runs->shape().decimation);
    auto outputs = runs->outputs_of_a_call();
    // Pieces that never leave the GPU are large.
    if (may_stay && gpu_use::count() > 1)
        outputs = std::max(outputs,
                           2 * runs->linked_rows() *
                               static_cast<std::size_t>(runs->shape().outputs()));
    // Half of a buffer is offered at a time.
    const auto ring_bytes = ring_byte_limit(runs->piece_samples() * bytes);
    outputs = std::min(outputs, ring_bytes / 2 / bytes / decimation);
    if (max_output_buffer > 0)
        outputs = std::min(outputs, static_cast<std::size_t>(max_output_buffer) / 2);
    return std::max<std::size_t>(outputs, 1);
}

// Pairs of real rows lie in two planes, which no mirror has, and the host makes floats of
// whole numbers.
std::shared_ptr<::gpufft::device> filter_stream::chain_device() const
{
    const auto runs = now();
    const auto& shape = runs->shape();
    const bool may_read =
        !shape.is_real && shape.samples == ::gpufft::sample_kind::complex_float;
    return may_read ? runs->executor().on() : nullptr;
}

std::size_t filter_stream::most_reach(gr::buffer& in) const
{
    return static_cast<std::size_t>(in.bufsize()) / REACH_SHARE;
}

bool filter_stream::may_chain(gr::buffer& in) const
{
    return chain_device() &&
           static_cast<std::size_t>(now()->shape().first) <= most_reach(in);
}

//! Samples before an output that stay in the ring: longer taps to come find theirs.
std::size_t filter_stream::reach_of(const filter& by) const
{
    return std::max(static_cast<std::size_t>(by.shape().first),
                    std::min(by.past_to_keep(), most_reach(*d_in_ring)));
}

std::size_t filter_stream::samples_of(std::uint64_t outputs) const
{
    return static_cast<std::size_t>(outputs) *
           static_cast<std::size_t>(now()->shape().decimation);
}

void filter_stream::start(gr::buffer_reader& in,
                          gr::buffer& out,
                          const chain_ends::row_items& row)
{
    const std::lock_guard<std::mutex> guard(d_work_mutex); // neighbours may have begun
    d_in_ring = in.buffer().get();
    d_out_ring = &out;
    d_row = row;
    d_keeps_in_flight = stays_in_place(*d_in_ring) && stays_in_place(out);
    d_ends.start({ &in },
                 out,
                 chain_device(),
                 *d_debug_logger,
                 row,
                 may_chain(*d_in_ring) ? reach_of(*now()) : 0);
    d_history.restart(taken(), now()->turns_of_an_output());
    d_noted = takes();
    d_must_bring = false;
    d_failure.clear();
    choose_pieces();
    lock_rings();
    begin(is_linked() ? std::vector<gr::buffer*>()
                      : std::vector<gr::buffer*>{ &out, d_in_ring });
}

// What is in flight was not consumed: when the flowgraph goes on, it is computed again.
void filter_stream::stop()
{
    d_ends.save_at_end();
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    end();
    d_ends.sent = d_ends.done = d_ends.produced;
    d_ends.stop();
}

//! Which rings have a mirror that this block uses.
int filter_stream::links() const
{
    return (d_ends.reads_mirror() ? 1 : 0) + (d_ends.writes_mirror() ? 2 : 0) +
           (d_ends.is_resident() ? 4 : 0);
}

// Without links, they are those that begin() has.
void filter_stream::lock_rings()
{
    if (d_links)
        logger()->info("buffers: {}", d_ends.lock_rings(now()->executor().locked()));
}

//! Pieces of which as many as may be in flight fit what the scheduler offers, half of
//! each ring. Where both rings stay on the device, the neighbours are at other parts of
//! them.
void filter_stream::choose_pieces()
{
    d_links = links();
    const auto runs = now();
    const auto in_outputs = static_cast<std::size_t>(d_in_ring->bufsize()) / d_row.in;
    const auto half = std::min<std::size_t>(
                          in_outputs, static_cast<std::size_t>(d_out_ring->bufsize())) /
                      2;
    d_piece_outputs = half / runs->executor().depth();
    d_worth_outputs = d_piece_outputs;
    if (!d_ends.is_resident())
        return;
    const auto of_a_row = static_cast<std::size_t>(runs->shape().outputs());
    const bool stays = d_ends.reads_mirror();
    auto piece = stays ? half / 2
                       : std::min(d_piece_outputs,
                                  MOST_COPIED_BYTES / sizeof(gr_complex) / samples_of(1));
    piece = std::min(piece, runs->linked_rows() * of_a_row);
    piece = piece < of_a_row ? std::min(of_a_row, half) : piece / of_a_row * of_a_row;
    d_piece_outputs = std::max<std::size_t>(piece, 1);
    d_worth_outputs = stays ? (d_piece_outputs + 1) / 2 : d_piece_outputs;
}

//! The block before this one may have left the device, in a thread of its own or in this
//! one: from then on the host's ring is read.
void filter_stream::look_at_neighbours()
{
    if (links() == d_links)
        return;
    choose_pieces();
    logger()->info("buffers: {}", d_ends.lock_rings(now()->executor().locked()));
}

//! Where samples of outputs from \p first on are, and those before them.
//! \return where the host has them
const void* filter_stream::find_samples(::gpufft::filter_places& places,
                                        filter_past& past,
                                        std::uint64_t first,
                                        std::size_t outputs,
                                        std::uint64_t zeros_before) const
{
    const auto begin = first * samples_of(1);
    const auto before = begin - std::min(begin, zeros_before);
    places.in = d_ends.place_in(first, outputs, nullptr);
    if (places.in.of) {
        places.before = static_cast<std::size_t>(before);
        places.is_only_there = true;
        past.samples.clear();
        return nullptr;
    }
    const auto kept = static_cast<std::size_t>(std::min<std::uint64_t>(
        before, static_cast<std::uint64_t>(now()->shape().first)));
    past.samples.clear();
    past.samples.keep(kept);
    past.samples.append(d_ends.ring_before(first, kept), kept);
    return d_ends.ring_in(first);
}

chain_progress filter_stream::work(const chain_view& v)
{
    std::unique_lock<std::mutex> guard(d_work_mutex);
    chain_progress result;
    const int produced = work_on(samples_of(1), [&](auto& by, auto& past) {
        result = advance(by, past, v, guard);
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

chain_progress filter_stream::advance(filter& by,
                                      filter_past& past,
                                      const chain_view& v,
                                      std::unique_lock<std::mutex>& guard)
{
    begin_run(by, past);
    look_at_neighbours();
    const auto seen = d_ends.told();
    if (!d_ends.is_resident())
        return advance_for_host(by, past, v, guard, seen);
    send(by, past, v);
    return advance_on_device(by, past, v, guard, seen);
}

//! What has happened since the last call is dealt with.
void filter_stream::begin_run(filter& by, filter_past& past)
{
    if (!d_failure.empty())
        throw ::gpufft::device_error(std::exchange(d_failure, {}));
    if (d_ends.is_lost())
        throw ::gpufft::device_error("items before these are lost");
    note_change(by, past);
    if (d_must_bring)
        bring_produced(by, past);
}

void filter_stream::note_change(filter& by, filter_past& past)
{
    if (takes() == d_noted)
        return;
    const bool is_too_long =
        static_cast<std::size_t>(by.shape().first) > most_reach(*d_in_ring);
    const auto zeros_before =
        d_ends.keeps_past() ? d_ends.reach_back(is_too_long ? 0 : reach_of(by)) : 0;
    d_history.set(d_ends.produced, taken(), by.turns_of_an_output(), zeros_before);
    d_noted = takes();
    if (d_ends.keeps_past() && is_too_long)
        leave_links(by, past);
    else
        choose_pieces();
}

//! Taps reach back further than the ring before this block can keep samples for them.
void filter_stream::leave_links(filter& by, filter_past& past)
{
    if (d_ends.reads_mirror() && !d_ends.input_to_host())
        throw ::gpufft::device_error("items before these are lost");
    bring_produced(by, past);
    ::gpufft::filter_places none;
    past.samples.keep(by.past_to_keep());
    find_samples(none, past, d_ends.produced, 0, d_history.newest().zeros_before);
    d_ends.stop_keeping_past();
}

//! What is computed goes to the host's ring, and to the mirror where there is one.
chain_progress filter_stream::advance_for_host(filter& by,
                                               filter_past& past,
                                               const chain_view& v,
                                               std::unique_lock<std::mutex>& guard,
                                               std::uint64_t seen)
{
    if (d_ends.consumed < d_ends.produced) { // a reader wanted that on the host
        const auto rows = static_cast<std::size_t>(d_ends.produced - d_ends.consumed);
        if (!d_ends.keeps_past())
            past.samples.append(v.in, samples_of(rows));
        return report(0, rows);
    }
    const auto outputs = std::min({ v.rows, v.space, d_ends.room() });
    if (outputs == 0) {
        if (!by.executor().in_flight())
            d_ends.wait_for_room(guard, seen);
        return {};
    }
    ::gpufft::filter_places places;
    const void* in = v.in;
    if (d_ends.keeps_past())
        in = find_samples(
            places, past, d_ends.produced, outputs, d_history.newest().zeros_before);
    else
        places.in = d_ends.place_in(d_ends.produced, outputs, v.in);
    places.out = d_ends.place_out(d_ends.produced, outputs);
    auto done = outputs;
    if (d_keeps_in_flight)
        done = by.advance(in, v.out, outputs, past, d_piece_outputs, places);
    else
        by.run(in, v.out, outputs, past, places);
    const auto result = report(done, done);
    d_ends.sent = d_ends.done = d_ends.produced;
    return result;
}

//! Outputs of the next piece, of \p outputs that may be sent: kernels read and write
//! whole rows where these lie, but those across the end of a ring, or the part of one
//! that is left, have copies.
std::size_t filter_stream::piece_of(const filter& by, std::size_t outputs) const
{
    const auto of_a_row = static_cast<std::size_t>(by.shape().outputs());
    const bool may_be_even = of_a_row % 2 == 0;
    // Vectors begin at every other output: a part of a row comes before them.
    if (may_be_even && d_ends.sent % 2 && outputs > 1)
        return std::min(outputs, of_a_row) / 2 * 2 - 1;
    if (d_ends.keeps_past() && d_ends.reads_mirror()) {
        const auto first = static_cast<std::size_t>(by.shape().first);
        const auto hop = static_cast<std::size_t>(by.shape().hop);
        const auto since = d_ends.items_since_wrap(d_ends.sent);
        if (since < first && samples_of(d_ends.sent) >= first)
            outputs = std::min(outputs, (first - since + hop - 1) / hop * of_a_row);
    }
    const auto in_one = d_ends.rows_in_one(d_ends.sent, outputs);
    outputs = std::min(outputs, std::max(in_one, of_a_row));
    if (outputs >= of_a_row)
        return outputs / of_a_row * of_a_row;
    return may_be_even && outputs > 1 ? outputs / 2 * 2 : outputs;
}

//! Sends what has arrived, as far as the output has room.
void filter_stream::send(filter& by, const filter_past& past, const chain_view& v)
{
    const auto left = [](std::size_t of, std::uint64_t taken) {
        return static_cast<std::size_t>(of - std::min<std::uint64_t>(of, taken));
    };
    while (by.executor().can_submit()) {
        const auto ahead = d_ends.sent - d_ends.consumed;
        const auto arrived = left(v.rows, ahead);
        const auto outputs = std::min({ arrived,
                                        left(v.space, d_ends.sent - d_ends.produced),
                                        d_ends.room(),
                                        d_piece_outputs });
        // A short piece takes nearly as long as a whole one.
        if (outputs == 0 ||
            (outputs < d_worth_outputs && by.executor().in_flight() > 0) ||
            d_ends.waits_for_room(outputs, arrived, d_piece_outputs))
            break;
        const auto piece = piece_of(by, outputs);
        const auto& with = d_history.newest();
        ::gpufft::filter_places places;
        places.out = d_ends.place_out(d_ends.sent, piece);
        places.downloads = false;
        const auto turns = with.turns_at(d_ends.sent);
        if (d_ends.keeps_past()) {
            filter_past before(sizeof(gr_complex));
            const auto* in =
                find_samples(places, before, d_ends.sent, piece, with.zeros_before);
            d_ends.sent += by.submit(in, 0, piece, before, places, turns);
            continue;
        }
        const auto sent = static_cast<std::size_t>(ahead);
        places.in = d_ends.place_in(d_ends.consumed, sent + piece, v.in);
        d_ends.sent += by.submit(v.in, sent, piece, past, places, turns);
    }
}

//! \param seen  d_ends.told() before outputs were sent
chain_progress filter_stream::advance_on_device(filter& by,
                                                filter_past& past,
                                                const chain_view& v,
                                                std::unique_lock<std::mutex>& guard,
                                                std::uint64_t seen)
{
    while (by.executor().oldest_is_done())
        d_ends.done += by.finish_oldest();
    if (d_ends.sent == d_ends.produced && d_ends.consumable() == 0) {
        if (by.executor().in_flight()) {
            d_ends.done += by.finish_oldest();
        } else {
            d_ends.wait_for_readers(guard, seen);
            if (!d_ends.is_resident()) // one of them wanted it on the host meanwhile
                return {};
        }
    }
    const auto consumed = d_ends.consumable();
    if (consumed && !d_ends.keeps_past()) {
        by.wait_for_past();
        past.samples.append(v.in, samples_of(consumed));
    }
    return report(static_cast<std::size_t>(d_ends.sent - d_ends.produced), consumed);
}

chain_progress filter_stream::report(std::size_t produced, std::size_t consumed)
{
    const auto result = progress_of(d_ends, produced, consumed);
    d_history.forget_before(d_ends.is_resident() ? d_ends.safe_rows() : d_ends.produced);
    return result;
}

//! What the device has of outputs that the scheduler knows is to be there: a failure of
//! it is met before anything else is sent.
void filter_stream::let_go()
{
    try {
        while (d_ends.is_resident() && now()->executor().in_flight())
            d_ends.done += now()->finish_oldest();
    } catch (const std::exception& e) {
        d_failure = e.what();
    }
    now()->abandon();
}

//! Nothing is in flight: from now on samples come from the host, and outputs go there.
bool filter_stream::may_try_again()
{
    d_failure.clear();
    d_ends.sent = d_ends.done = d_ends.produced;
    if (d_ends.is_lost())
        return false;
    d_must_bring = d_ends.writes_mirror();
    if (d_ends.reads_mirror() && !d_ends.input_to_host())
        return false; // the block before this one has said so
    look_at_neighbours();
    return true;
}

bool filter_stream::bring_to_host()
{
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    if (d_ends.is_lost())
        return false;
    if (!d_ends.writes_mirror())
        return true;
    now()->abandon();
    d_ends.sent = d_ends.done = d_ends.produced;
    d_must_bring = true;
    const int brought = work_on(samples_of(1), [this](auto& by, auto& past) {
        begin_run(by, past);
        return std::size_t(0);
    });
    if (brought < 0)
        give_up();
    return brought >= 0;
}

//! What readers may need again of the output is computed once more, into the ring.
void filter_stream::bring_produced(filter& by, filter_past& past)
{
    if (d_ends.is_resident()) {
        d_ends.output_to_host([&] { compute_again(by, past); });
        past.turns = d_history.newest().turns_at(d_ends.produced);
    } else if (d_ends.writes_mirror()) {
        d_ends.output_to_host([] {}); // which has it
    }
    d_must_bring = false;
    look_at_neighbours();
}

void filter_stream::compute_again(filter& by, const filter_past& past)
{
    for (auto row = d_ends.safe_rows(); row < d_ends.produced;) {
        const auto& with = d_history.at(row);
        const auto end = std::min(d_ends.produced, d_history.end_of(row));
        if (&with == &d_history.newest()) {
            compute_rows(by, past, with, row, end);
        } else {
            const auto earlier = make_beside(*with.request);
            compute_rows(*earlier, past, with, row, end);
        }
        row = end;
    }
}

void filter_stream::compute_rows(filter& by,
                                 const filter_past& past,
                                 const filter_setting& with,
                                 std::uint64_t first,
                                 std::uint64_t end)
{
    auto before = past;
    ::gpufft::filter_places places;
    // What the block keeps of the past is what it has consumed.
    const auto begin = d_ends.keeps_past() ? first : d_ends.consumed;
    const auto outputs = static_cast<std::size_t>(end - begin);
    const void* in = d_ends.keeps_past()
                         ? find_samples(places, before, begin, outputs, with.zeros_before)
                         : d_ends.ring_in(begin);
    before.turns = with.turns_at(begin);
    by.compute(in,
               d_ends.ring_out(first),
               outputs,
               before,
               places,
               static_cast<std::size_t>(first - begin));
}

//! No device is left.
void filter_stream::give_up()
{
    if (!d_ends.writes_mirror())
        return;
    if (!d_ends.is_resident()) {
        d_ends.output_to_host([] {}); // which has it
        return;
    }
    if (!d_ends.is_lost() && d_ends.rows_at_stake())
        logger()->error("{} items that only the device had are lost: no device is left",
                        d_ends.rows_at_stake());
    d_ends.output_lost();
}

} // namespace gpufft
} // namespace gr
