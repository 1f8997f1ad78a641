/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/rank_digits.h"
#include "tune/candidates/cluster_choices.h"

namespace gpufft {

std::vector<pass> other_clusters(const pass& p, const device_limits& limits)
{
    std::vector<pass> all;
    if (p.workgroup().cluster.size == 1)
        return all;
    const auto add = [&](auto change) {
        all.push_back(p);
        change(all.back());
    };
    if (p.workgroup().cluster.is_async || is_of_whole_subgroups(p))
        add([](pass& other) {
            other.change_workgroup().cluster.is_async =
                !other.workgroup().cluster.is_async;
        });
    add([](pass& other) {
        other.change_workgroup().cluster.is_balanced =
            !other.workgroup().cluster.is_balanced;
    });
    // Asynchronous stores ask for more of the stages that they lie between.
    for (const int after :
         { p.workgroup().cluster.after - 1, p.workgroup().cluster.after + 1 }) {
        if (after >= 1 && after < static_cast<int>(p.stages.size()))
            add([&](pass& other) {
                other.change_workgroup().cluster.after = after;
                other.change_workgroup().cluster.is_async = false;
            });
    }
    for (const int count :
         { p.workgroup().cluster.size / 2, p.workgroup().cluster.size * 2 }) {
        if (count >= 2 && count <= limits.max_cluster)
            add([&](pass& other) {
                other.change_workgroup().cluster.size = count;
                other.change_workgroup().cluster.is_async = false;
                other.change_workgroup().min_blocks = 0; // was for groups of another size
            });
    }
    return all;
}

} // namespace gpufft
