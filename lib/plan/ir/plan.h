/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_PLAN_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <gpufft/transform.h>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! The passes that compute a transform: plain data that holds no device handle.
struct plan {
    transform request;
    device_limits limits; //!< that it was made for
    std::vector<pass> passes;
    std::string strategy; //!< the algorithm: "stockham", "multi-pass"
    /*!
     * Rows that go through all passes before others do, so that a pass finds in the
     * device's cache what the one before left there; 0: all rows of a call. Where the
     * device can, `concurrent_slices` of them are on their way side by side. Where
     * threads take rows (device_limits), each thread has a slice on its way.
     */
    std::uint32_t slice_rows = 0;
    int concurrent_slices = 1;

    //! Elements of workspace that a row needs between passes; 0 with one pass.
    std::int64_t workspace_points() const;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_PLAN_H */
