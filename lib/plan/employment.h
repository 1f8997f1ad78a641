/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_EMPLOYMENT_H
#define INCLUDED_GPUFFT_LIB_PLAN_EMPLOYMENT_H

#include "plan/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>

//! What a workgroup has of work-items, and of registers for them.
namespace gpufft {

//! Registers of a work-item of \p p that holds \p points of them.
int registers_for(const pass& p, bool is_paired, int points, const device_limits& limits);

//! There are enough of both for \p points of \p p, \p held of them in each work-item.
bool can_employ(const pass& p,
                std::int64_t points,
                int held,
                const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_EMPLOYMENT_H */
