/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_PLAN_H
#define INCLUDED_GPUFFT_LIB_PLAN_PLAN_H

#include "plan/pass.h"
#include <gpufft/device_limits.h>
#include <gpufft/transform.h>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! The passes that compute a transform. Plain data: knows no device handle.
struct plan {
    transform what;
    device_limits limits; //!< that it was made for
    std::vector<pass> passes;
    std::string strategy; //!< the algorithm: "stockham", "multi-pass"
    /*!
     * Rows that go through all passes before others do, so that a pass finds in the
     * device's cache what the one before left there; 0: all rows of a call. Where the
     * device can, `chains` such slices are on their way side by side. Where threads take
     * rows (device_limits), each has a slice on its way.
     */
    std::uint32_t slice_rows = 0;
    int chains = 1;

    //! Elements of scratch a row needs between passes; 0 with one pass.
    std::int64_t scratch_points() const;
};

/*!
 * \brief The plan that is known to be fastest on limits.architecture, or else that the
 * analytical model thinks fastest under \p limits
 * \throws plan_error  the transform is invalid, or nothing fits the device
 */
plan choose_plan(const transform& what, const device_limits& limits);

//! The latter, whatever is known.
plan model_plan(const transform& what, const device_limits& limits);

//! What a workgroup of \p p does side by side: "1 row", "16 columns".
std::string columns_text(const pass& p);

//! One line for people: "c2c forward 4096: stockham 16·16·16, 256 work-items, ..."
//! plan_text() says all of it.
std::string to_string(const plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_PLAN_H */
