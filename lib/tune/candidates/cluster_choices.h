/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CLUSTER_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CLUSTER_CHOICES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

/*!
 * \brief \p p over another cluster of workgroups: twice and half as many of them, their
 * exchange a stage earlier or later, asynchronous or not, balanced or not
 *
 * Register caps stay but where the number of workgroups changes; padding is left to the
 * caller, and so is whether what comes is sound. None where \p p is of one workgroup.
 */
std::vector<pass> other_clusters(const pass& p, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CLUSTER_CHOICES_H */
