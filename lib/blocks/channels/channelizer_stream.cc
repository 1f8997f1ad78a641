/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/chained_stream_bodies.h"
#include "blocks/channels/channel_arguments.h"
#include "blocks/channels/channelizer_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <utility>

namespace gr {
namespace gpufft {

using ::gpufft::channel_sample;

template class chained_stream<::gpufft::stream_channelizer>;

channelizer_stream::channelizer_stream(const ::gpufft::channelizer_request& request,
                                       const std::vector<int>& map,
                                       bool has_vectors,
                                       const std::string& device,
                                       const gr::logger_ptr& logger,
                                       const gr::logger_ptr& debug_logger)
    : chained_stream(request,
                     past_samples(sizeof(channel_sample)),
                     device,
                     "channelizer",
                     logger,
                     debug_logger),
      d_has_vectors(has_vectors),
      d_map(map)
{
    d_gpu_use.set(!now()->executor().on()->info().limits.is_cpu);
}

std::size_t channelizer_stream::outputs_of_a_call(long max_output_buffer)
{
    const auto runs = now();
    const bool may_stay = !runs->executor().on()->info().limits.is_cpu;
    d_gpu_use.set(may_stay);
    const auto of_a_period = period(*runs);
    // Vectors have the channels of the map, some perhaps several times.
    const auto samples =
        std::max(static_cast<std::size_t>(runs->shape().channels), current_map().size());
    auto outputs = runs->outputs_of_a_call();
    // Pieces that never leave the GPU are large.
    if (may_stay && gpu_use::count() > 1)
        outputs = std::max(outputs, 2 * runs->linked_rows());
    // Half of a buffer is offered at a time.
    outputs = std::min(outputs, ring_byte_limit() / 2 / sizeof(channel_sample) / samples);
    if (max_output_buffer > 0)
        outputs = std::min(outputs, rows_of_buffer(max_output_buffer));
    return std::max<std::size_t>(outputs / of_a_period, 1) * of_a_period;
}

void channelizer_stream::connect(int inputs, int outputs)
{
    d_inputs = inputs;
    d_outputs = outputs;
    d_maps.clear();
    const auto runs = now();
    d_keeps_output = runs->may_keep_on_device() && most_rows(*runs) > 0;
}

std::shared_ptr<::gpufft::device> channelizer_stream::chain_device() const
{
    return now()->executor().on();
}

// The host joins several streams, unless the device has some, and what is before. Long
// periods would leave little room in rings that hold some.
bool channelizer_stream::may_read(const std::vector<gr::buffer_reader*>& in) const
{
    if (in.size() == 1)
        return true;
    const auto runs = now();
    const auto items = items_of_a_row(*runs);
    return may_read_some(in) && std::all_of(in.begin(), in.end(), [&](const auto* each) {
               return items <= most_reach(*each->buffer());
           });
}

//! Items of each input that a row has.
std::size_t channelizer_stream::items_of_a_row(const channelizer& by) const
{
    return period(by) * static_cast<std::size_t>(by.shape().hop) / samples_of_an_item();
}

//! The device joins several streams of which it has some.
bool channelizer_stream::may_link(const channelizer& by)
{
    return d_inputs == 1 || !ends().reads_some_mirror() ||
           (ends().keeps_past() && by.joins_on_device());
}

//! Samples of several streams come from these in turn.
void channelizer_stream::keep_from_rings(past_samples& past,
                                         std::uint64_t begin,
                                         std::size_t count)
{
    if (d_inputs == 1) {
        chained_stream::keep_from_rings(past, begin, count);
        return;
    }
    const auto first = begin / samples_of_an_item();
    std::vector<const channel_sample*> streams;
    for (std::size_t i = 0; i < ends().inputs(); ++i)
        streams.push_back(
            reinterpret_cast<const channel_sample*>(ends().ring_at(first, i)));
    const auto skipped = static_cast<std::int64_t>(begin % samples_of_an_item());
    std::vector<channel_sample> samples(count);
    ::gpufft::join_streams(
        streams, skipped, skipped + static_cast<std::int64_t>(count), samples.data());
    past.append(samples.data(), count);
}

void channelizer_stream::start(chain_rings rings, std::size_t offered)
{
    const auto runs = now();
    const auto of_a_period = period(*runs);
    rings.samples = of_a_period * static_cast<std::size_t>(runs->shape().hop);
    rings.row = { items_of_a_row(*runs), of_a_period };
    rings.may_link = may_read(rings.in);
    rings.half_rows = offered / of_a_period;
    rings.stay_in_place = offered > 0;
    start_chain(rings);
}

chain_progress channelizer_stream::work(const call& c, const chain_view& v)
{
    d_call = c; // of many streams, which a reader's thread never asks for
    return chained_stream::work(v);
}

std::size_t channelizer_stream::reach(const channelizer& by) const
{
    return static_cast<std::size_t>(std::max<std::int64_t>(0, -by.shape().begin(0)));
}

//! Takes the map of now, as all work of a call begins. Another device may leave more to
//! the host.
bool channelizer_stream::may_stay(const channelizer& by)
{
    auto map = current_map();
    if (!d_has_vectors)
        map.resize(static_cast<std::size_t>(d_outputs));
    if (!d_order || d_order->map() != map ||
        d_order->shape().device_turns != by.shape().device_turns)
        d_order.emplace(by.shape(), map);
    note_map(map);
    return most_rows(by) > 0 &&
           (ends().writes_mirror() ? by.keeps_on_device(*d_order, d_has_vectors)
                                   : by.may_keep_on_device());
}

//! \p map is in force from the next row on.
void channelizer_stream::note_map(const std::vector<int>& map)
{
    if (!d_maps.empty() && d_maps.back().map == map)
        return;
    if (!ends().is_resident())
        d_maps.clear();
    while (d_maps.size() > 1 && d_maps[1].row <= ends().safe_rows())
        d_maps.erase(d_maps.begin());
    d_maps.push_back({ d_maps.empty() ? 0 : ends().produced, map });
}

const channelizer_stream::map_since& channelizer_stream::map_at(std::uint64_t row) const
{
    auto at = d_maps.size() - 1;
    while (at > 0 && d_maps[at].row > row)
        --at;
    return d_maps[at];
}

std::uint64_t channelizer_stream::same_until(std::uint64_t row) const
{
    const auto* next = &map_at(row) + 1;
    return next == d_maps.data() + d_maps.size() ? ends().produced : next->row;
}

//! Kernels read periods where they lie. Those that reach across the end of the ring, back
//! or ahead, have a copy, and so has the last one that is there, where it reaches ahead
//! of that: these are sent on their own, and that last one when nothing else is in
//! flight.
std::size_t channelizer_stream::piece_of(const channelizer& by,
                                         std::size_t rows,
                                         std::size_t arrived) const
{
    if (d_inputs > 1)
        return rows; // which have copies in any case
    const auto ahead = static_cast<std::size_t>(by.shape().ahead);
    const auto sent = ends().sent;
    if (ahead && rows == arrived) {
        if (rows == 1 && by.executor().in_flight())
            return 0;
        rows = std::max<std::size_t>(rows - 1, 1);
    }
    // Streams have copies within the device in any case.
    const auto in_one = d_has_vectors ? ends().rows_in_one(sent, rows)
                                      : ends().rows_in_one_input(sent, rows);
    rows = std::min(rows, in_one);
    if (!ends().reads_mirror())
        return rows;
    const auto samples = period(by) * static_cast<std::size_t>(by.shape().hop);
    if (const auto back = ends().items_reaching_back(sent, reach(by)))
        rows = std::min(rows, (back + samples - 1) / samples);
    const bool reaches_across =
        rows > 1 && ends().items_until_wrap(sent) - rows * samples < ahead;
    return reaches_across ? rows - 1 : rows;
}

channelizer_stream::call channelizer_stream::call_of(const channelizer& by,
                                                     const chain_piece& p) const
{
    call c;
    c.has_vectors = d_has_vectors;
    if (d_inputs == 1)
        c.in = { static_cast<const channel_sample*>(p.in) };
    for (std::size_t i = 0; d_inputs > 1 && i < ends().inputs(); ++i)
        c.in.push_back(
            reinterpret_cast<const channel_sample*>(ends().ring_in(p.first, i)));
    c.out = { reinterpret_cast<channel_sample*>(p.out) };
    c.outputs = (p.ahead + std::max(p.rows, p.arrived)) * period(by);
    c.on_device = p.places;
    return c;
}

//! Where mirrors have places for the streams of \p p.
void channelizer_stream::place_streams(call& c, const chain_piece& p) const
{
    if (d_has_vectors || !ends().writes_mirror())
        return;
    c.on_device.out = {};
    for (std::size_t i = 0; i < ends().outputs(); ++i)
        c.on_device.out_streams.push_back(ends().place_out(p.first + p.ahead, p.rows, i));
}

std::size_t channelizer_stream::submit(channelizer& by,
                                       const past_samples& past,
                                       const chain_piece& p)
{
    const auto of_a_period = period(by);
    auto c = call_of(by, p);
    place_streams(c, p);
    const auto sent =
        by.submit(c, *d_order, p.ahead * of_a_period, p.rows * of_a_period, past);
    return sent / of_a_period;
}

std::size_t
channelizer_stream::advance(channelizer& by, past_samples& past, const chain_piece& p)
{
    auto c = call_of(by, p);
    if (d_inputs > 1 && !ends().keeps_past())
        c.in = d_call.in; // of rings that may move
    if (!d_has_vectors)
        c.out = d_call.out;
    place_streams(c, p);
    if (keeps_in_flight())
        return by.advance(c, *d_order, past, piece_rows() * period(by)) / period(by);
    by.run(c, *d_order, past);
    return p.rows;
}

void channelizer_stream::compute(channelizer& by,
                                 past_samples& past,
                                 const chain_piece& p)
{
    auto c = call_of(by, p);
    for (std::size_t i = 1; i < ends().outputs(); ++i)
        c.out.push_back(reinterpret_cast<channel_sample*>(ends().ring_out(p.first, i)));
    by.run(c, ::gpufft::channel_order(by.shape(), map_at(p.first).map), past);
}

} // namespace gpufft
} // namespace gr
