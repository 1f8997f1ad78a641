/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/reorder_kernel.h"
#include "exec/channels/device_reorder.h"
#include "exec/channels/reorder_test.h"
#include "exec/executor/upload.h"
#include <utility>

namespace gpufft {

device_reorder::device_reorder(const std::vector<int>& map, std::shared_ptr<device> on)
    : d_device(std::move(on)),
      d_kernel(d_device->build(generate_reorder(d_device->kernel_dialect())))
{
    static_assert(sizeof(ring_place) == RING_WORDS * sizeof(std::uint64_t));
    if (const auto& words = d_device->kernel_dialect(); words.is_cuda()) {
        d_to_rings = d_device->build(generate_reorder_to_rings(words));
        d_from_rings = d_device->build(generate_reorder_from_rings(words));
    }
    upload(map);
}

device_reorder::device_reorder(const device_reorder& other, const std::vector<int>& map)
    : d_device(other.d_device),
      d_kernel(other.d_kernel),
      d_to_rings(other.d_to_rings),
      d_from_rings(other.d_from_rings)
{
    upload(map);
}

std::string device_reorder::text() const
{
    std::string all;
    for (const auto& each : { d_kernel, d_to_rings, d_from_rings })
        if (each)
            all += each->source().text;
    return all;
}

void device_reorder::upload(const std::vector<int>& map)
{
    const std::vector<std::int32_t> values(map.begin(), map.end());
    d_values = values.size();
    d_map = upload_now(*d_device, values.data(), d_values * sizeof(values[0]));
}

void device_reorder::enqueue(queue& q,
                             buffer& from,
                             const row_layout& in,
                             buffer& to,
                             const row_layout& out,
                             std::size_t rows) const
{
    q.launch(*d_kernel,
             reorder_groups(rows, d_values),
             { &from,
               d_map.get(),
               &to,
               in.at,
               in.row,
               in.value,
               out.at,
               out.row,
               out.value,
               static_cast<std::uint32_t>(rows),
               static_cast<std::uint32_t>(d_values) });
}

void device_reorder::enqueue_to_rings(
    queue& q, buffer& from, const row_layout& in, buffer& rings, std::size_t rows) const
{
    q.launch(*d_to_rings,
             reorder_groups(rows, d_values),
             { &from,
               d_map.get(),
               &rings,
               in.at,
               in.row,
               in.value,
               static_cast<std::uint32_t>(rows),
               static_cast<std::uint32_t>(d_values) });
}

void device_reorder::enqueue_from_rings(queue& q,
                                        buffer& rings,
                                        std::size_t at,
                                        buffer& to,
                                        const row_layout& out,
                                        std::size_t rows) const
{
    q.launch(*d_from_rings,
             reorder_groups(rows, d_values),
             { &rings,
               d_map.get(),
               &to,
               static_cast<std::uint64_t>(at),
               out.at,
               out.row,
               out.value,
               static_cast<std::uint32_t>(rows),
               static_cast<std::uint32_t>(d_values) });
}

reorder_for_map::reorder_for_map(std::shared_ptr<device> on) : d_device(std::move(on)) {}

std::shared_ptr<const device_reorder> reorder_for_map::find(const std::vector<int>& map)
{
    if (d_has_none || (d_found && d_map == map))
        return d_found;
    auto found = d_found ? std::make_shared<device_reorder>(*d_found, map)
                         : tested_reorder(map, d_device);
    d_has_none = !found;
    d_found = std::move(found);
    d_map = map;
    return d_found;
}

} // namespace gpufft
