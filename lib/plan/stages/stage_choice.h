/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_CHOICE_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_CHOICE_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpufft {

//! A pass and the lengths that stages are wanted for.
struct stage_request {
    std::vector<std::int64_t> lengths; //!< points of the pass along each dimension
    //! The pass without its stages: columns, strides, load and store operations. By
    //! default rows without gaps.
    pass shaped;
};

/*!
 * \brief Radices, their order and butterflies per item
 *
 * Every order of every factorization into codelet lengths is weighed: each stage costs
 * an exchange, and work-items that idle in a stage cost their share of it (all stages
 * should keep equally many points in registers). Dimensions may take turns; where the
 * points of one are neighbours, it should not be all in registers when they are loaded
 * and stored, so that work-items next to each other touch neighbours.
 *
 * \return nothing where no factorization fits the registers and work-items of the device
 */
std::optional<std::vector<stage>> choose_stages(const stage_request& r,
                                                const device_limits& limits);

//! Whether there are any stages, in less time than choose_stages().
bool has_stages(const stage_request& r, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_CHOICE_H */
