/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_PROBE_CACHE_PROBE_H
#define INCLUDED_GPUFFT_LIB_TUNE_PROBE_CACHE_PROBE_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

//! Caches of the processor that a CPU device of this machine computes on.
namespace gpufft {

//! Bytes that are in use, and the time of a load of them that waits for the load before.
struct load_time {
    std::int64_t bytes;
    double ns;
};

//! 0: the times do not tell.
struct cache_sizes {
    std::int64_t l1_bytes = 0;
    std::int64_t l2_bytes = 0;
};

/*!
 * \brief Where the caches of a core end, from the times of loads
 *
 * A level ends before the first size of which more than half of the loads go to the next
 * level. The third level is left out: who else uses it changes from moment to moment.
 * \param times  ascending by size, from sizes that any first level holds
 */
cache_sizes caches_by_times(const std::vector<load_time>& times);

/*!
 * \brief Measures the caches of this thread's core
 *
 * \param is_over  asked between sizes; what was not measured by then is 0
 */
cache_sizes probe_caches(const std::function<bool()>& is_over);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_PROBE_CACHE_PROBE_H */
