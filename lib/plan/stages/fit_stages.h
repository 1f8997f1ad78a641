/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_FIT_STAGES_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_FIT_STAGES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * Stages, exchange and padding of \p p, whose dimensions and columns are set.
 * \param lengths  points of the pass along each dimension
 * \return false where they do not fit the device
 */
bool fit_stages(pass& p,
                const std::vector<std::int64_t>& lengths,
                const device_limits& limits);
//! Stages and exchange of \p p as fit_stages() sets them, without the padding, which
//! takes longest to find. \return false where they do not fit the device
bool fit_unpadded(pass& p,
                  const std::vector<std::int64_t>& lengths,
                  const device_limits& limits);
//! Sets the padding of \p p, which fits without it; none where it would not fit with it.
void fit_padding(pass& p, const device_limits& limits);

//! \return false where fit_stages() would return false for a \p p of \p points, as far as
//! little time tells
bool may_fit(const pass& p, std::int64_t points, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_FIT_STAGES_H */
