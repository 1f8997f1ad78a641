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
std::string made_text(const executor& e)
{
    return fmt::format(
        "{} on {}; plan from {}", e.plan_line(), e.device_name(), e.plan_origin());
}

//! \return line for the log about an executor that has no kernels yet
//! \param request  it transforms
template <class executor>
std::string by_host_text(const executor& e, const ::gpufft::transform& request)
{
    return fmt::format("{} on {}: computed by the host until its kernels are compiled",
                       to_string(request),
                       e.device_name());
}

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_MADE_TEXT_H */
