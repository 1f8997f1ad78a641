/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_COST_OCCUPANCY_LIMITS_H
#define INCLUDED_GPUFFT_LIB_PLAN_COST_OCCUPANCY_LIMITS_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>

//! Whether work-items of a workgroup, and registers for them, suffice.
namespace gpufft {

//! Points that a work-item can hold in registers beside its temporaries.
int most_points_per_item(const device_limits& limits, precision number);

//! Registers of a work-item of \p p that holds \p points of them.
int registers_for(const pass& p, bool is_paired, int points);

//! A workgroup has work-items and registers enough for \p points of \p p, \p held of them
//! in each work-item.
bool fits_workgroup(const pass& p,
                    std::int64_t points,
                    int held,
                    const device_limits& limits);

//! Fewest points that every stage must hold in a work-item for \p points of each column
//! of \p p, so that work-items and registers suffice where some stage holds \p most;
//! above \p most where they never do. \p may_pair: see may_have_pairs().
int least_held(const pass& p,
               std::int64_t points,
               int most,
               bool may_pair,
               const device_limits& limits);

//! Whether some stages may fit, found in little time.
//! \return false  whatever its stages, a workgroup has too few work-items or registers
//! for \p points of \p shaped
bool may_have_stages(const pass& shaped,
                     std::int64_t points,
                     const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_COST_OCCUPANCY_LIMITS_H */
