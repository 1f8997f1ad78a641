/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/folds.h"
#include "plan/ir/pass_io_view.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/bulk_tiles.h"
#include "plan/simt/tile.h"

namespace gpufft {

namespace {

std::int64_t row_bytes(const pass& p)
{
    const auto number = p.load.is_float16 ? 2 : real_bytes(p);
    return p.input_distance * (p.load.stored == element::complex ? 2 : 1) * number;
}

} // namespace

bool suits_bulk_tiles(const pass& p)
{
    const bool is_plain =
        p.is_workgroup() && p.columns_are_rows() && !p.convolves && !p.is_real() &&
        p.load.by == convolution::none && p.load.stored != element::planar &&
        p.load.samples == sample_format::number && !p.load.expression && !folds_input(p);
    if (!is_plain || p.stages.size() < 2 || p.workgroup().cluster.size > 1 ||
        p.workgroup().staged_input || p.workgroup().evict_first_input ||
        p.workgroup().has_constant_geometry || p.workgroup().parts == exchange::split ||
        p.store.power)
        return false;
    const int active = p.active_items(0);
    return (active == p.work_items() || active % CLUSTER_SUBGROUP == 0) &&
           last_element(p, PASS_INPUT) + 1 == p.input_distance &&
           row_bytes(p) % BULK_BYTES == 0;
}

bool has_bulk_tiles(const pass& p)
{
    return p.workgroup().bulk_input && !p.stages_rows();
}

std::int64_t bulk_tile_bytes(const pass& p) { return p.columns.size * row_bytes(p); }

} // namespace gpufft
