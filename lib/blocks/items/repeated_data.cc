/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/repeated_data.h"
#include <algorithm>
#include <cstring>

namespace gr {
namespace gpufft {

namespace {

// Copies of less take longer to launch than to run.
constexpr std::size_t COPIED_AT_ONCE = std::size_t(32) << 20;

} // namespace

void repeated_data::copy(char* to, std::uint64_t first, std::size_t count) const
{
    while (count > 0) {
        const auto at = static_cast<std::size_t>(first % size());
        const auto now = std::min(count, size() - at);
        std::memcpy(to, d_bytes.data() + at, now);
        to += now;
        first += now;
        count -= now;
    }
}

void repeated_data::start(const std::shared_ptr<::gpufft::device>& on,
                          std::size_t ring_bytes)
{
    const auto most = std::min(COPIED_AT_ONCE, ring_bytes);
    const auto times = std::max<std::size_t>(1, most / size());
    std::vector<char> all(times * size());
    copy(all.data(), 0, all.size());
    d_copies = on->make_buffer(all.size());
    d_queue = on->make_queue();
    d_queue->upload(*d_copies, 0, all.data(), all.size());
    d_queue->wait_all();
    d_sent = 0;
}

void repeated_data::stop()
{
    d_queue.reset();
    d_copies.reset();
    d_last.reset();
}

void repeated_data::send(const ::gpufft::mirror_place& to, std::uint64_t first)
{
    const bool is_there = to.of->bytes() % size() == 0 && d_sent >= to.of->bytes();
    if (!is_there)
        queue_copies(to, first);
    to.of->has_written(to.bytes, d_last);
    d_sent += to.bytes.size();
}

void repeated_data::queue_copies(const ::gpufft::mirror_place& to, std::uint64_t first)
{
    to.of->before_writing(*d_queue, to.bytes);
    for (auto part : to.of->places_of(to.bytes))
        while (part.bytes > 0) {
            const auto at = static_cast<std::size_t>(first % size());
            const auto now = std::min(part.bytes, d_copies->bytes() - at);
            d_queue->copy(to.of->memory(), part.offset, *d_copies, at, now);
            part.offset += now;
            part.bytes -= now;
            first += now;
        }
    d_last = d_queue->record();
}

} // namespace gpufft
} // namespace gr
