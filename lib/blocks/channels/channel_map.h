/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNEL_MAP_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNEL_MAP_H

#include <mutex>
#include <utility>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief The channel of each stream, or of each value of a vector. Any thread.
class channel_map
{
public:
    explicit channel_map(std::vector<int> channels) : d_channels(std::move(channels)) {}

    void set(std::vector<int> channels)
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_channels = std::move(channels);
    }
    std::vector<int> now() const
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        return d_channels;
    }

private:
    mutable std::mutex d_mutex; // guards what follows
    std::vector<int> d_channels;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNEL_MAP_H */
