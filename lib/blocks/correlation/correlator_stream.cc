/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/chained_stream_bodies.h"
#include "blocks/correlation/correlator_stream.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <utility>

namespace gr {
namespace gpufft {

template class chained_stream<::gpufft::filter_set>;

correlator_stream::correlator_stream(const reference_list& references,
                                     const std::string& device,
                                     const gr::logger_ptr& logger,
                                     const gr::logger_ptr& debug_logger)
    : chained_stream({ taps_of(references) },
                     filter_past(sizeof(gr_complex)),
                     device,
                     "matched filter",
                     logger,
                     debug_logger)
{
    d_gpu_use.set(!chain_device()->info().limits.is_cpu);
}

void correlator_stream::set_references(const reference_list& references)
{
    set_taps(taps_of(references));
}

std::size_t correlator_stream::samples_of_a_call(int outputs)
{
    const auto runs = now();
    const bool may_stay = outputs > 0 && !runs->executor().on()->info().limits.is_cpu;
    d_gpu_use.set(may_stay);
    const auto& first = *runs->filters().front();
    const auto ring_samples =
        ring_byte_limit(first.piece_samples() * sizeof(gr_complex)) / sizeof(gr_complex);
    auto samples = std::min(first.outputs_of_a_call(), ring_samples / 2);
    // Pieces that never leave the GPU are large, but each output has a ring.
    if (may_stay && gpu_use::count() > 1)
        samples =
            std::max(samples,
                     std::min(2 * runs->most_piece_outputs(),
                              ring_samples / 2 / static_cast<std::size_t>(outputs)));
    return std::max<std::size_t>(samples, 1);
}

void correlator_stream::start(gr::buffer_reader& in,
                              const std::vector<gr::buffer*>& out,
                              bool is_looked_at)
{
    d_is_looked_at = is_looked_at;
    d_found = {};
    d_unconnected.clear();
    auto& in_ring = *in.buffer();
    d_capacity = static_cast<std::size_t>(in_ring.bufsize());
    chain_rings rings;
    rings.in = { &in };
    rings.out = out;
    rings.row.are_dealt = false;
    rings.half_rows = d_capacity / 2;
    rings.stay_in_place = stays_in_place(in_ring);
    for (auto* each : out) {
        rings.half_rows = std::min<std::size_t>(
            rings.half_rows, static_cast<std::size_t>(each->bufsize()) / 2);
        rings.stay_in_place &= stays_in_place(*each);
    }
    start_chain(rings);
}

void correlator_stream::stop()
{
    chained_stream::stop();
    d_unconnected.clear();
}

chain_progress correlator_stream::work(const view& v)
{
    d_view = v;
    chain_view shown;
    shown.in = reinterpret_cast<const char*>(v.in);
    shown.rows = v.samples;
    shown.space = v.space;
    return chained_stream::work(shown);
}

//! Rows of all filters are read and written where they lie as far as may be: the longest
//! ones say how pieces are cut.
std::size_t
correlator_stream::piece_of(const filters& by, std::size_t samples, std::size_t) const
{
    const auto of_a_row = unit_rows(by);
    const auto sent = ends().sent;
    // Vectors begin at every other sample: a part of a row comes before them.
    if (sent % 2 && samples > 1)
        return std::min(samples, of_a_row) / 2 * 2 - 1;
    if (const auto back = ends().items_reaching_back(sent, reach(by)))
        samples = std::min(samples, (back + of_a_row - 1) / of_a_row * of_a_row);
    samples = std::min(samples, std::max(ends().rows_in_one(sent, samples), of_a_row));
    if (samples >= of_a_row)
        return samples / of_a_row * of_a_row;
    return samples > 1 ? samples / 2 * 2 : samples;
}

//! Where the device has the samples of \p p, and where it puts \p rows outputs of each
//! connected reference, from row \p first on.
::gpufft::filter_places correlator_stream::places_of(const chain_piece& p,
                                                     std::uint64_t first,
                                                     std::size_t rows) const
{
    auto places = p.places;
    places.out = {};
    if (ends().writes_mirror())
        for (std::size_t i = 0; i < ends().outputs(); ++i)
            places.out_streams.push_back(ends().place_out(first, rows, i));
    return places;
}

std::size_t
correlator_stream::submit(filters& by, const filter_past& past, const chain_piece& p)
{
    by.submit(p.in, p.ahead, p.rows, past, places_of(p, p.first + p.ahead, p.rows));
    return p.rows;
}

void correlator_stream::make_room_for_unconnected(filters& by, std::size_t streams)
{
    const bool is_new = !d_unconnected.has_room_for(streams);
    if (is_new)
        d_unconnected.start(streams, d_capacity);
    if (is_new || d_locked_for != takes())
        for (auto* rows : executors_of(by))
            d_unconnected.lock(rows->locked());
    d_locked_for = takes();
    if (by.is_idle())
        d_unconnected.rewind();
}

//! Where the outputs of each reference go; nullptr: nobody wants them.
std::vector<void*> correlator_stream::outputs_of_call(filters& by)
{
    std::vector<void*> out(d_view.out.begin(), d_view.out.end());
    const auto count = by.filters().size();
    if (d_is_looked_at && out.size() < count) {
        const auto streams = count - out.size();
        make_room_for_unconnected(by, streams);
        for (std::size_t i = 0; i < streams; ++i)
            out.push_back(d_unconnected.at(i));
    }
    out.resize(count);
    return out;
}

void correlator_stream::note_what_is_found(const std::vector<void*>& out,
                                           const filter_past& past)
{
    if (!d_found.references || d_found_for != takes()) {
        auto references = references_of(taken().taps);
        if (!d_found.references || *d_found.references != references)
            d_found.references =
                std::make_shared<const reference_list>(std::move(references));
        d_found_for = takes();
    }
    d_found.before.resize(longest_of(*d_found.references) - 1);
    past.samples.copy_last(d_found.before.size(), d_found.before.data());
    d_found.correlations.clear();
    for (const auto* each : out)
        d_found.correlations.push_back(static_cast<const gr_complex*>(each));
}

std::size_t
correlator_stream::advance(filters& by, filter_past& past, const chain_piece& p)
{
    const auto out = outputs_of_call(by);
    const bool has_own = d_is_looked_at && d_view.out.size() < out.size();
    const auto samples = has_own ? std::min(p.rows, d_unconnected.room()) : p.rows;
    const auto places = places_of(p, p.first, p.rows);
    if (d_is_looked_at)
        note_what_is_found(out, past);
    auto done = samples;
    if (keeps_in_flight())
        done = by.advance(p.in, out, samples, past, piece_rows(), places);
    else
        by.run(p.in, out, samples, past, places);
    d_unconnected.have_returned(done);
    return done;
}

//! Makes correlations with the references that are connected.
void correlator_stream::compute(filters& by, filter_past& past, const chain_piece& p)
{
    std::vector<void*> out(by.filters().size());
    for (std::size_t i = 0; i < ends().outputs(); ++i)
        out[i] = ends().ring_out(p.first, i);
    by.run(p.in, out, p.rows, past, p.places);
}

} // namespace gpufft
} // namespace gr
