/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_THREADS_THREAD_PLACES_H
#define INCLUDED_GPUFFT_LIB_DEVICE_THREADS_THREAD_PLACES_H

#include <atomic>
#include <vector>

namespace gpufft {

//! Places 0 .. count - 1 for as many threads at a time.
class thread_places
{
public:
    explicit thread_places(int count) : d_taken(static_cast<std::size_t>(count)) {}

    /*!
     * \brief A place of this thread's own for as long as it lives
     *
     * The one that it had the last time where nobody else has it: what is there may still
     * be in its core's cache.
     */
    class held
    {
    public:
        explicit held(thread_places& all) : d_all(all)
        {
            thread_local std::size_t last = 0;
            const auto count = all.d_taken.size();
            for (last %= count; all.d_taken[last].exchange(true);)
                last = (last + 1) % count;
            d_number = last;
        }
        ~held() { d_all.d_taken[d_number] = false; }
        held(const held&) = delete;
        held& operator=(const held&) = delete;

        int number() const { return static_cast<int>(d_number); }

    private:
        thread_places& d_all;
        std::size_t d_number;
    };

private:
    std::vector<std::atomic<bool>> d_taken;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_THREADS_THREAD_PLACES_H */
