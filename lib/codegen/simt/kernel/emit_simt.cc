/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/signature.h"
#include "codegen/simt/features/constant_places.h"
#include "codegen/simt/features/emit_bulk.h"
#include "codegen/simt/features/emit_cluster.h"
#include "codegen/simt/features/emit_fold.h"
#include "codegen/simt/features/emit_pair_stores.h"
#include "codegen/simt/features/emit_rader.h"
#include "codegen/simt/features/emit_staged.h"
#include "codegen/simt/features/emit_tiles.h"
#include "codegen/simt/frames/emit_filters.h"
#include "codegen/simt/kernel/emit_power.h"
#include "codegen/simt/kernel/emit_simt.h"
#include "codegen/simt/kernel/emit_stage.h"
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/simt/simt_io.h"
#include "codegen/simt/simt_rows.h"
#include "codegen/text/emit_root.h"
#include "codegen/text/power_text.h"
#include "codegen/text/tile_origin.h"
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft::simt {

namespace {

//! Brings the points of stage 1 to local memory, where it takes them from there.
void emit_input(simt_context& c)
{
    if (has_bulk_tiles(c.p))
        emit_bulk_tile(c);
    else if (c.p.stages_rows())
        emit_rows_load(c);
    else if (c.p.comes_by_exchange())
        emit_staged_input(c);
    else if (c.p.workgroup().staged_input)
        emit_paired_staging(c);
}

void emit_body(simt_context& c)
{
    auto& w = c.w;
    if (c.keeps_registers()) {
        for (int q = 0; q < c.p.points_per_item(); ++q)
            w.line("{} x{} = complex_of(0, 0);", c.complex(), q);
    }
    if (c.p.store.power)
        open_frames(c);
    if (!c.p.workgroup().filter_items) // those have brought them: open_filtered_tiles()
        emit_input(c);
    emit_input_folds(c);
    for (std::size_t i = 0; i < c.p.steps(); ++i) {
        w.blank();
        emit_step(c, i);
        if (c.is_turnaround(i) || c.is_joined(i))
            ++i; // done along with it
        if (c.is_last(i))
            break;
        if (c.is_split())
            emit_split_exchange(c, i);
        else if (!c.p.leaves_group(i)) // whose own barrier is within the steps
            w.put(c.barrier());
    }
    if (c.p.workgroup().paired_output) {
        if (c.p.workgroup().staged_output)
            emit_paired_postprocess(c);
    } else if (c.p.workgroup().staged_output) {
        emit_bulk_fence(c);
        w.put(c.barrier());
        w.blank();
        emit_output_folds(c);
        if (c.p.stages_rows())
            emit_rows_store(c);
        else
            emit_staged_output(c);
    } else if (c.p.store.needs_pairs()) {
        w.put(c.barrier());
        w.blank();
        emit_output_folds(c);
        emit_pair_stores(c);
    }
    if (c.p.store.power)
        close_frames(c);
}

} // namespace

void emit_simt(source_writer& w, const dialect& d, const pass& p, const std::string& name)
{
    if (p.workgroup().cluster.size > 1 && !d.has_clusters)
        throw plan_error(fmt::format(
            "the plan has clusters of {} workgroups, for which {} has no words; CUDA has",
            p.workgroup().cluster.size,
            d.name));
    if ((p.workgroup().bulk_input || p.workgroup().bulk_output) && !d.has_clusters)
        throw plan_error(fmt::format(
            "the plan copies in bulk, for which {} has no words; CUDA has", d.name));
    if (p.workgroup().filter_items && !d.has_clusters)
        throw plan_error(fmt::format("the plan has work-items that filter beside others, "
                                     "for which {} has no words; CUDA has",
                                     d.name));
    simt_context c{ w, d, p, make_tile(p), lay_out_twiddles(p) };
    if (p.store.power) {
        emit_power_functions(w, d, *p.store.power);
    }
    const bool filters = p.workgroup().filter_items > 0;
    if (filters || (p.store.power && has_one_row(c)))
        emit_afresh(c);
    emit_root(w, d, p, "pass_root", c.twiddles.roots);
    emit_root(w, d, p, "root_back", c.twiddles.roots_back);
    emit_io(w, d, p, c.twiddles.io);
    open_pass_kernel(w, d, p, name);
    if (p.uses_local_memory()) {
        const std::string at =
            p.workgroup().bulk_input || p.workgroup().bulk_output ? "__align__(16) " : "";
        w.put(fmt::format(fmt::runtime(d.local_array),
                          at + (c.is_split() ? c.real() : c.held()),
                          "exchange",
                          c.layout.exchange_points + c.layout.row_points));
    }
    w.line("const uint {} = {};", p.store.power || filters ? "item" : "t", d.item);
    if (filters)
        open_filtered_tiles(c);
    else if (p.workgroup().cluster.size > 1)
        emit_cluster_start(c);
    else
        w.line("const uint group = {};", d.group);
    if (!p.columns_are_rows()) {
        emit_tile_origin(w, p, "group");
        w.blank();
    }
    if (p.workgroup().has_constant_geometry)
        emit_constant_places(c);
    emit_body(c);
    if (filters)
        w.close();
    w.close();
}

} // namespace gpufft::simt
