/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/constant_geometry.h"
#include <algorithm>

namespace gpufft {

bool suits_constant_geometry(const pass& p)
{
    return p.is_workgroup() && !p.is_real() && !p.convolves && p.dimensions.size() == 1 &&
           p.grid.empty() && p.twiddle_order == 1 && p.workgroup().cluster.size == 1 &&
           !p.workgroup().paired_input && !p.workgroup().paired_output &&
           p.load.by == convolution::none && p.store.by == convolution::none &&
           !p.store.needs_pairs() && !p.store.power;
}

bool has_equal_stages(const pass& p)
{
    const auto& first = p.stages.front();
    return p.stages.size() > 1 &&
           std::all_of(p.stages.begin(), p.stages.end(), [&](const stage& s) {
               return s.radix == first.radix && s.per_item == first.per_item;
           });
}

std::size_t level_of(const pass& p, std::size_t d, std::size_t i)
{
    const auto m = p.stages.size();
    return (i + 2 * m - 1 - d) % m;
}

std::int64_t entry_weight(const pass& p, std::size_t d, std::size_t i)
{
    std::int64_t weight = 1;
    for (std::size_t level = level_of(p, d, i); level-- > 0;)
        weight *= p.stages.front().radix;
    return weight;
}

std::int64_t twiddle_of_entry(const pass& p, std::int64_t entry, std::size_t i)
{
    const auto radix = p.stages.front().radix;
    std::int64_t k = 0;
    for (; i-- > 0; entry /= radix)
        k = k * radix + entry % radix;
    return k;
}

} // namespace gpufft
