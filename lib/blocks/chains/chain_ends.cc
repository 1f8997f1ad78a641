/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/chain_ends.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

//! How long work() waits for readers, before it looks for new items.
constexpr std::chrono::microseconds PATIENCE(1000);
//! So many times, before what they have not consumed is copied to the host: less often
//! where the block has no room for more items, which the readers may be waiting for.
constexpr int MOST_STALLS = 20;
constexpr int MOST_STALLS_WHEN_FULL = 5;

//! Rows of \p items items that lie in one in the mirrors of all \p ends; 1 at least.
template <class end_type>
std::size_t rows_in_one_of(const std::vector<end_type>& ends,
                           std::size_t items,
                           std::uint64_t first,
                           std::size_t most)
{
    auto rows = most;
    for (const auto& each : ends)
        if (each.is_on_device())
            rows = std::min(rows,
                            each.link->items_in_one(first * items, most * items) / items);
    return std::max<std::size_t>(rows, 1);
}

} // namespace

void chain_ends::start(const std::vector<gr::buffer_reader*>& in,
                       const std::vector<gr::buffer*>& out,
                       const std::shared_ptr<::gpufft::device>& on,
                       gr::logger& log,
                       const row_items& row,
                       std::size_t reach)
{
    std::vector<input> inputs;
    for (auto* reader : in) {
        input next;
        next.reader = reader;
        next.ring = reader->buffer().get();
        next.first = item_at(*next.ring, reader->read_pointer());
        next.link = ring_link::for_reader(*reader, on, log);
        inputs.push_back(std::move(next));
    }
    std::vector<output> outputs;
    for (auto* ring : out) {
        output next;
        next.ring = ring;
        next.first = item_at(*ring, ring->write_pointer());
        next.link = ring_link::for_writer(*ring, on, log);
        if (next.link && !next.link->is_written_there())
            next.link.reset(); // other blocks share it among themselves
        if (next.link)
            next.link->tell_by(d_news);
        outputs.push_back(std::move(next));
    }
    d_row = row;
    sent = done = produced = consumed = 0;
    d_stalls = 0;
    forget_text();
    const std::lock_guard<std::mutex> guard(d_link_mutex);
    d_in = std::move(inputs);
    d_out = std::move(outputs);
    d_told_produced = 0;
    d_reach = reach;
    d_released = 0;
    const bool are_all_there = !d_in.empty() && reads_written_mirrors();
    d_keeps_past = reach > 0 && may_keep_past();
    d_holds_input = d_keeps_past && !are_all_there;
    d_reads_early = are_all_there && (d_keeps_past || is_resident());
    for (const auto& each : d_in)
        if ((d_reads_early || d_keeps_past) && releases_apart(each))
            each.link->reads_early(*each.reader);
}

//! Blocks on the device write some of the inputs. What the host writes of others stays
//! where it is until it is consumed, so that it may be held there.
bool chain_ends::may_keep_past() const
{
    return std::any_of(d_in.begin(),
                       d_in.end(),
                       [](const auto& each) {
                           return each.is_on_device() && each.link->is_written_there();
                       }) &&
           std::all_of(d_in.begin(), d_in.end(), [](const auto& each) {
               return stays_in_place(*each.ring);
           });
}

void chain_ends::stop()
{
    for (const auto& each : d_in)
        if (each.link)
            each.link->leaves(*each.reader);
    if (is_resident() && safe_rows() < produced)
        for (const auto& each : d_out)
            each.link->abandons();
    const std::lock_guard<std::mutex> guard(d_link_mutex);
    d_reads_early = d_keeps_past = d_holds_input = false;
    for (auto& each : d_in)
        each.link.reset();
    for (auto& each : d_out)
        each.link.reset();
}

bool chain_ends::is_lost() const
{
    const auto is_lost_there = [](const auto& each) {
        return each.link && each.link->is_lost();
    };
    return std::any_of(d_out.begin(), d_out.end(), is_lost_there) ||
           std::any_of(d_in.begin(), d_in.end(), is_lost_there);
}

bool chain_ends::writes_mirror() const
{
    return std::any_of(
        d_out.begin(), d_out.end(), [](const auto& each) { return each.is_on_device(); });
}

bool chain_ends::is_resident() const
{
    return !d_out.empty() &&
           std::all_of(d_out.begin(), d_out.end(), [](const auto& each) {
               return each.is_resident();
           });
}

bool chain_ends::reads_written_mirrors() const
{
    return std::all_of(d_in.begin(), d_in.end(), [](const auto& each) {
        return each.is_on_device() && each.link->is_written_there();
    });
}

bool chain_ends::reads_some_mirror() const
{
    return std::any_of(
        d_in.begin(), d_in.end(), [](const auto& each) { return each.is_on_device(); });
}

::gpufft::mirror_place chain_ends::place_in(std::uint64_t first,
                                            std::size_t rows,
                                            const void* on_host,
                                            std::size_t number) const
{
    const auto& from = d_in[number];
    if (!from.is_on_device())
        return {};
    auto place = from.link->place_of(first * d_row.in, rows * d_row.in);
    if (!from.link->is_written_there())
        place.on_host = on_host;
    return place;
}

std::vector<::gpufft::mirror_place>
chain_ends::places_in(std::uint64_t first, std::size_t rows, std::size_t back) const
{
    std::vector<::gpufft::mirror_place> all;
    bool is_some_there = false;
    for (std::size_t i = 0; i < d_in.size(); ++i) {
        const auto* link = d_in[i].link.get();
        const auto item_bytes = d_in[i].ring->get_sizeof_item();
        // The pointer is to one of both mappings, which has what is before and behind.
        const auto* on_host = ring_at(first * d_row.in - back, i) + back * item_bytes;
        auto place = place_in(first, rows, on_host, i);
        if (!place.of) {
            if (link && !link->is_on_host())
                return {};
            const auto begin = (d_in[i].first + first * d_row.in) * item_bytes;
            place = { nullptr, { begin, begin + rows * d_row.in * item_bytes }, on_host };
        }
        is_some_there |= place.of != nullptr;
        all.push_back(place);
    }
    return is_some_there ? all : std::vector<::gpufft::mirror_place>();
}

::gpufft::mirror_place
chain_ends::place_out(std::uint64_t first, std::size_t rows, std::size_t number) const
{
    if (number >= d_out.size() || !d_out[number].is_on_device())
        return {};
    const auto& to = d_out[number];
    return to.link->place_of(first * d_row.out, rows * d_row.out);
}

// A row that goes across the end has a copy, on its own.
std::size_t chain_ends::rows_in_one_input(std::uint64_t first, std::size_t most) const
{
    return rows_in_one_of(d_in, d_row.in, first, most);
}

std::size_t chain_ends::rows_in_one(std::uint64_t first, std::size_t most) const
{
    return rows_in_one_of(d_out, d_row.out, first, rows_in_one_input(first, most));
}

std::size_t chain_ends::items_until_wrap(std::uint64_t row) const
{
    const auto size = static_cast<std::size_t>(d_in[0].ring->bufsize());
    return d_in[0].link->items_in_one(row * d_row.in, size);
}

std::size_t chain_ends::items_reaching_back(std::uint64_t row, std::size_t reach) const
{
    if (!keeps_past() || !reads_mirror() || row * d_row.in < reach)
        return 0;
    const auto since_wrap =
        static_cast<std::size_t>(d_in[0].ring->bufsize()) - items_until_wrap(row);
    return reach - std::min(reach, since_wrap);
}

const char* chain_ends::ring_in(std::uint64_t row, std::size_t number) const
{
    return item_in(*d_in[number].ring, d_in[number].first + row * d_row.in);
}

const char* chain_ends::ring_at(std::uint64_t item, std::size_t number) const
{
    return item_in(*d_in[number].ring, d_in[number].first + item);
}

char* chain_ends::ring_out(std::uint64_t row, std::size_t number) const
{
    return item_in(*d_out[number].ring, d_out[number].first + row * d_row.out);
}

std::uint64_t chain_ends::safe_rows() const
{
    auto items = std::numeric_limits<std::uint64_t>::max();
    for (const auto& each : d_out)
        if (each.link)
            items = std::min(items, each.link->safe());
    return items / d_row.out;
}

std::size_t chain_ends::room() const
{
    auto rows = std::numeric_limits<std::size_t>::max();
    for (const auto& each : d_out)
        if (each.link)
            rows = std::min(rows, each.link->room(sent * d_row.out) / d_row.out);
    return rows;
}

void chain_ends::has_produced(std::size_t rows)
{
    produced += rows;
    d_told_produced = produced;
    for (const auto& each : d_out)
        if (each.link)
            each.link->has_produced(rows * d_row.out);
}

std::size_t chain_ends::consumable() const
{
    auto limit = d_reads_early ? sent : safe_rows();
    if (!reads_written_mirrors())
        limit = std::min(limit, done);
    limit -= std::min<std::uint64_t>(limit, held_rows());
    return static_cast<std::size_t>(limit - std::min(limit, consumed));
}

void chain_ends::wait_for_room(std::unique_lock<std::mutex>& guard, std::uint64_t seen)
{
    if (room() == 0)
        wait_for_readers(guard, seen);
}

void chain_ends::wait_for_readers(std::unique_lock<std::mutex>& guard, std::uint64_t seen)
{
    guard.unlock();
    const bool got_on = d_news->wait(seen, PATIENCE);
    guard.lock();
    d_stalls = got_on ? 0 : d_stalls + 1;
    if (d_stalls < (is_input_full() ? MOST_STALLS_WHEN_FULL : MOST_STALLS))
        return;
    if (safe_rows() == produced) {
        if (std::none_of(d_out.begin(), d_out.end(), [](const auto& each) {
                return each.link && each.link->is_held_back();
            }))
            return;
        d_stalls = 0; // what is behind the readers may have to be copied, if anything
    }
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
    if (!is_resident() || std::none_of(d_in.begin(), d_in.end(), [](const auto& each) {
            const gr::thread::scoped_lock guard(*each.ring->mutex());
            return each.reader->done();
        }))
        return; // a source, or the flowgraph was stopped: nobody needs it
    try {
        save_output();
    } catch (const std::exception&) {
        return; // stop() says that it is lost
    }
}

bool chain_ends::is_input_full() const
{
    return std::any_of(d_in.begin(), d_in.end(), [](const auto& each) {
        const gr::thread::scoped_lock guard(*each.ring->mutex());
        return each.ring->space_available() < static_cast<int>(each.ring->bufsize() / 2);
    });
}

// Readers of many outputs get on at the same time: one of their threads tells for all
// that come meanwhile.
void chain_ends::tell_writer() const
{
    if (d_tellings.fetch_add(1) > 0)
        return;
    int told = 0;
    do {
        told = d_tellings;
        tell_writer_once();
    } while (d_tellings.fetch_sub(told) != told);
}

void chain_ends::tell_writer_once() const
{
    std::vector<std::shared_ptr<ring_link>> links;
    {
        const std::lock_guard<std::mutex> guard(d_link_mutex);
        if (d_reads_early || d_keeps_past) {
            // The host has what is not resident once it is produced.
            const auto rows = is_resident() ? safe_rows() : d_told_produced.load();
            const auto items = rows * d_row.in;
            const auto needed = items - std::min<std::uint64_t>(items, d_reach.load());
            d_released = std::max(d_released, needed);
        }
        for (const auto& each : d_in) {
            if (!each.link)
                continue;
            links.push_back(each.link);
            if (releases_apart(each))
                each.link->has_released(*each.reader, d_released);
        }
    }
    ring_link::tell_writers(links);
}

std::vector<std::shared_ptr<ring_link>> chain_ends::out_links() const
{
    std::vector<std::shared_ptr<ring_link>> all;
    const std::lock_guard<std::mutex> guard(d_link_mutex);
    for (const auto& each : d_out)
        if (each.link)
            all.push_back(each.link);
    return all;
}

void chain_ends::save_output() const
{
    for (const auto& each : out_links())
        each->save();
    tell_writer();
}

std::uint64_t chain_ends::reach_back(std::size_t items)
{
    const std::lock_guard<std::mutex> guard(d_link_mutex);
    d_reach = std::max(d_reach.load(), items);
    return d_holds_input ? std::max(d_released, consumed * d_row.in) : d_released;
}

void chain_ends::stop_keeping_past()
{
    d_keeps_past = d_holds_input = false;
    read_late();
    tell_writer();
}

//! All that was produced is safe. What later rows reach back to is still to be released.
void chain_ends::read_late()
{
    if (d_keeps_past)
        return;
    d_reads_early = false;
    for (const auto& each : d_in)
        if (each.link)
            each.link->reads_late(*each.reader);
}

bool chain_ends::input_to_host()
{
    bool has_all = true;
    for (const auto& each : d_in)
        has_all &= !each.link || each.link->go_to_host();
    return has_all;
}

void chain_ends::output_lost()
{
    for (const auto& each : d_out)
        if (each.link)
            each.link->now_lost();
    read_late();
    for (const auto& each : d_in)
        if (each.link)
            each.link->leaves(*each.reader);
}

} // namespace gpufft
} // namespace gr
