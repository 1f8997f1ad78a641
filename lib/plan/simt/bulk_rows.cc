/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/dft_length.h"
#include "plan/ir/element_bytes.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/bulk_tiles.h"
#include "plan/simt/io_tables.h"
#include "plan/simt/tile.h"

namespace gpufft {

namespace {

bool is_plain(const io_operation& op)
{
    return op.kind == transform_kind::c2c && op.stored == element::complex &&
           !op.is_float16 && !op.expression;
}

} // namespace

bool are_one_run(const pass& p, std::int64_t stride, std::int64_t distance)
{
    return p.columns_are_rows() && stride == 1 &&
           (p.columns.size == 1 || distance == dft_length(p, p.load));
}

bool comes_in_bulk(const pass& p)
{
    if (!p.stages_rows())
        return suits_bulk_tiles(p);
    const auto& along = p.dimensions[0];
    return p.input_offset == 0 && is_plain(p.load) && !p.load.windowed &&
           p.load.samples == sample_format::number && !p.load_is_indexed() &&
           along.input_rotation == 0 &&
           are_one_run(p, along.input_stride, p.input_distance);
}

bool leaves_in_bulk(const pass& p)
{
    const auto& along = p.dimensions[0];
    return p.stages_rows() && p.output_offset == 0 && is_plain(p.store) &&
           !p.store.scaled && !p.store_is_indexed() && along.output_rotation == 0 &&
           are_one_run(p, along.output_stride, p.output_distance);
}

bool has_bulk_copies(const device_limits& limits) { return limits.max_cluster > 1; }

void drop_unfit_bulk(pass& p, const device_limits& limits)
{
    if (!p.is_workgroup())
        return;
    p.change_workgroup().bulk_input =
        p.workgroup().bulk_input && has_bulk_copies(limits) && comes_in_bulk(p);
    p.change_workgroup().bulk_output =
        p.workgroup().bulk_output && has_bulk_copies(limits) && leaves_in_bulk(p);
}

bool has_odd_rows(const pass& p)
{
    if (!p.stages_rows() || (!p.workgroup().bulk_input && !p.workgroup().bulk_output))
        return false;
    // Otherwise the rows of every workgroup begin at whole multiples, as far as the first
    // row does.
    return p.columns.size * dft_length(p, p.load) * 2 * real_bytes(p) % BULK_BYTES != 0;
}

} // namespace gpufft
