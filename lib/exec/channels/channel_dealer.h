/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNEL_DEALER_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNEL_DEALER_H

#include "exec/channels/channel_order.h"
#include "exec/channels/device_reorder.h"
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief What deals the rows of a channelizer on a GPU, by the map of now
 *
 * Its kernel is built and tested when a map first wants it. One thread at a time.
 */
class channel_dealer
{
public:
    explicit channel_dealer(std::shared_ptr<device> on);

    //! What deals rows to vectors, or to streams, by \p order, which multiplies them by
    //! nothing on the host; nullptr: the host is to do it, as it does for CPU devices.
    //! \throws device_error
    std::shared_ptr<const row_finish> find(const channel_order& order, bool has_vectors);

private:
    const std::shared_ptr<device> d_device;
    std::shared_ptr<const device_reorder> d_reorder; //!< by d_map
    bool d_has_tried = false;
    std::vector<int> d_map;
    bool d_has_vectors = false;
    std::shared_ptr<const row_finish> d_found;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNEL_DEALER_H */
