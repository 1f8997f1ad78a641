/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/branch_rows.h"

namespace gpufft {

bool suits_branch_sums(const pass& p)
{
    const auto& kernel = p.workgroup();
    if (!p.is_workgroup() || p.is_real() || p.convolves || p.in_place ||
        p.dimensions.size() != 1 || !p.columns_are_rows() || p.row_factor != 1 ||
        p.twiddle_order != 1 || p.number != precision::float32 ||
        kernel.cluster.size > 1 || kernel.parts == exchange::split ||
        kernel.has_constant_geometry || kernel.sliding_frames)
        return false;
    const auto is_plain = [](const io_operation& op) {
        return op.has_dft_points() && op.stored == element::complex && !op.is_float16 &&
               !op.expression;
    };
    const auto& along = p.dimensions.front();
    return is_plain(p.load) && is_plain(p.store) && !p.load.windowed &&
           p.load.samples == sample_format::number && !p.store.scaled && !p.store.kept &&
           !p.store.power && along.length == p.points() && along.output_stride == 1 &&
           !along.is_rotated();
}

std::int64_t branches_of(const pass& p)
{
    return p.points() / p.store.branches->points_a_branch;
}

std::int64_t rows_of_branch_items(const pass& p)
{
    return p.workgroup().branch_rows * p.store.branches->points_a_branch;
}

std::int64_t branch_points(const pass& p)
{
    return p.points() * (p.rows_of_group() / rows_of_branch_items(p));
}

std::int64_t branch_values(const pass& p)
{
    return (p.workgroup().branch_rows - 1) * p.store.branches->points_a_branch +
           p.store.branches->taps_per_branch;
}

} // namespace gpufft
