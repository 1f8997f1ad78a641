/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_lanes.h"
#include "plan/ir/pass_io_view.h"
#include "plan/request/refuse.h"
#include "plan/simd/vector_dimensions.h"
#include "plan/simd/vector_stages.h"

namespace gpufft {

void check_point_lanes(const pass& p)
{
    if (p.columns.extent)
        refuse("column-extent={} is for lanes that are columns", p.columns.extent);
    const auto& d = p.dimensions[0];
    const auto points = p.points() / p.lanes();
    if ((p.convolves && !p.callers_spectrum) || p.load.by != convolution::none ||
        p.store.by != convolution::none)
        refuse("lanes that are points convolve with the caller's spectrum alone");
    if (p.convolves && (p.stages.size() < 2 || d.is_rotated() || p.load.windowed ||
                        p.load.swap_parts || p.store.swap_parts || p.twiddle_order > 1))
        refuse("lanes that are points convolve in two stages at least, without window, "
               "rotation and exchanged parts");
    if (p.stages[0].radix != p.lanes() || points < p.lanes() || !p.grid.empty() ||
        p.columns.size != 1)
        refuse("where lanes are points the first radix is their number, {} of the points "
               "follow, and rows stand alone",
               p.lanes());
    if (d.input_stride != 1 || d.output_stride != 1 || d.input_step != 1 ||
        d.output_step != 1)
        refuse("where lanes are points they are neighbours in input and output");
    if (d.input_rotation % points || d.output_rotation % p.lanes())
        refuse("a rotation by {} at the input and {} at the output would cut a vector",
               d.input_rotation,
               d.output_rotation);
    check_buffer_size(
        p, points, most_row_vectors(p.lanes(), p.number, MOST_ROW_STACK_BYTES));
}

bool covers_dimensions(const pass& p)
{
    std::size_t i = 0;
    for (std::size_t d = 0; d < p.dimensions.size(); ++d) {
        std::int64_t rest = p.dimensions[d].length;
        for (; i < p.stages.size() && p.stages[i].dimension == static_cast<int>(d); ++i) {
            if (rest % p.stages[i].radix)
                return false;
            rest /= p.stages[i].radix;
        }
        if (rest != 1)
            return false;
    }
    return i == p.stages.size();
}

void check_whole_dimensions(const pass& p)
{
    if (!is_packed(p) || p.twiddle_order > 1)
        refuse("vectors take several dimensions whose points follow one another");
    if (!covers_dimensions(p))
        refuse("the stages are not those of the whole dimensions, in order");
    if (p.load.kind != transform_kind::c2c || p.store.kind != transform_kind::c2c ||
        p.load.windowed)
        refuse("vectors take several dimensions of a complex transform without a window");
}

void check_vector_dimensions(const pass& p)
{
    check_whole_dimensions(p);
    const auto last = p.dimensions.back().length;
    if (!p.grid.empty() || p.columns.size != 1)
        refuse("vectors take several dimensions in rows that stand alone");
    if (last % p.lanes() || p.points() / last % p.lanes())
        refuse("{} points of the last dimension, and {} rows of them, are not both a "
               "multiple of {} lanes",
               last,
               p.points() / last,
               p.lanes());
    if (!keeps_vectors_whole(p))
        refuse("a rotation of the last dimension by {} at the input and {} at the output "
               "would cut a vector or a line of the caches",
               p.dimensions.back().input_rotation,
               p.dimensions.back().output_rotation);
    check_buffer_size(p, p.points() / p.lanes());
}

} // namespace gpufft
