/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_READER_NEWS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_READER_NEWS_H

#include <condition_variable>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace gr {
namespace gpufft {

//! \brief Tells a block that readers of its outputs have consumed, or released, some
//! items. Any thread.
class reader_news
{
public:
    void tell()
    {
        {
            const std::lock_guard<std::mutex> guard(d_mutex);
            ++d_told;
        }
        d_is_told.notify_all();
    }
    //! How often tell() was called.
    std::uint64_t told() const
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        return d_told;
    }
    //! Until it was told more often than \p seen times, or \p most have passed.
    //! \return whether it was told
    bool wait(std::uint64_t seen, std::chrono::microseconds most)
    {
        std::unique_lock<std::mutex> guard(d_mutex);
        return d_is_told.wait_for(guard, most, [&] { return d_told != seen; });
    }

private:
    mutable std::mutex d_mutex;
    std::condition_variable d_is_told;
    std::uint64_t d_told = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_READER_NEWS_H */
