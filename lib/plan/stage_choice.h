/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGE_CHOICE_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGE_CHOICE_H

#include "plan/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpufft {

//! Points that a work-item can hold in registers beside its temporaries.
int most_points_held(const device_limits& limits);

/*!
 * \brief Radices, their order and fills for a pass of \p points points
 *
 * Every order of every factorization into codelet lengths is weighed: each stage costs
 * an exchange, and work-items that idle in a stage cost their share of it (all stages
 * should keep equally many points in registers).
 *
 * \param columns  transforms that a workgroup does side by side
 * \return nothing where no factorization fits the registers and work-items of the device
 */
std::optional<std::vector<stage>>
choose_stages(std::int64_t points, std::int64_t columns, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGE_CHOICE_H */
