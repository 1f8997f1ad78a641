/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGY_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGY_H

#include "plan/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

/*!
 * \brief An algorithm that can turn a transform into passes
 *
 * Strategies are asked in order of the trips through global memory that they need. They
 * make the passes' shapes; the planner fuses the caller's ends in.
 */
struct strategy {
    const char* name;
    //! No passes: it does not apply to this transform on such a device.
    std::vector<pass> (*make_passes)(const transform& what, const device_limits& limits);
};

//! The SIMD form: a work-item transforms a row in vectors of its own. "vectors"
std::vector<pass> make_vector_pass(const transform& what, const device_limits& limits);

//! The SIMD form in 2 or 3 passes, a lane a column. "vector passes"
std::vector<pass> make_vector_passes(const transform& what, const device_limits& limits);

//! All stages in one workgroup. "stockham": the exchange leaves the output in order.
std::vector<pass> make_single_pass(const transform& what, const device_limits& limits);

//! The length split into 2 .. 4 passes, four-step and beyond. "multi-pass"
std::vector<pass> make_multi_pass(const transform& what, const device_limits& limits);

/*!
 * Stages, exchange and padding of \p p, whose points and columns are set.
 * \return false where they do not fit the device
 */
bool fit_stages(pass& p, std::int64_t points, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGY_H */
