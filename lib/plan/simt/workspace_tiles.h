/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_WORKSPACE_TILES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_WORKSPACE_TILES_H

#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

/*!
 * \brief Lays the workspace between two passes out in tiles, where their stages allow
 *
 * The first pass leaves a workgroup's tile as it is, [column tile][k_1][column], in one
 * piece. The second one reads runs of the first pass' columns times its own. Padding that
 * was chosen for it before does not suit it then.
 */
void tile_workspace(std::vector<pass>& passes, const device_limits& limits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_WORKSPACE_TILES_H */
