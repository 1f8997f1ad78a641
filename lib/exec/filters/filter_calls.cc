/* SPDX-License-Identifier: GPL-3.0-or-later */
// How calls of a stream_filter become pieces, some of which stay in flight.
#include "exec/filters/stream_filter.h"
#include "exec/host/sample_floats.h"
#include "exec/memory/aligned_rows.h"
#include <algorithm>
#include <cstdint>

namespace gpufft {

void stream_filter::abandon() noexcept
{
    d_rows.abandon();
    d_ahead = d_waiting = 0;
    d_oldest = d_next;
}

//! Outputs before those that a CPU device stores at whole lines, where rows follow them.
std::size_t stream_filter::lead_of(const call& c) const
{
    if (!is_cpu())
        return 0;
    const auto over = reinterpret_cast<std::uintptr_t>(c.to) % aligned_rows::BYTES;
    const auto lead = (aligned_rows::BYTES - over) % aligned_rows::BYTES / sample_bytes();
    return lead + static_cast<std::size_t>(d_shape.outputs()) <= c.outputs ? lead : 0;
}

//! The samples of a call, which is done, become the past.
void stream_filter::keep_past(const unsigned char* from,
                              std::size_t outputs,
                              filter_past& past) const
{
    const auto samples = outputs * static_cast<std::size_t>(d_shape.decimation);
    if (!has_whole_numbers()) {
        past.samples.append(from, samples);
        return;
    }
    const auto kept = std::min(samples, past.samples.kept());
    std::vector<std::complex<float>> last(kept);
    to_floats(
        d_shape.samples, from + (samples - kept) * input_bytes(), kept, last.data());
    past.samples.append(last.data(), kept);
}

//! Outputs of a call's samples are done.
void stream_filter::have_made(const call& c, std::size_t outputs, filter_past& past) const
{
    if (!c.on_device.is_only_there)
        keep_past(c.from, outputs, past);
    past.turns = beside_whole(past.turns + static_cast<double>(outputs) * d_turns.each());
}

stream_filter::call stream_filter::call_of(const void* in,
                                           void* out,
                                           std::size_t outputs,
                                           const filter_past& past,
                                           const filter_places& on_device) const
{
    call c{ static_cast<const unsigned char*>(in),
            static_cast<unsigned char*>(out),
            outputs };
    c.piece_rows = most_rows();
    c.on_device = on_device;
    c.turns = past.turns;
    return c;
}

//! Sends the next piece of \p c.
void stream_filter::send_next(call& c, const filter_past& past)
{
    auto& p = d_pieces[d_next % d_pieces.size()];
    choose(p, c);
    if (p.mirrored.in.of)
        mirror(p, c, past);
    else if (!p.from)
        assemble(p, c, past);
    place_outputs(p, c);
    send(p, c.leaves_in_flight);
    ++d_next;
    d_ahead += p.outputs;
    c.sent += p.outputs;
}

//! \return its outputs
std::size_t stream_filter::finish_oldest()
{
    d_rows.wait_oldest();
    auto& p = d_pieces[d_oldest++ % d_pieces.size()];
    finish(p);
    d_ahead -= p.outputs;
    return p.outputs;
}

//! Pieces in flight reach back into samples of outputs that are about to be returned, and
//! somebody may then write there: waits until the device has looked at them.
void stream_filter::wait_for_past()
{
    const auto reach = static_cast<std::size_t>(d_shape.first);
    auto begin = d_waiting * static_cast<std::size_t>(d_shape.decimation); // of a piece
    for (std::size_t nth = 0; nth < d_rows.in_flight() && begin < reach; ++nth) {
        d_rows.wait_until_read(nth);
        begin += d_pieces[(d_oldest + nth) % d_pieces.size()].outputs *
                 static_cast<std::size_t>(d_shape.decimation);
    }
}

void stream_filter::run(const void* in,
                        void* out,
                        std::size_t outputs,
                        filter_past& past,
                        const filter_places& on_device)
{
    compute(in, out, outputs, past, on_device);
    have_made(call_of(in, out, outputs, past, on_device), outputs, past);
}

void stream_filter::compute(const void* in,
                            void* out,
                            std::size_t outputs,
                            const filter_past& past,
                            const filter_places& on_device)
{
    auto c = call_of(in, out, outputs, past, on_device);
    c.lead = lead_of(c);
    try {
        while (c.sent < outputs || d_rows.in_flight())
            if (c.sent < outputs && d_rows.can_submit())
                send_next(c, past);
            else
                finish_oldest();
    } catch (...) {
        abandon();
        throw;
    }
}

std::size_t stream_filter::linked_rows() const
{
    const auto most = turns_on_device() ? static_cast<std::size_t>(MOST_TURNED_ROWS)
                                        : d_rows.max_linked_rows();
    return std::clamp<std::size_t>(d_rows.max_linked_rows(), 1, most);
}

std::size_t stream_filter::submit(const void* in,
                                  std::size_t ahead,
                                  std::size_t outputs,
                                  const filter_past& past,
                                  const filter_places& on_device,
                                  double turns)
{
    auto c = call_of(in, nullptr, ahead + outputs, past, on_device);
    c.piece_rows = linked_rows();
    c.sent = c.skipped = ahead;
    c.turns = turns - static_cast<double>(ahead) * d_turns.each();
    c.leaves_in_flight = true;
    try {
        send_next(c, past);
    } catch (...) {
        abandon();
        throw;
    }
    return c.sent - ahead;
}

std::size_t stream_filter::advance(const void* in,
                                   void* out,
                                   std::size_t outputs,
                                   filter_past& past,
                                   std::size_t piece_outputs,
                                   const filter_places& on_device)
{
    if (is_cpu()) { // whose threads wait for each other at the end of each piece anyway
        run(in, out, outputs, past, on_device);
        return outputs;
    }
    send_pieces(in, out, outputs, past, piece_outputs, on_device);
    const auto done = finish_pieces();
    give_outputs(done, !on_device.is_only_there);
    have_made(call_of(in, out, outputs, past, on_device), done, past);
    return done;
}

void stream_filter::send_pieces(const void* in,
                                void* out,
                                std::size_t outputs,
                                const filter_past& past,
                                std::size_t piece_outputs,
                                const filter_places& on_device)
{
    const auto row_outputs = static_cast<std::size_t>(d_shape.outputs());
    const std::size_t together = d_shape.is_real ? 2 : 1;
    auto c = call_of(in, out, outputs, past, on_device);
    c.piece_rows = std::clamp(
        piece_outputs / row_outputs / together * together, together, c.piece_rows);
    c.sent = d_waiting + d_ahead;
    c.leaves_in_flight = true;
    // A short piece takes nearly as long as a whole one: outputs wait to be sent together
    // while others are in flight.
    const auto is_worth_it = [&] {
        return !d_rows.in_flight() || outputs - c.sent >= c.piece_rows * row_outputs;
    };
    try {
        while (c.sent < outputs && d_rows.can_submit() && is_worth_it())
            send_next(c, past);
    } catch (...) {
        abandon();
        throw;
    }
}

std::size_t stream_filter::finish_pieces()
{
    try {
        if (!d_waiting && d_rows.in_flight())
            d_waiting += finish_oldest();
        while (d_rows.oldest_is_done())
            d_waiting += finish_oldest();
    } catch (...) {
        abandon();
        throw;
    }
    return d_waiting;
}

void stream_filter::give_outputs(std::size_t outputs, bool reads_host)
{
    d_waiting -= outputs;
    if (!reads_host)
        return;
    try {
        wait_for_past();
    } catch (...) {
        abandon();
        throw;
    }
}

} // namespace gpufft
