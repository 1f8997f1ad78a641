/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/chained_stream_bodies.h"
#include "blocks/filters/filter_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>

namespace gr {
namespace gpufft {

template class chained_stream<::gpufft::stream_filter>;

filter_stream::filter_stream(const ::gpufft::filter_request& request,
                             const std::string& device,
                             const gr::logger_ptr& logger,
                             const gr::logger_ptr& debug_logger)
    : chained_stream(request,
                     filter_past(sizeof(float) * (request.is_real ? 1 : 2)),
                     device,
                     "filter",
                     logger,
                     debug_logger)
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
        outputs = std::min(outputs, rows_of_buffer(max_output_buffer));
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

void filter_stream::start(gr::buffer_reader& in,
                          gr::buffer& out,
                          const chain_ends::row_items& row)
{
    auto& in_ring = *in.buffer();
    chain_rings rings;
    rings.in = { &in };
    rings.out = { &out };
    rings.row = row;
    rings.samples = static_cast<std::size_t>(now()->shape().decimation);
    rings.half_rows =
        std::min<std::size_t>(static_cast<std::size_t>(in_ring.bufsize()) / row.in,
                              static_cast<std::size_t>(out.bufsize())) /
        2;
    rings.stay_in_place = stays_in_place(in_ring) && stays_in_place(out);
    rings.to_lock = { &out, &in_ring };
    start_chain(rings);
}

//! Kernels read and write whole rows of samples where these lie, but those across the end
//! of a ring, or the part of one that is left, have copies.
std::size_t
filter_stream::piece_of(const filter& by, std::size_t outputs, std::size_t) const
{
    const auto of_a_row = unit_rows(by);
    const auto sent = ends().sent;
    const bool may_be_even = of_a_row % 2 == 0;
    // Vectors begin at every other output: a part of a row comes before them.
    if (may_be_even && sent % 2 && outputs > 1)
        return std::min(outputs, of_a_row) / 2 * 2 - 1;
    if (const auto back = ends().items_reaching_back(sent, reach(by))) {
        const auto hop = static_cast<std::size_t>(by.shape().hop);
        outputs = std::min(outputs, (back + hop - 1) / hop * of_a_row);
    }
    const auto in_one = ends().rows_in_one(sent, outputs);
    outputs = std::min(outputs, std::max(in_one, of_a_row));
    if (outputs >= of_a_row)
        return outputs / of_a_row * of_a_row;
    return may_be_even && outputs > 1 ? outputs / 2 * 2 : outputs;
}

std::size_t
filter_stream::submit(filter& by, const filter_past& past, const chain_piece& p)
{
    return by.submit(p.in, p.ahead, p.rows, past, p.places, p.turns);
}

std::size_t filter_stream::advance(filter& by, filter_past& past, const chain_piece& p)
{
    if (keeps_in_flight())
        return by.advance(p.in, p.out, p.rows, past, piece_rows(), p.places);
    by.run(p.in, p.out, p.rows, past, p.places);
    return p.rows;
}

void filter_stream::compute(filter& by, filter_past& past, const chain_piece& p)
{
    past.turns = p.turns;
    by.compute(p.in, p.out, p.rows, past, p.places);
}

} // namespace gpufft
} // namespace gr
