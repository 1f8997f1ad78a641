/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/row_places.h"
#include "plan/strategy.h"
#include "plan/vector_stages.h"

/*!
 * Rows of reals on one side or on both, in the SIMD form: a lane a row of the batch, or
 * several very short ones. Bins k and -k of a row are in one lane, so what the ends do is
 * plain arithmetic between vectors.
 */
namespace gpufft {

std::vector<pass> make_real_rows(const core_request& r, const device_limits& limits)
{
    if (!limits.is_cpu || r.dimensions.size() != 1 || !real_rows_take(r.load, r.store) ||
        !r.others.empty() || r.in.strides[0] != 1 || r.out.strides[0] != 1)
        return {};
    pass p;
    p.stages = choose_vector_stages(r.points());
    if (p.stages.empty())
        return {};
    p.form = kernel_form::simd;
    p.lanes_are_columns = true;
    p.workers = worker_count(limits);
    p.dimensions = r.dimensions;
    p.load = r.load;
    p.store = r.store;
    for (p.lanes = widest_vector(r, limits); p.lanes >= 4; p.lanes /= 2) {
        if (row_slots(p) > most_scratch_vectors(p.lanes, r.number))
            continue;
        const auto together = real_rows_of_a_lane(p);
        if (together > 1 && p.stages.size() > 1)
            continue;
        bind_sides(p, r, r.in, r.out, { -1, p.lanes * together });
        return { p };
    }
    return {};
}

} // namespace gpufft
