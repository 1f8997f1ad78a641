/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/kernel_head.h"
#include "codegen/text/pass_launch.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/vector_stages.h"
#include "plan/simt/tile.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Bytes of stack for vectors of as many points as the pass has, within what plans may
//! have, and a quarter more for lines left out between them.
std::int64_t most_stack_bytes(const pass& p)
{
    const auto rows =
        static_cast<double>(std::max<std::int64_t>(p.lanes(), p.columns.size));
    const auto points =
        static_cast<double>(p.points()) *
        static_cast<double>(std::max<std::int64_t>(1, p.vector().inner_batch));
    const double bytes = points * rows * static_cast<double>(point_bytes(p.number));
    return static_cast<std::int64_t>(
               std::min(bytes, static_cast<double>(MOST_ROW_STACK_BYTES))) /
           4 * 5;
}

} // namespace

launch_facts launch_of(const pass& p, const dialect& d)
{
    launch_facts launch;
    launch.work_items = p.launched_items();
    launch.local_memory_bytes = local_memory_bytes(p);
    launch.has_barriers = p.uses_local_memory();
    launch.shares_work = p.is_vector() || p.workgroup().filter_items > 0;
    launch.groups_of_row = p.groups(1);
    launch.cluster = p.workgroup().cluster.size;
    launch.has_balanced_clusters = p.workgroup().cluster.is_balanced;
    launch.stack_bytes = p.is_vector() ? most_stack_bytes(p) : 0;
    launch.groups_in_part = groups_in_part(d, launch);
    return launch;
}

} // namespace gpufft
