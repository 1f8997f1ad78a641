/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/rank_digits.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <numeric>

namespace gpufft {

namespace {

//! Digits \p first .. \p last - 1, in the order of falling \p weights.
std::vector<std::size_t>
descending(std::size_t first, std::size_t last, const std::int64_t* weights)
{
    std::vector<std::size_t> order(last - first);
    auto* const begin = order.data();
    auto* end = begin;
    for (auto i = first; i < last; ++i) {
        auto* at = end++; // behind digits of the same weight
        for (; at != begin && weights[*(at - 1)] < weights[i]; --at)
            *at = *(at - 1);
        *at = i;
    }
    return order;
}

} // namespace

rank_order rank_order_of(const pass& p)
{
    // Elements from one value of a digit to the next, in the pass' input and output.
    const auto m = p.stages.size(), dimensions = p.dimensions.size();
    std::vector<std::int64_t> numbers(2 * m + 2 * dimensions, 1);
    auto* const input = numbers.data();
    auto* const output = input + m;
    auto* const above = output + m;
    auto* const below = above + dimensions;
    for (const auto& s : p.stages)
        below[s.dimension] *= s.radix;
    for (std::size_t i = 0; i < m; ++i) {
        const auto& s = p.stages[i];
        const auto& along = p.dimensions[s.dimension];
        below[s.dimension] /= s.radix;
        input[i] = below[s.dimension] * along.input_step * along.input_stride;
        output[i] = above[s.dimension] * along.output_step * along.output_stride;
        above[s.dimension] *= s.radix;
    }
    const auto after = static_cast<std::size_t>(p.workgroup().cluster.after);
    return { descending(after, m, input), descending(0, after, output) };
}

std::optional<std::vector<rank_part>> find_rank_parts(const pass& p,
                                                      const rank_order& order)
{
    std::vector<rank_part> parts;
    const auto &from = order.before, &to = order.after;
    std::size_t next_from = 0, next_to = 0;
    int left_before = 1; // of digit from[next_from - 1]
    int left_after = 1;
    for (int rest = p.workgroup().cluster.size; rest > 1;) {
        while (left_before == 1 && next_from < from.size())
            left_before = p.stages[from[next_from++]].radix;
        while (left_after == 1 && next_to < to.size())
            left_after = p.stages[to[next_to++]].radix;
        const int size = std::gcd(rest, std::gcd(left_before, left_after));
        if (size == 1)
            return std::nullopt;
        left_before /= size;
        left_after /= size;
        rest /= size;
        parts.push_back({ { from[next_from - 1], left_before, size },
                          { to[next_to - 1], left_after, size } });
    }
    return parts;
}

std::vector<rank_part> rank_parts(const pass& p)
{
    if (p.workgroup().cluster.size == 1)
        return {};
    if (auto parts = find_rank_parts(p, rank_order_of(p)))
        return *std::move(parts);
    throw plan_error(fmt::format(
        "a cluster of {} workgroups must divide the radices up to stage {} and those "
        "after it, beginning with those of the largest strides; take a common divisor "
        "of the two on either side",
        p.workgroup().cluster.size,
        p.workgroup().cluster.after));
}

bool is_of_whole_subgroups(const pass& p)
{
    const auto after = static_cast<std::size_t>(p.workgroup().cluster.after);
    return p.work_items() % CLUSTER_SUBGROUP == 0 &&
           p.active_items(after - 1) == p.work_items() &&
           p.active_items(after) == p.work_items();
}

} // namespace gpufft
