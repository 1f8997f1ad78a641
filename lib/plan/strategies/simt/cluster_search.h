/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMT_CLUSTER_SEARCH_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMT_CLUSTER_SEARCH_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <limits>
#include <optional>

namespace gpufft {

//! Bytes that every workgroup takes of a compute unit's local memory beside its own.
constexpr std::int64_t GROUP_BYTES = 1024;

//! One pass over a cluster of workgroups, without padding.
struct cluster_pass {
    pass result;
    double cost = 0; //!< in stages
};

/*!
 * \brief The best tile of \p r over a cluster
 *
 * Every order of few and large stages is weighed, with every size of the cluster and
 * every place of its exchange: fewest stages first, then idle work-items, runs of
 * neighbours in loads and stores, and groups that share a compute unit.
 *
 * \param most  highest cost of the tile
 * \return nothing where no tile fits for less
 */
std::optional<cluster_pass>
best_cluster(const dft_problem& r,
             const device_limits& limits,
             double most = std::numeric_limits<double>::max());

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_SIMT_CLUSTER_SEARCH_H */
