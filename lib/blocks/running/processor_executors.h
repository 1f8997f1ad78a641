/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_PROCESSOR_EXECUTORS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_PROCESSOR_EXECUTORS_H

#include "exec/filters/filter_set.h"
#include "exec/rows/stream_executor.h"
#include <cstddef>
#include <vector>

//! What a block's processor has in flight, whether it computes with one executor or with
//! several.
namespace gr {
namespace gpufft {

using executor_list = std::vector<::gpufft::stream_executor*>;

template <class processor>
executor_list executors_of(processor& of)
{
    return { &of.executor() };
}
inline executor_list executors_of(::gpufft::filter_set& of)
{
    executor_list all;
    for (const auto& each : of.filters())
        all.push_back(&each->executor());
    return all;
}

//! Submissions that were not waited for.
template <class processor>
std::size_t in_flight_of(const processor& of)
{
    return of.executor().in_flight();
}
inline std::size_t in_flight_of(const ::gpufft::filter_set& of) { return of.in_flight(); }

//! Another piece that stays on the device may be sent.
template <class processor>
bool can_submit_to(const processor& of)
{
    return of.executor().can_submit();
}
inline bool can_submit_to(const ::gpufft::filter_set& of) { return of.can_submit(); }

//! finish_oldest() would not wait.
template <class processor>
bool oldest_is_done_of(const processor& of)
{
    return of.executor().oldest_is_done();
}
inline bool oldest_is_done_of(const ::gpufft::filter_set& of)
{
    return of.oldest_is_done();
}

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_PROCESSOR_EXECUTORS_H */
