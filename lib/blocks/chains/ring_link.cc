/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/ring_link.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <exception>
#include <limits>
#include <utility>
#include <vector>

namespace gr {
namespace gpufft {

namespace {

//! A mirror takes memory of the device that pieces in flight need, too.
constexpr std::uint64_t LARGEST_SHARE = 16;
//! Rows reach back by such a part of a ring at most.
constexpr std::size_t REACH_SHARE = 8;

std::size_t bytes_of(gr::buffer& ring)
{
    return std::size_t(ring.bufsize()) * ring.get_sizeof_item();
}

//! Whether mirrors pay there at all: a CPU device works on the ring itself.
bool has_memory_of_its_own(const std::shared_ptr<::gpufft::device>& on)
{
    return on && !on->info().limits.is_cpu;
}

void count_reader(ring_link::ends& found,
                  const gr::buffer_reader& reader,
                  const ::gpufft::device* on)
{
    const auto block = reader.link();
    const auto* member = dynamic_cast<const chain_member*>(block.get());
    if (member && member->reads_nothing()) {
        ++found.blind_readers;
    } else if (member && member->chain_device().get() == on) {
        found.readers += member->reads_of_an_item();
        found.has_others |= member->needs_host_copy();
        found.is_fresh &= reader.items_available() == 0;
    } else {
        found.has_others = true;
    }
}

//! The block on \p on that writes \p ring, and leaves its items there; nullptr: none
//! does.
chain_member* writer_on(gr::buffer& ring, const ::gpufft::device* on)
{
    auto* writes = dynamic_cast<chain_member*>(ring.link().get());
    return writes && writes->keeps_output_there() && writes->chain_device().get() == on
               ? writes
               : nullptr;
}

//! A ring on which mirrors pay, and which leaves others enough memory.
bool may_have_mirror(gr::buffer& ring, const std::shared_ptr<::gpufft::device>& on)
{
    if (!has_memory_of_its_own(on) || !stays_in_place(ring))
        return false;
    const auto memory = static_cast<std::uint64_t>(on->info().limits.global_memory_bytes);
    return bytes_of(ring) <= memory / LARGEST_SHARE;
}

//! All blocks of the ring find the same, in whichever order they start.
ring_link::ends look_at_ends(gr::buffer& ring, const ::gpufft::device* on)
{
    ring_link::ends found;
    found.writes = writer_on(ring, on);
    if (found.writes) {
        found.writer = ring.link();
        found.is_copied = found.writes->copies_output_to_host();
    }
    for (std::size_t i = 0; i < ring.nreaders(); ++i)
        count_reader(found, *ring.reader(i), on);
    return found;
}

bool is_worth_a_link(const ring_link::ends& at)
{
    if (!at.is_fresh)
        return false;
    if (!at.writes)
        return at.readers > 1;
    return at.readers > 0 || (at.blind_readers > 0 && !at.is_copied);
}

} // namespace

//! Links that blocks hold now.
class link_list
{
public:
    static link_list& all()
    {
        static auto& result = *new link_list; // blocks of a Python program may go later
        return result;
    }

    std::shared_ptr<ring_link> find_or_make(gr::buffer& ring,
                                            const std::shared_ptr<::gpufft::device>& on,
                                            const ring_link::ends& at,
                                            gr::logger& log)
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_links.erase(std::remove_if(d_links.begin(),
                                     d_links.end(),
                                     [](const auto& each) { return each.expired(); }),
                      d_links.end());
        for (const auto& each : d_links)
            if (auto held = each.lock();
                held && &held->d_ring == &ring && held->d_device == on)
                return held;
        auto result = std::make_shared<ring_link>(ring, on, at, log);
        d_links.push_back(result);
        return result;
    }

private:
    std::mutex d_mutex;
    std::vector<std::weak_ptr<ring_link>> d_links;
};

ring_link::ring_link(gr::buffer& ring,
                     const std::shared_ptr<::gpufft::device>& on,
                     const ends& at,
                     gr::logger& log)
    : d_ring(ring),
      d_device(on),
      d_writer(at.writer),
      d_writes(at.writes),
      d_is_written_there(at.writes && !at.writes->writes_as_host()),
      d_has_host_copy(!at.writes || at.has_others || at.is_copied),
      d_is_read(at.readers > 0 || at.has_others),
      d_item_bytes(ring.get_sizeof_item())
{
    {
        const gr::thread::scoped_lock guard(*ring.mutex());
        d_first = item_at(ring, ring.write_pointer());
        d_written_first = ring.nitems_written();
    }
    try {
        d_mirror = std::make_unique<::gpufft::ring_mirror>(on, bytes_of(ring));
    } catch (const std::exception& e) {
        log.debug("no mirror of a ring of {} bytes: {}", bytes_of(ring), e.what());
        d_state = state::on_host;
    }
}

std::shared_ptr<ring_link> ring_link::join(gr::buffer& ring,
                                           const std::shared_ptr<::gpufft::device>& on,
                                           gr::logger& log)
{
    if (!may_have_mirror(ring, on))
        return nullptr;
    const auto at = look_at_ends(ring, on.get());
    if (!is_worth_a_link(at))
        return nullptr;
    // Whose mirror cannot be made stays in the list as long as one of its blocks starts,
    // so that all of them know.
    return link_list::all().find_or_make(ring, on, at, log);
}

std::shared_ptr<ring_link> ring_link::for_writer(
    gr::buffer& ring, const std::shared_ptr<::gpufft::device>& on, gr::logger& log)
{
    return join(ring, on, log);
}

std::shared_ptr<ring_link>
ring_link::for_reader(gr::buffer_reader& reader,
                      const std::shared_ptr<::gpufft::device>& on,
                      gr::logger& log)
{
    auto result = join(*reader.buffer(), on, log);
    if (result)
        result->joins(reader);
    return result;
}

std::string ring_link::text() const
{
    return d_writes ? "resident" : "one upload for all";
}

std::size_t ring_link::items_in_one(std::uint64_t first, std::size_t most) const
{
    const auto size = static_cast<std::uint64_t>(d_ring.bufsize());
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(most, size - (d_first + first) % size));
}

::gpufft::mirror_place ring_link::place_of(std::uint64_t first, std::size_t count) const
{
    const auto begin = (d_first + first) * d_item_bytes;
    return { d_mirror.get(), { begin, begin + count * d_item_bytes } };
}

void ring_link::joins(const gr::buffer_reader& reader)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_left.erase(&reader);
}

void ring_link::leaves(const gr::buffer_reader& reader)
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_left.insert(&reader);
    }
    tell_writer();
}

void ring_link::reads_early(const gr::buffer_reader& reader)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_released[&reader] = 0;
}

void ring_link::reads_late(const gr::buffer_reader& reader)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_released.erase(&reader);
}

void ring_link::has_released(const gr::buffer_reader& reader, std::uint64_t items)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    const auto found = d_released.find(&reader);
    if (found != d_released.end())
        found->second = std::max(found->second, items);
}

std::uint64_t ring_link::released() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    const gr::thread::scoped_lock of_ring(*d_ring.mutex());
    auto least = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < d_ring.nreaders(); ++i) {
        const auto* reader = d_ring.reader(i);
        if (d_left.count(reader))
            continue;
        const auto early = d_released.find(reader);
        least =
            std::min(least,
                     early != d_released.end() ? early->second
                                               : reader->nitems_read() - d_written_first);
    }
    return least;
}

void ring_link::has_produced(std::size_t items)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_produced += items;
}

std::uint64_t ring_link::safe() const
{
    // Null sinks miss nothing.
    const auto by_readers =
        d_is_read ? released() : std::numeric_limits<std::uint64_t>::max();
    const std::lock_guard<std::mutex> guard(d_mutex);
    return std::max(d_saved, std::min(by_readers, d_produced));
}

bool ring_link::is_held_back() const
{
    const auto by_readers = released();
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_is_read && by_readers < d_produced;
}

std::size_t ring_link::room(std::uint64_t written) const
{
    const auto end = d_is_read ? released() : written;
    const auto most = end > std::numeric_limits<std::uint64_t>::max() / 2
                          ? written + d_ring.bufsize()
                          : end + d_ring.bufsize();
    return static_cast<std::size_t>(most - std::min(most, written));
}

std::vector<std::shared_ptr<gr::block>> ring_link::early_readers() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    std::vector<std::shared_ptr<gr::block>> found;
    for (std::size_t i = 0; i < d_ring.nreaders(); ++i) {
        const auto* reader = d_ring.reader(i);
        if (d_left.count(reader))
            continue;
        if (d_released.count(reader))
            found.push_back(reader->link());
    }
    return found;
}

// What is behind readers that are ahead keeps them from releasing; what is left here then
// is what they have not read, such as a part of a row.
void ring_link::save()
{
    for (const auto& each : early_readers()) {
        auto& reader = dynamic_cast<chain_member&>(*each);
        try {
            reader.save_output();
        } catch (const std::exception&) {
            reader.bring_to_host(); // what has failed is the reader's, not the caller's
        }
    }
    const auto guard = stop_saving();
    const auto first = safe();
    std::uint64_t end = 0;
    {
        const std::lock_guard<std::mutex> counts(d_mutex);
        end = d_produced;
    }
    if (!is_on_device() || d_has_host_copy || first == end)
        return;
    const auto place = place_of(first, static_cast<std::size_t>(end - first));
    if (!d_saver)
        d_saver = d_device->make_queue();
    place.of->before_reading(*d_saver, place.bytes);
    place.of->download(*d_saver, item_in(d_ring, d_first + first), place.bytes);
    d_saver->wait_all();
    place.of->expect_written(place.bytes);
    const std::lock_guard<std::mutex> counts(d_mutex);
    d_saved = end;
}

void ring_link::tell_by(std::shared_ptr<reader_news> news)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_news = std::move(news);
}

std::shared_ptr<reader_news> ring_link::news() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_news;
}

void ring_link::tell_writer()
{
    if (const auto to = news())
        to->tell();
    if (const auto writer = d_writer.lock())
        d_writes->readers_got_on();
}

void ring_link::tell_writers(const std::vector<std::shared_ptr<ring_link>>& links)
{
    std::set<const void*> told; // news of writers
    for (const auto& each : links)
        if (const auto to = each->news(); !to || told.insert(to.get()).second)
            each->tell_writer();
}

bool ring_link::go_to_host()
{
    if (d_state == state::on_device) {
        // Its writer may have ended, with nothing left that it had to bring.
        const auto writer = d_has_host_copy ? nullptr : d_writer.lock();
        const bool has_it = !d_is_abandoned && (!writer || d_writes->bring_to_host());
        if (has_it && !d_is_abandoned) // it may have ended meanwhile
            now_on_host();
        else
            now_lost();
    }
    return d_state == state::on_host;
}

bool is_written_on(gr::buffer& ring, const std::shared_ptr<::gpufft::device>& on)
{
    if (!may_have_mirror(ring, on))
        return false;
    const auto* writes = writer_on(ring, on.get());
    return writes && !writes->writes_as_host();
}

std::size_t most_reach(const gr::buffer& ring)
{
    return static_cast<std::size_t>(ring.bufsize()) / REACH_SHARE;
}

} // namespace gpufft
} // namespace gr
