/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/strategy.h"
#include "plan/vector_stages.h"

/*!
 * One dimension among several in the SIMD form: neighbouring columns are the lanes, so
 * points however far apart are loaded as whole vectors.
 */
namespace gpufft {

std::vector<pass> make_vector_columns(const core_request& r, const device_limits& limits)
{
    if (!limits.is_cpu || !vectors_take(r) || !is_plain(r) || !is_covered(r.points()))
        return {};
    const int other = neighbouring_other(r);
    if (other < 0)
        return {};
    for (int lanes = widest_vector(r, limits); lanes >= 4; lanes /= 2) {
        // The last tile may overlap the one before.
        if (r.others[other] < lanes || r.points() > most_scratch_vectors(lanes, r.number))
            continue;
        pass p;
        p.form = kernel_form::simd;
        p.lanes = lanes;
        p.lanes_are_columns = true;
        p.workers = worker_count(limits);
        p.dimensions = r.dimensions;
        p.load = r.load;
        p.store = r.store;
        p.stages = choose_vector_stages(r.points());
        if (p.stages.empty())
            return {};
        bind_sides(p, r, r.in, r.out, { other, lanes });
        return { p };
    }
    return {};
}

} // namespace gpufft
