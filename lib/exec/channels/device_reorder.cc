/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/reorder_kernel.h"
#include "exec/channels/device_reorder.h"
#include "exec/executor/upload.h"
#include <utility>

namespace gpufft {

device_reorder::device_reorder(const std::vector<int>& map, std::shared_ptr<device> on)
    : d_device(std::move(on)),
      d_kernel(d_device->build(generate_reorder(d_device->kernel_dialect())))
{
    upload(map);
}

device_reorder::device_reorder(const device_reorder& other, const std::vector<int>& map)
    : d_device(other.d_device), d_kernel(other.d_kernel)
{
    upload(map);
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
               in.row,
               in.value,
               out.row,
               out.value,
               static_cast<std::uint32_t>(rows),
               static_cast<std::uint32_t>(d_values) });
}

dealt_rows::dealt_rows(device_reorder order, std::size_t channels, bool are_streams)
    : d_order(std::move(order)), d_channels(channels), d_are_streams(are_streams)
{
}

std::size_t dealt_rows::output_bytes(std::size_t rows) const
{
    return rows * d_order.values() * sizeof(channel_sample);
}

void dealt_rows::enqueue(
    queue& q, buffer& from, buffer& to, std::size_t rows, std::uint32_t) const
{
    d_order.enqueue(q,
                    from,
                    row_layout::of_vectors(d_channels),
                    to,
                    d_are_streams ? row_layout::of_streams(rows)
                                  : row_layout::of_vectors(d_order.values()),
                    rows);
}

} // namespace gpufft
