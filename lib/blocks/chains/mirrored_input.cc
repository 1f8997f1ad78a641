/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/mirrored_input.h"
#include "blocks/scheduler/ring_memory.h"
#include <gpufft/error.h>

namespace gr {
namespace gpufft {

void mirrored_input::start(gr::buffer_reader& from,
                           const std::shared_ptr<::gpufft::device>& on,
                           gr::logger& log)
{
    d_reader = &from;
    d_ring = from.buffer().get();
    d_link = ring_link::for_reader(from, on, log);
    d_first = item_at(*d_ring, from.read_pointer());
}

void mirrored_input::stop()
{
    if (d_link)
        d_link->leaves(*d_reader);
    d_link.reset();
}

::gpufft::mirror_place mirrored_input::place_of(std::uint64_t first,
                                                std::size_t count,
                                                const void* on_host) const
{
    if (d_link && d_link->is_lost())
        throw ::gpufft::device_error("items before these are lost");
    if (!reads_mirror())
        return {};
    auto place = d_link->place_of(first, count);
    if (!d_link->is_written_there())
        place.on_host = on_host;
    return place;
}

const char* mirrored_input::on_host(std::uint64_t number) const
{
    return item_in(*d_ring, d_first + number);
}

void mirrored_input::tell_writer() const
{
    if (d_link)
        d_link->tell_writer();
}

bool mirrored_input::go_to_host()
{
    return !d_link || d_link->is_on_host() || d_link->go_to_host();
}

std::string mirrored_input::lock(::gpufft::locked_memory& locked)
{
    d_is_in_place = false;
    if (reads_mirror() && d_link->is_written_there())
        return d_link->text();
    const auto way = add_ring(locked, *d_ring);
    d_is_in_place = way == ::gpufft::locked_memory::way::in_place;
    const std::string text = name_of(way);
    return reads_mirror() ? text + ", " + d_link->text() : text;
}

} // namespace gpufft
} // namespace gr
