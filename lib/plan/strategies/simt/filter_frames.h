/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMT_FILTER_FRAMES_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMT_FILTER_FRAMES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <optional>

namespace gpufft {

//! \p p, a whole pass, with other work-items that filter its frames (filter_items.h):
//! stages, rows and work-items are chosen anew, padding is not. None where the device has
//! no words for it, or no registers or local memory.
std::optional<pass> with_filter_items(const pass& p, const device_limits& limits);

//! \p p with \p items work-items that filter, for \p subgroups that transform.
std::optional<pass> with_filter_items(const pass& p,
                                      int items,
                                      std::int64_t subgroups,
                                      const device_limits& limits);

//! Makes other work-items filter the frames of \p p where that is faster than sliding
//! over them (slide_frames.h). \return whether it did
bool filter_frames(pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMT_FILTER_FRAMES_H */
