/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAINED_STREAM_FAILURE_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAINED_STREAM_FAILURE_H

#include "blocks/chains/chained_stream.h"
#include "exec/filters/past_samples.h"
#include <algorithm>

//! What chained_stream does when a device fails, or a reader wants its output on the
//! host: for chained_stream_bodies.h.
namespace gr {
namespace gpufft {

//! Nothing is in flight: from now on samples come from the host, and outputs go there.
template <class processor>
bool chained_stream<processor>::may_try_again()
{
    d_failure.clear();
    d_ends.sent = d_ends.done = d_ends.produced;
    if (d_ends.is_lost())
        return false;
    d_must_bring = d_ends.writes_mirror();
    if (d_ends.reads_some_mirror() && !d_ends.input_to_host())
        return false; // the block before this one has said so
    look_at_neighbours();
    return true;
}

template <class processor>
bool chained_stream<processor>::bring_to_host()
{
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    if (d_ends.is_lost())
        return false;
    if (!d_ends.writes_mirror())
        return true;
    base::now()->abandon();
    d_ends.sent = d_ends.done = d_ends.produced;
    d_must_bring = true;
    const int brought = base::work_on(d_rings.samples, [this](auto& by, auto& past) {
        begin_run(by, past);
        return std::size_t(0);
    });
    if (brought < 0)
        give_up();
    return brought >= 0;
}

//! What readers may need again of the output is computed once more, into the ring.
template <class processor>
void chained_stream<processor>::bring_produced(processor& by, past_type& past)
{
    if (d_ends.is_resident()) {
        d_ends.output_to_host([&] { compute_again(by, past); });
        turn_to(past, d_history.newest().turns_at(d_ends.produced));
    } else if (d_ends.writes_mirror()) {
        d_ends.output_to_host([] {}); // which has it
    }
    d_must_bring = false;
    look_at_neighbours();
}

template <class processor>
void chained_stream<processor>::compute_again(processor& by, const past_type& past)
{
    for (auto row = d_ends.safe_rows(); row < d_ends.produced;) {
        const auto& with = d_history.at(row);
        const auto end =
            std::min({ d_ends.produced, d_history.end_of(row), same_until(row) });
        if (&with == &d_history.newest()) {
            compute_rows(by, past, with, row, end);
        } else {
            const auto earlier = base::make_beside(*with.request);
            compute_rows(*earlier, past, with, row, end);
        }
        row = end;
    }
}

template <class processor>
void chained_stream<processor>::compute_rows(processor& by,
                                             const past_type& past,
                                             const setting& with,
                                             std::uint64_t first,
                                             std::uint64_t end)
{
    auto before = past;
    chain_piece p;
    p.first = first;
    p.rows = p.arrived = static_cast<std::size_t>(end - first);
    p.out = d_ends.ring_out(first);
    p.turns = with.turns_at(first);
    if (d_ends.keeps_past()) {
        while (!find_samples(p, by, before, first, with.zeros_before))
            if (!d_ends.input_to_host())
                throw ::gpufft::device_error("items before these are lost");
    } else { // what the block keeps of the past is what it has consumed
        keep_from_rings(before,
                        d_ends.consumed * d_rings.samples,
                        samples_of(first - d_ends.consumed));
        p.in = d_ends.ring_in(first);
    }
    compute(by, before, p);
}

//! No device is left.
template <class processor>
void chained_stream<processor>::give_up()
{
    if (!d_ends.writes_mirror())
        return;
    if (!d_ends.is_resident()) {
        d_ends.output_to_host([] {}); // which has it
        return;
    }
    if (!d_ends.is_lost() && d_ends.rows_at_stake())
        base::logger()->error(
            "{} items that only the device had are lost: no device is left",
            d_ends.rows_at_stake() * d_rings.row.out);
    d_ends.output_lost();
}

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAINED_STREAM_FAILURE_H */
