/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/rank_digits.h"
#include "plan/simt/paired_rank.h"
#include <gpufft/error.h>

namespace gpufft {

namespace {

bool shares_one_digit(const pass& p)
{
    try {
        const auto parts = rank_parts(p);
        return parts.size() == 1 && parts.front().after.digit == shared_stage(p);
    } catch (const plan_error&) {
        return false; // the cluster divides nothing: other checks report that
    }
}

} // namespace

bool has_paired_rank(const pass& p)
{
    return p.workgroup().cluster.size > 1 && p.workgroup().paired_output;
}

bool can_pair_rank(const pass& p)
{
    const auto& s = p.stages;
    const auto after = static_cast<std::size_t>(p.workgroup().cluster.after);
    if (after < 1 || after >= s.size() || p.columns.size != 1 ||
        p.workgroup().paired_input ||
        s[after - 1].radix % (2 * p.workgroup().cluster.size) != 0 ||
        !shares_one_digit(p))
        return false;
    // Butterflies of the last stage that differ in the outputs of later stages alone:
    // halved where those of the shared stage are their own conjugate.
    return p.points() / outputs_shared(p) / s.back().radix % 2 == 0;
}

std::size_t shared_stage(const pass& p)
{
    return static_cast<std::size_t>(p.workgroup().cluster.after) - 1;
}

std::int64_t outputs_before_shared(const pass& p)
{
    std::int64_t product = 1;
    for (std::size_t i = 0; i < shared_stage(p); ++i)
        product *= p.stages[i].radix;
    return product;
}

std::int64_t outputs_shared(const pass& p)
{
    return outputs_before_shared(p) * p.stages[shared_stage(p)].radix;
}

int pairs_of_group(const pass& p)
{
    return p.stages[shared_stage(p)].radix / 2 / p.workgroup().cluster.size;
}

int paired_place(const pass& p, int k, bool is_zero)
{
    const int radix = p.stages[shared_stage(p)].radix;
    const int each = pairs_of_group(p);
    const bool is_far = 2 * k >= radix;
    int near = k;
    if (is_far)
        near = is_zero ? (radix - k) % (radix / 2) : radix - 1 - k;
    return near / each * 2 * each + (is_far ? each : 0) + near % each;
}

} // namespace gpufft
