/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/chained_stream_bodies.h"
#include "blocks/channels/channel_arguments.h"
#include "blocks/channels/synthesizer_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <numeric>

namespace gr {
namespace gpufft {

template class chained_stream<::gpufft::stream_synthesizer>;

synthesizer_stream::synthesizer_stream(const ::gpufft::synthesizer_request& request,
                                       const std::vector<int>& map,
                                       bool has_vectors,
                                       const std::string& device,
                                       const gr::logger_ptr& logger,
                                       const gr::logger_ptr& debug_logger)
    : chained_stream(request,
                     synthesizer_past(::gpufft::synthesizer_shape(request)),
                     device,
                     "synthesizer",
                     logger,
                     debug_logger),
      d_has_vectors(has_vectors),
      d_map(map)
{
    d_gpu_use.set(now()->device_adds());
}

void synthesizer_stream::connect(int inputs)
{
    d_inputs = static_cast<std::size_t>(inputs);
    d_linked_map = map_of_inputs();
    d_may_chain = now()->device_adds();
}

//! The channels of the values of a vector, or of the streams that are connected.
std::vector<int> synthesizer_stream::map_of_inputs() const
{
    auto map = current_map();
    if (!d_has_vectors)
        map.resize(d_inputs);
    return map;
}

bool synthesizer_stream::is_in_order(const std::vector<int>& map) const
{
    return d_has_vectors &&
           map == all_channels_unless({}, static_cast<int>(shape().points));
}

// The host puts rows in order that are not in order, unless the device has vectors, or
// some streams, and those before.
bool synthesizer_stream::may_read(const std::vector<gr::buffer_reader*>& in) const
{
    return is_in_order(d_linked_map) || may_read_some(in);
}

std::size_t synthesizer_stream::rows_of_a_call(long max_output_buffer)
{
    const auto runs = now();
    const bool may_stay = runs->device_adds();
    d_gpu_use.set(may_stay);
    const auto channels = static_cast<std::size_t>(runs->shape().channels);
    // Vectors have the channels of the map, some perhaps several times.
    const auto samples =
        std::max(static_cast<std::size_t>(runs->shape().points), current_map().size());
    auto rows = runs->rows_of_a_call();
    // Pieces that never leave the GPU are large.
    if (may_stay && gpu_use::count() > 1)
        rows = std::max(rows, 2 * runs->linked_rows());
    // Half of a buffer is offered at a time.
    rows = std::min(rows,
                    ring_byte_limit() / 2 / sizeof(::gpufft::channel_sample) / samples);
    if (max_output_buffer > 0)
        rows = std::min(rows,
                        rows_of_buffer(max_output_buffer / static_cast<long>(channels)));
    return std::max<std::size_t>(rows, 1);
}

std::shared_ptr<::gpufft::device> synthesizer_stream::chain_device() const
{
    return d_may_chain ? now()->executor().on() : nullptr;
}

void synthesizer_stream::start(chain_rings rings, std::size_t offered)
{
    rings.row = { 1, static_cast<std::size_t>(now()->shape().channels) };
    rings.half_rows = offered;
    rings.stay_in_place = offered > 0;
    rings.may_link = may_read(rings.in);
    start_chain(rings);
}

chain_progress synthesizer_stream::work(const call& c, const chain_view& v)
{
    d_call = c; // of many streams, which a reader's thread never asks for
    return chained_stream::work(v);
}

//! Takes the map of now, as all work of a call begins. Rows before it keep the map of
//! then, which the host knows.
bool synthesizer_stream::may_link(const synthesizer& by)
{
    d_map_now = map_of_inputs();
    if (!by.device_adds() || d_map_now != d_linked_map)
        return false;
    if (is_in_order(d_map_now) || !ends().reads_some_mirror())
        return true;
    return ends().keeps_past() && by.gathers(d_map_now, d_has_vectors);
}

//! Vectors are of all values of a map, streams of the first ones.
void synthesizer_stream::keep_from_rings(synthesizer_past& past,
                                         std::uint64_t begin,
                                         std::size_t count)
{
    if (is_in_order(d_linked_map)) {
        chained_stream::keep_from_rings(past, begin, count);
        return;
    }
    auto c = call_of({}, begin, count);
    const auto number = past.count();
    ::gpufft::synthesizer_rows(shape(), c, d_linked_map).append_to(past, count);
    past.go_on_with(number);
}

//! The second kernel writes to parts of the mirror, which begin there.
std::size_t synthesizer_stream::unit_rows(const synthesizer& by) const
{
    const auto row_bytes =
        static_cast<std::size_t>(by.shape().channels) * sizeof(::gpufft::channel_sample);
    return ::gpufft::PART_ALIGNMENT / std::gcd(::gpufft::PART_ALIGNMENT, row_bytes);
}

//! Kernels read rows where they lie. Those that reach back across the end of the ring
//! have a copy, on their own.
std::size_t
synthesizer_stream::piece_of(const synthesizer& by, std::size_t rows, std::size_t) const
{
    const auto sent = ends().sent;
    if (const auto back = ends().items_reaching_back(sent, reach(by)))
        rows = std::min(rows, back);
    rows = std::min(rows, ends().rows_in_one(sent, rows));
    const auto unit = unit_rows(by);
    const auto over = (sent + rows) % unit;
    return rows > over ? rows - over : rows;
}

//! What is computed of \p rows rows from \p first on.
synthesizer_stream::call synthesizer_stream::call_of(const chain_piece& p,
                                                     std::uint64_t first,
                                                     std::size_t rows) const
{
    call c;
    c.has_vectors = d_has_vectors;
    c.rows = rows;
    c.out = reinterpret_cast<::gpufft::channel_sample*>(p.out);
    c.on_device = p.places;
    for (std::size_t i = 0; i < ends().inputs(); ++i)
        c.in.push_back(
            reinterpret_cast<const ::gpufft::channel_sample*>(ends().ring_in(first, i)));
    return c;
}

synthesizer_stream::call synthesizer_stream::call_of(const chain_piece& p) const
{
    return call_of(p, p.first, p.ahead + std::max(p.rows, p.arrived));
}

std::size_t synthesizer_stream::submit(synthesizer& by,
                                       const synthesizer_past& past,
                                       const chain_piece& p)
{
    const auto first = static_cast<std::int64_t>(p.first);
    return by.submit(call_of(p), first, p.ahead, p.rows, d_map_now, past);
}

std::size_t
synthesizer_stream::advance(synthesizer& by, synthesizer_past& past, const chain_piece& p)
{
    past.go_on_with(static_cast<std::int64_t>(p.first));
    auto c = call_of(p);
    if (!ends().keeps_past())
        c.in = d_call.in; // of rings that may move
    if (keeps_in_flight())
        return by.advance(c, d_map_now, past, piece_rows());
    by.run(c, d_map_now, past);
    return p.rows;
}

void synthesizer_stream::compute(synthesizer& by,
                                 synthesizer_past& past,
                                 const chain_piece& p)
{
    past.go_on_with(static_cast<std::int64_t>(p.first));
    by.run(call_of(p), d_linked_map, past);
}

} // namespace gpufft
} // namespace gr
