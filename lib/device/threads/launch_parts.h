/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_THREADS_LAUNCH_PARTS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_THREADS_LAUNCH_PARTS_H

#include <atomic>
#include <cstdint>

namespace gpufft {

//! How a launch is shared out among threads.
struct launch_parts {
    int count = 1;      //!< of parts, of equal size
    int helpers = 0;    //!< threads beside the caller's that are worth it
    bool wakes = false; //!< worth waking them for
};

/*!
 * \brief Parts of a launch that takes one thread \p seconds
 *
 * \param most     parts that there can be
 * \param threads  that may take part, the caller's included
 */
launch_parts choose_parts(double seconds, std::uint64_t most, int threads);

//! What a kernel takes for a unit of its work, as it was measured; safe from several
//! threads, of which some may look at an older figure.
class unit_time
{
public:
    //! Seconds that \p units take; negative: not known yet; 0: no launch has ended yet,
    //! so that the one thread that compiles is not waited for by others.
    double seconds(double units) const
    {
        return units * d_seconds.load(std::memory_order_relaxed);
    }
    //! The first time, which may have compiled the kernel, does not count.
    void add(double units, double seconds);

private:
    std::atomic<bool> d_has_compiled{ false };
    std::atomic<double> d_seconds{ 0 };
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_THREADS_LAUNCH_PARTS_H */
