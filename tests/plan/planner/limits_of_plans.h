/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_PLAN_PLANNER_LIMITS_OF_PLANS_H
#define INCLUDED_GPUFFT_TESTS_PLAN_PLANNER_LIMITS_OF_PLANS_H

#include "plan/check/check_plan.h"
#include "plan/ir/plan.h"
#include "plan/simt/tile.h"
#include "support/transforms/every_transform.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <string>

namespace gpufft::testing {

inline device_limits with_room_and_doubles(device_limits limits)
{
    limits.has_float64 = true;
    limits.global_memory_bytes = limits.max_allocation_bytes = std::int64_t(1) << 40;
    return limits;
}

inline transform of_length(std::int64_t length)
{
    return transform_of(transform_kind::c2c, { length });
}

//! Fails where \p made does not check, or has passes beyond \p limits.
inline void
check_limits(const plan& made, const device_limits& limits, const std::string& request)
{
    for (const auto& p : made.passes) {
        CPPUNIT_ASSERT_MESSAGE(request,
                               local_memory_bytes(p) <= limits.local_memory_bytes);
        CPPUNIT_ASSERT_MESSAGE(request, p.work_items() <= limits.max_work_items);
    }
    try {
        check_plan(made);
    } catch (const plan_error& e) {
        CPPUNIT_FAIL(request + ": " + e.what());
    }
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_PLAN_PLANNER_LIMITS_OF_PLANS_H */
