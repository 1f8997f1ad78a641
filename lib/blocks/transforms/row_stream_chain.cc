/* SPDX-License-Identifier: GPL-3.0-or-later */
// A row_stream whose neighbours are on the same device: what its rings have there, and
// how that comes to the host when the device fails.
#include "blocks/transforms/row_stream.h"
#include <gpufft/error.h>
#include <algorithm>
#include <exception>

namespace gr {
namespace gpufft {

::gpufft::row_places row_stream::places_of(std::uint64_t first,
                                           std::size_t rows,
                                           const char* in,
                                           char* out) const
{
    if (d_ends.is_lost())
        throw ::gpufft::device_error("items before these are lost");
    ::gpufft::row_places places;
    places.host = { { in, nullptr }, { out, nullptr } };
    places.in = d_ends.place_in(first, rows, in);
    places.out = d_ends.place_out(first, rows);
    places.downloads = d_ends.downloads();
    return places;
}

//! \param seen  d_ends.told() before rows were sent
chain_progress row_stream::advance_on_device(std::unique_lock<std::mutex>& guard,
                                             std::uint64_t seen)
{
    d_ends.get_on([&] { return d_executor->oldest_is_done(); },
                  [&] { return d_executor->in_flight(); },
                  [&] { wait_oldest(); },
                  guard,
                  seen);
    if (!d_ends.is_resident()) // a reader wanted it on the host meanwhile
        return advance(guard, seen);
    d_queue_depth = static_cast<int>(d_executor->in_flight());
    return report(d_ends.sent - d_ends.produced, d_ends.consumable());
}

bool row_stream::bring_to_host()
{
    const std::lock_guard<std::mutex> guard(d_work_mutex);
    return bring_produced();
}

//! Nothing of the input is in flight: from now on it comes from the host.
bool row_stream::go_to_host()
{
    if (!d_ends.reads_mirror())
        return !d_ends.is_lost();
    if (!d_ends.input_to_host())
        return false; // the block before this one has said so
    look_at_neighbours();
    return true;
}

//! Which rings have a mirror that this block uses.
int row_stream::links() const
{
    return (d_ends.reads_mirror() ? 1 : 0) + (d_ends.writes_mirror() ? 2 : 0) +
           (d_ends.is_resident() ? 4 : 0);
}

//! The one before this block may have left the device, in a thread of its own or in this
//! one: from then on the host's ring is read.
void row_stream::look_at_neighbours()
{
    if (links() == d_rings.links)
        return;
    set_chunk();
    d_logger->info("buffers: {}", d_ends.lock_rings(d_executor->locked()));
}

void row_stream::leave_links()
{
    abandon_all();
    go_to_host();
    bring_produced();
}

/*!
 * What readers may need again of the output is computed once more, into the ring: the
 * rows that it comes from are there, too.
 */
bool row_stream::bring_produced()
{
    if (!d_ends.is_resident()) {
        if (d_ends.writes_mirror())
            d_ends.output_to_host([] {}); // which has it
        return !d_ends.is_lost();
    }
    abandon_all();
    for (;;) {
        try {
            d_ends.output_to_host([this] { compute_again(); });
            set_chunk();
            d_logger->info("buffers: {}", d_ends.lock_rings(d_executor->locked()));
            return true;
        } catch (const std::exception& e) {
            abandon_all();
            const bool has_input = go_to_host();
            if (has_input && (try_again(e.what()) || go_on(e.what())))
                continue;
            if (has_input)
                lose_produced(e.what());
            d_ends.output_lost(); // where the input is, the block before has said so
            return false;
        }
    }
}

void row_stream::lose_produced(const std::string& reason)
{
    if (const auto rows = d_ends.rows_at_stake())
        d_logger->error("{} items that only the device had are lost: {}", rows, reason);
    d_ends.output_lost();
}

void row_stream::compute_again()
{
    const auto chunk = std::min(d_rings.chunk_rows, d_executor->max_rows());
    for (auto row = d_ends.safe_rows(); row < d_ends.produced;) {
        const auto rows = static_cast<std::size_t>(
            std::min<std::uint64_t>(chunk, d_ends.produced - row));
        auto places = places_of(row, rows, d_ends.ring_in(row), d_ends.ring_out(row));
        places.out = {};
        places.downloads = true;
        if (!d_executor->can_submit())
            d_executor->wait_oldest();
        d_executor->submit(places, rows);
        row += rows;
    }
    while (d_executor->in_flight())
        d_executor->wait_oldest();
}

} // namespace gpufft
} // namespace gr
