/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/channel_dealer.h"
#include "exec/channels/reorder_test.h"
#include <utility>

namespace gpufft {

channel_dealer::channel_dealer(std::shared_ptr<device> on) : d_device(std::move(on)) {}

std::shared_ptr<const row_finish> channel_dealer::find(const channel_order& order,
                                                       bool has_vectors)
{
    if (d_device->info().limits.is_cpu || order.shape().has_host_turns())
        return nullptr;
    if (d_found && d_map == order.map() && d_has_vectors == has_vectors)
        return d_found;
    if (!d_reorder && !d_has_tried)
        d_reorder = tested_reorder(order.map(), d_device);
    d_has_tried = true;
    if (!d_reorder)
        return nullptr;
    d_found =
        std::make_shared<dealt_rows>(device_reorder(*d_reorder, order.map()),
                                     static_cast<std::size_t>(order.shape().channels),
                                     !has_vectors);
    d_map = order.map();
    d_has_vectors = has_vectors;
    return d_found;
}

} // namespace gpufft
