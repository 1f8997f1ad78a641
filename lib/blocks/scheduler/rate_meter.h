/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RATE_METER_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RATE_METER_H

#include <chrono>
#include <cstdint>
#include <mutex>

namespace gr {
namespace gpufft {

/*!
 * \brief Samples in a second, over the last second or so
 *
 * One thread counts, any may ask.
 */
class rate_meter
{
public:
    using clock = std::chrono::steady_clock;

    //! \p samples more are done.
    void add(std::uint64_t samples, clock::time_point now = clock::now());
    //! \return rate in the last whole second; in less, while there is none; 0 after two
    //! idle seconds
    double samples_per_second(clock::time_point now = clock::now()) const;

private:
    mutable std::mutex d_mutex;
    clock::time_point d_begin;   // of the second that is counted; 0: none
    std::uint64_t d_samples = 0; // in it
    double d_last = 0;           // of the second before, 0: there was none
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_RATE_METER_H */
