/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_PROBED_LIMITS_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_PROBED_LIMITS_H

#include "plan/wisdom/wisdom_index.h"
#include <gpufft/device_limits.h>

namespace gpufft {

/*!
 * \brief \p limits with what probing found of the device
 *
 * What a driver tells and what files of the library know of an architecture comes before.
 * Of a processor without a file in plan/cost/models caches and the width of its
 * instructions are taken; of a GPU that the library has no plans for, banks of local
 * memory, and registers where a work-item has fewer than is assumed.
 */
device_limits probed_limits(const device_limits& limits,
                            const device_key& on,
                            const wisdom_index& book);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_PROBED_LIMITS_H */
