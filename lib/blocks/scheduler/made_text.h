/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_MADE_TEXT_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_MADE_TEXT_H

#include <fmt/format.h>
#include <gpufft/transform.h>
#include <string>

//! What the log says of an executor, of rows or of frames.
namespace gr {
namespace gpufft {

//! The plan, the device, and who knew the plan.
template <class executor>
std::string made_text(const executor& made)
{
    return fmt::format("{} on {}; plan from {}",
                       made.plan_line(),
                       made.device_name(),
                       made.plan_origin());
}

//! \return line for the log about an executor that has no kernels yet
//! \param what  it transforms
template <class executor>
std::string by_host_text(const executor& made, const ::gpufft::transform& what)
{
    return fmt::format("{} on {}: computed by the host until its kernels are compiled",
                       to_string(what),
                       made.device_name());
}

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_MADE_TEXT_H */
