/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/strategy.h"
#include "plan/vector_stages.h"
#include <algorithm>

/*!
 * Length = lanes · points. The first stage's radix is the number of lanes: it takes
 * neighbouring columns as vectors and transposes what it leaves, so that afterwards a
 * lane is an output of that stage. The other stages run over the points, in place, with
 * the lanes beside one another.
 */
namespace gpufft {

namespace {

//! Widest lanes that divide \p length and leave a whole vector of columns; 0: none.
int lanes_for(std::int64_t length, const device_limits& limits)
{
    for (int lanes = std::min(16, limits.vector_width); lanes >= 4; lanes /= 2) {
        if (length % lanes == 0 && length / lanes >= lanes)
            return lanes;
    }
    return 0;
}

//! A vector never crosses the end of its row.
bool rotations_keep_vectors_whole(const transform& what, int lanes)
{
    const auto points = what.length / lanes;
    return what.input_rotation % points == 0 && what.output_rotation % lanes == 0;
}

} // namespace

std::vector<pass> make_vector_pass(const transform& what, const device_limits& limits)
{
    if (!limits.is_cpu)
        return {};
    const int lanes = lanes_for(what.length, limits);
    if (!lanes || !rotations_keep_vectors_whole(what, lanes))
        return {};
    if (what.length / lanes > most_scratch_vectors(lanes))
        return {};
    pass p;
    p.form = kernel_form::simd;
    p.lanes = lanes;
    p.workers = worker_count(limits);
    p.columns = { "row", 1, what.length, what.length, 0 };
    p.stages.push_back({ lanes, 1, twiddle_source::full });
    for (const auto& s : choose_vector_stages(what.length / lanes))
        p.stages.push_back(s);
    return { p };
}

} // namespace gpufft
