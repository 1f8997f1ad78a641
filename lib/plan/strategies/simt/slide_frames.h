/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMT_SLIDE_FRAMES_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMT_SLIDE_FRAMES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>

namespace gpufft {

//! Makes the work-items of \p p, a whole pass without padding, slide over frames
//! (sliding_frames.h) where a GPU has room for the rows that share samples: then the
//! workgroup has more rows, and stages its input. Else \p p stays as it is.
void slide_frames(pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMT_SLIDE_FRAMES_H */
