/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/reorder_test.h"
#include "exec/memory/grow.h"
#include "exec/receivers/mirrored_outputs.h"
#include <algorithm>
#include <numeric>
#include <utility>

namespace gpufft {

namespace {

// Channels come and go: how many there were is forgotten.
constexpr std::size_t MOST_WRITERS = 16;

std::size_t bytes_of_outputs(std::size_t samples)
{
    return samples * sizeof(receiver_sample);
}

} // namespace

std::shared_ptr<const device_reorder> ring_writers::of(std::size_t channels)
{
    if (!d_device->kernel_dialect().is_cuda())
        return nullptr;
    const auto found = d_made.find(channels);
    if (found != d_made.end())
        return found->second;
    if (d_made.size() >= MOST_WRITERS)
        d_made.clear();
    std::vector<int> map(channels);
    std::iota(map.begin(), map.end(), 0);
    return d_made[channels] = tested_reorder(map, d_device);
}

mirrored_outputs::mirrored_outputs(const std::vector<const channel_call*>& calls,
                                   std::size_t first_block,
                                   std::size_t blocks)
{
    bool is_some_there = false;
    for (const auto* each : calls) {
        const auto of_block = static_cast<std::size_t>(each->channel->outputs());
        d_outputs = blocks * of_block;
        is_some_there |= each->there.of != nullptr;
        d_parts.push_back(
            each->there.of ? each->there.part(static_cast<std::int64_t>(bytes_of_outputs(
                                                  first_block * of_block)),
                                              bytes_of_outputs(d_outputs))
                           : mirror_place());
    }
    if (!is_some_there)
        return;
    for (const auto& each : d_parts)
        d_addresses.push_back(place_in_ring(each));
}

void mirrored_outputs::enqueue(queue& q,
                               device& on,
                               buffer& from,
                               std::uint64_t at,
                               ring_writers& by,
                               std::shared_ptr<buffer>& rings) const
{
    if (is_empty())
        return;
    queue_waits waits(q);
    for (const auto& each : d_parts)
        if (each.of)
            each.of->before_writing(waits, each.bytes);
    if (const auto writes =
            mirrors_have_addresses(d_parts) ? by.of(d_parts.size()) : nullptr) {
        const auto bytes = d_addresses.size() * sizeof(d_addresses[0]);
        grow(on, rings, bytes);
        q.upload(*rings, 0, d_addresses.data(), bytes);
        writes->enqueue_to_rings(q, from, { 1, d_outputs, at }, *rings, d_outputs);
        return;
    }
    for (const auto& each : d_parts) {
        if (each.of)
            each.of->copy_from(q, from, each.bytes, bytes_of_outputs(at));
        at += d_outputs;
    }
}

void mirrored_outputs::mark(const ring_mirror::work_pointer& work) const
{
    for (const auto& each : d_parts)
        if (each.of)
            each.of->has_written(each.bytes, work);
}

} // namespace gpufft
