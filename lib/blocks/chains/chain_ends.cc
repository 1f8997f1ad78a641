/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/chain_ends.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>

namespace gr {
namespace gpufft {

namespace {

//! How long work() waits for readers, before it looks for new items.
constexpr std::chrono::microseconds PATIENCE(1000);
//! So many times, before what they have not consumed is copied to the host: less often
//! where the block has no room for more items, which the readers may be waiting for.
constexpr int MOST_STALLS = 20;
constexpr int MOST_STALLS_WHEN_FULL = 5;

std::size_t item_at(gr::buffer& ring, const void* address)
{
    const auto bytes = static_cast<const char*>(address) - ring.base();
    return static_cast<std::size_t>(bytes) / ring.get_sizeof_item();
}

char* address_of(gr::buffer& ring, std::uint64_t item)
{
    return const_cast<char*>(ring.base()) +
           static_cast<std::size_t>(item % ring.bufsize()) * ring.get_sizeof_item();
}

} // namespace

void chain_ends::start(gr::buffer_reader* in,
                       gr::buffer& out,
                       const std::shared_ptr<::gpufft::device>& on,
                       gr::logger& log,
                       const row_items& row)
{
    d_reader = in;
    d_in = in ? in->buffer().get() : nullptr;
    d_out = &out;
    d_row = row;
    sent = done = produced = consumed = 0;
    d_stalls = 0;
    d_first_in = in ? item_at(*d_in, in->read_pointer()) : 0;
    d_first_out = item_at(out, out.write_pointer());
    const auto in_link = in ? ring_link::for_reader(*in, on, log) : nullptr;
    auto out_link = ring_link::for_writer(out, on, log);
    if (out_link && !out_link->is_written_there())
        out_link.reset(); // other blocks share it among themselves
    const std::lock_guard<std::mutex> guard(d_link_mutex);
    d_in_link = in_link;
    d_out_link = out_link;
    d_reads_early = is_resident() && reads_mirror() && d_in_link->is_written_there();
    if (d_reads_early)
        d_in_link->reads_early(*in);
}

void chain_ends::stop()
{
    if (d_in_link)
        d_in_link->leaves(*d_reader);
    if (is_resident() && safe_rows() < produced)
        d_out_link->abandons();
    const std::lock_guard<std::mutex> guard(d_link_mutex);
    d_reads_early = false;
    d_in_link.reset();
    d_out_link.reset();
}

bool chain_ends::is_lost() const
{
    return (d_in_link && d_in_link->is_lost()) || (d_out_link && d_out_link->is_lost());
}

::gpufft::mirror_place
chain_ends::place_in(std::uint64_t first, std::size_t rows, const void* on_host) const
{
    if (!reads_mirror())
        return {};
    auto place = d_in_link->place_of(first * d_row.in, rows * d_row.in);
    if (!d_in_link->is_written_there())
        place.on_host = on_host;
    return place;
}

::gpufft::mirror_place chain_ends::place_out(std::uint64_t first, std::size_t rows) const
{
    if (!writes_mirror())
        return {};
    return d_out_link->place_of(first * d_row.out, rows * d_row.out);
}

const char* chain_ends::ring_in(std::uint64_t row) const
{
    return address_of(*d_in, d_first_in + row * d_row.in);
}

char* chain_ends::ring_out(std::uint64_t row) const
{
    return address_of(*d_out, d_first_out + row * d_row.out);
}

std::uint64_t chain_ends::safe_rows() const { return d_out_link->safe() / d_row.out; }

std::size_t chain_ends::room() const
{
    return d_out_link ? d_out_link->room(sent * d_row.out) / d_row.out
                      : std::numeric_limits<std::size_t>::max();
}

void chain_ends::has_produced(std::size_t rows)
{
    produced += rows;
    if (d_out_link)
        d_out_link->has_produced(rows * d_row.out);
}

std::size_t chain_ends::consumable() const
{
    auto limit = d_reads_early ? sent : safe_rows();
    if (!reads_mirror() || !d_in_link->is_written_there())
        limit = std::min(limit, done);
    return static_cast<std::size_t>(limit - std::min(limit, consumed));
}

void chain_ends::wait_for_readers(std::unique_lock<std::mutex>& guard, std::uint64_t seen)
{
    const auto readers = d_out_link;
    guard.unlock();
    const bool got_on = readers->wait_for_readers(seen, PATIENCE);
    guard.lock();
    d_stalls = got_on ? 0 : d_stalls + 1;
    if (safe_rows() == produced ||
        d_stalls < (is_input_full() ? MOST_STALLS_WHEN_FULL : MOST_STALLS))
        return;
    // Readers whose device fails meanwhile ask this block for its output.
    guard.unlock();
    try {
        save_output();
    } catch (...) {
        guard.lock();
        throw;
    }
    guard.lock();
}

// The scheduler ends a block that has consumed all of its input, while readers may still
// need what the device alone has.
void chain_ends::save_at_end() const
{
    if (!d_reader || !is_resident())
        return;
    {
        const gr::thread::scoped_lock guard(*d_in->mutex());
        if (!d_reader->done())
            return; // the flowgraph was stopped: nobody needs it
    }
    try {
        save_output();
    } catch (const std::exception&) {
        return; // stop() says that it is lost
    }
}

bool chain_ends::is_input_full() const
{
    if (!d_in)
        return false;
    const gr::thread::scoped_lock guard(*d_in->mutex());
    return d_in->space_available() < static_cast<int>(d_in->bufsize() / 2);
}

void chain_ends::tell_writer() const
{
    std::shared_ptr<ring_link> in, out;
    {
        const std::lock_guard<std::mutex> guard(d_link_mutex);
        in = d_in_link;
        out = d_out_link;
        if (in && out && d_reads_early)
            in->has_released(*d_reader, out->safe() / d_row.out * d_row.in);
    }
    if (in)
        in->tell_writer();
}

void chain_ends::save_output() const
{
    std::shared_ptr<ring_link> out;
    {
        const std::lock_guard<std::mutex> guard(d_link_mutex);
        out = d_out_link;
    }
    if (out)
        out->save();
    tell_writer();
}

//! All that was produced is safe.
void chain_ends::read_late()
{
    d_reads_early = false;
    if (d_in_link)
        d_in_link->reads_late(*d_reader);
}

bool chain_ends::input_to_host() { return !d_in_link || d_in_link->go_to_host(); }

void chain_ends::output_lost()
{
    d_out_link->now_lost();
    read_late();
    if (d_in_link)
        d_in_link->leaves(*d_reader);
}

std::string chain_ends::lock_input(::gpufft::locked_memory& locked)
{
    d_is_in_place = false;
    if (!d_in)
        return "";
    if (reads_mirror() && d_in_link->is_written_there())
        return d_in_link->text();
    const auto way = add_ring(locked, *d_in);
    d_is_in_place = way == ::gpufft::locked_memory::way::in_place;
    const std::string text = name_of(way);
    return reads_mirror() ? text + ", " + d_in_link->text() : text;
}

// A ring that only the device has the items of is not page-locked.
std::string chain_ends::lock_rings(::gpufft::locked_memory& locked)
{
    const auto in = lock_input(locked);
    std::string out;
    if (!is_resident())
        out = name_of(add_ring(locked, *d_out));
    if (writes_mirror())
        out += (out.empty() ? "" : " and ") + d_out_link->text();
    const std::lock_guard<std::mutex> guard(d_text_mutex);
    return d_text = in.empty() ? "output " + out : rings_text(in, out);
}

std::string chain_ends::text() const
{
    const std::lock_guard<std::mutex> guard(d_text_mutex);
    return d_text;
}

} // namespace gpufft
} // namespace gr
