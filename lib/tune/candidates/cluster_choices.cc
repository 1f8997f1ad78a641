/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/rank_digits.h"
#include "tune/candidates/cluster_choices.h"

namespace gpufft {

std::vector<pass> other_clusters(const pass& p, const device_limits& limits)
{
    std::vector<pass> all;
    if (p.cluster == 1)
        return all;
    const auto add = [&](auto change) {
        all.push_back(p);
        change(all.back());
    };
    if (p.cluster_is_async || is_of_whole_subgroups(p))
        add([](pass& other) { other.cluster_is_async = !other.cluster_is_async; });
    add([](pass& other) { other.cluster_is_balanced = !other.cluster_is_balanced; });
    // Asynchronous stores ask for more of the stages that they lie between.
    for (const int after : { p.cluster_after - 1, p.cluster_after + 1 }) {
        if (after >= 1 && after < static_cast<int>(p.stages.size()))
            add([&](pass& other) {
                other.cluster_after = after;
                other.cluster_is_async = false;
            });
    }
    for (const int count : { p.cluster / 2, p.cluster * 2 }) {
        if (count >= 2 && count <= limits.max_cluster)
            add([&](pass& other) {
                other.cluster = count;
                other.cluster_is_async = false;
                other.resident = 0; // was for groups of another size
            });
    }
    return all;
}

} // namespace gpufft
