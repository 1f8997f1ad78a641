/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_ESTIMATE_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_ESTIMATE_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>

namespace gpufft {

/*!
 * \brief What \p p costs, about, where a copy of its data costs 1
 *
 * Good enough to tell which of thousands of candidates are worth timing: work-items that
 * idle, exchanges, short runs of neighbours in global memory, and too few bytes in
 * flight. SIMT form.
 */
double pass_estimate(const pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_PASS_ESTIMATE_H */
