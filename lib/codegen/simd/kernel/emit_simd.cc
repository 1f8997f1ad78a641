/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/signature.h"
#include "codegen/simd/columns/emit_convolved_columns.h"
#include "codegen/simd/columns/emit_nd_row_columns.h"
#include "codegen/simd/columns/emit_transposed.h"
#include "codegen/simd/emit_branches.h"
#include "codegen/simd/emit_chirp.h"
#include "codegen/simd/emit_kept_store.h"
#include "codegen/simd/emit_powers.h"
#include "codegen/simd/emit_prefetches.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/emit_vector_value.h"
#include "codegen/simd/emit_vectors.h"
#include "codegen/simd/kernel/emit_simd.h"
#include "codegen/simd/points/emit_bins.h"
#include "codegen/simd/points/emit_column_stage.h"
#include "codegen/simd/points/emit_convolved_points.h"
#include "codegen/simd/points/emit_dimensions.h"
#include "codegen/simd/points/emit_row_pipeline.h"
#include "codegen/simd/points/output_rows.h"
#include "codegen/simd/reals/emit_real_columns.h"
#include "codegen/simd/reals/emit_real_rows.h"
#include "codegen/simd/row_facts.h"
#include "codegen/simd/rows/emit_rows.h"
#include "codegen/simd/simd_context.h"
#include "codegen/simd/stages/emit_convolution.h"
#include "codegen/simd/stages/emit_points.h"
#include "codegen/text/emit_root.h"
#include "codegen/text/index_text.h"
#include "codegen/text/tile_origin.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/pass_io_view.h"
#include "plan/simd/nt_stores.h"
#include "plan/simd/prefetching.h"
#include "plan/simd/row_factors.h"
#include "plan/simd/row_pipeline.h"
#include "plan/simd/vector_stages.h"
#include <gpufft/error.h>

namespace gpufft::simd {

namespace {

//! Which tiles are this workgroup's. Where the last one of a row comes before the one
//! that it overlaps, both are.
void emit_share(simd_context& c)
{
    auto& w = c.w;
    const bool keeps_pairs = leaves_columns_out(c.p);
    const char* begin = keeps_pairs ? "uint" : "const uint";
    w.line("{} first_tile = (uint)(tiles * group / groups);", begin);
    w.line("{} end_tile = (uint)(tiles * (group + 1) / groups);", begin);
    if (!keeps_pairs)
        return;
    const auto of_row = c.p.grid.front().size;
    w.put("// The last two tiles of columns, which overlap, stay together.");
    w.line("first_tile += first_tile % {} == {};", of_row, of_row - 1);
    w.line("end_tile += end_tile % {} == {};", of_row, of_row - 1);
}

//! The loop over this workgroup's share of the tiles, down to the row's pointers.
void open_share(simd_context& c)
{
    auto& w = c.w;
    const auto& p = c.p;
    if (p.store.power) {
        open_frames_share(c);
        emit_row_pointers(c);
        if (c.prefetched || c.prefetches.distance)
            emit_prefetch(c);
        w.blank();
        return;
    }
    std::int64_t tiles = 1; // of a row
    for (const auto& a : p.grid)
        tiles *= a.size;
    w.line("const uint group = {};", c.d.group);
    w.line("const uint groups = {};", c.d.group_count);
    w.line(
        "const {} tiles = ({})rows * {};", c.d.wide_unsigned, c.d.wide_unsigned, tiles);
    emit_share(c);
    if (c.twiddles.has_lane_roots)
        w.line(
            "{0}const {1}* lane_roots = ({0}const {1}*)twiddles;", c.d.global, c.real());
    if (pipelines_rows(p))
        open_overlapping_rows(c);
    else
        w.open("for (uint number = first_tile; number < end_tile; ++number)");
    if (p.columns_are_rows())
        w.put("const uint row = number;");
    else
        emit_tile_origin(w, p, "number");
    if (leaves_columns_out(p))
        w.line("const uint left_out = column_tile * {} - first_column; // columns of the "
               "next tile",
               p.lanes());
    if (p.twiddle_order > 1)
        w.line("const uint tile_k = {};", grid_twiddle(p));
    emit_row_pointers(c);
    if (c.prefetched || c.prefetches.distance)
        emit_prefetch(c);
    emit_streams(c, p.columns_are_rows() ? "to" : "to + 2 * tile_out");
    w.blank();
}

//! Where a lane is a row, a column of reals, or a column that is convolved: everything
//! between load and store runs over the stack buffer.
void emit_row_kernel(simd_context& c, const std::string& name)
{
    auto& w = c.w;
    const bool has_reals = has_real_io(c.p);
    if (!has_reals)
        emit_prefetch(w, !c.prefetches.has_any());
    if (!has_reals || postprocess_factors(c.p))
        emit_row_order(c);
    if (has_reals)
        emit_real_row_tables(c);
    const bool has_columns = !c.p.lanes_are_rows();
    const bool has_nd_rows = c.p.lanes_are(lane_kind::columns_nd);
    if (has_columns && has_reals)
        emit_partial_vectors(c);
    if (has_nd_rows) {
        emit_turn_function(w, c.p);
        emit_root(w, c.d, c.p, "pass_root", c.twiddles.roots);
    }
    w.put("WHOLE_VECTORS");
    open_pass_kernel(w, c.d, c.p, name);
    if (has_reals && !is_written_out(c.p)) {
        w.line("vec scratch[{}];", 2 * c.buffer_points());
        w.line("vec *re = scratch, *im = scratch + {};", c.buffer_points());
    } else {
        w.line("vec re[{0}], im[{0}]; // scratch", c.padding.place(c.buffer_points()));
    }
    if (combines_stores(c.p))
        w.line("vec lines[{}]; // of a tile's output", c.combined_vectors());
    if (has_columns)
        open_share(c);
    else
        open_row_share(c);
    if (has_reals) {
        has_columns ? emit_real_column_load(c) : emit_real_row_load(c);
        emit_preprocess(c);
    } else if (has_nd_rows) {
        emit_transposed_load(c);
    } else {
        has_columns ? emit_convolved_column_load(c) : emit_row_load(c);
    }
    const bool has_loops = !is_written_out(c.p) && !c.p.convolves;
    if (c.p.convolves)
        emit_convolution(c);
    else if (!has_loops)
        emit_row_codelets(c);
    if (has_loops)
        emit_point_stages(c);
    if (has_reals) {
        emit_postprocess(c);
        has_columns ? emit_real_column_store(c) : emit_real_row_store(c);
    } else if (has_nd_rows) {
        emit_nd_row_column_store(c);
    } else {
        has_columns ? emit_convolved_column_store(c) : emit_row_store(c);
    }
    w.close();
    w.close();
}

void emit_rows_of_points(simd_context& c)
{
    emit_column_stage(c);
    emit_point_stages(c);
    if (stores_bins(c.p))
        emit_bin_store(c);
}

void emit_columns(simd_context& c)
{
    if (!c.loads_columns())
        emit_transposed_load(c);
    if (c.p.convolves) {
        emit_convolution(c);
        emit_transposed_store(c);
    } else {
        emit_point_stages(c);
    }
}

//! Where lanes are points of a row, or columns: some stages load or store, the others run
//! over the stack buffer.
void emit_point_kernel(simd_context& c, const std::string& name)
{
    auto& w = c.w;
    const auto& p = c.p;
    if (!c.prefetches.has_any())
        c.prefetched = point_prefetch_distance(p, input_number_bytes(p));
    if (c.prefetched || c.prefetches.distance)
        emit_prefetch(w, c.prefetches.is_for_first_level || c.prefetched);
    emit_root(w, c.d, p, "pass_root", c.twiddles.roots);
    emit_chirp_functions(c);
    emit_folded_function(c);
    emit_kept_function(c);
    if (stores_bins(p))
        emit_bin_order(c);
    if (loads_bins(p))
        emit_bin_conjugate(w, p);
    if (p.store.power)
        emit_power_vectors(c);
    const bool is_nd = p.lanes_are(lane_kind::row_points_nd);
    if (is_nd) {
        output_rows(p).emit_function(w);
        emit_input_rows(w, p);
    }
    w.put("WHOLE_VECTORS");
    open_pass_kernel(w, c.d, p, name);
    w.line("vec re[{0}], im[{0}]; // scratch", c.padding.place(c.twiddles.points));
    open_share(c);
    if (is_nd)
        emit_dimensions(c);
    else if (pipelines_rows(p))
        emit_overlapping_rows(c);
    else if (p.convolves && p.lanes_are(lane_kind::row_points))
        emit_convolved_points(c);
    else if (p.lanes_are(lane_kind::row_points))
        emit_rows_of_points(c);
    else
        emit_columns(c);
    w.close();
    w.close();
}

} // namespace

void emit_simd(source_writer& w, const dialect& d, const pass& p, const std::string& name)
{
    if (!d.group_count)
        throw plan_error(
            fmt::format("dialect {} has no vectors: the SIMD form is for CPU "
                        "devices; plan without --cpu, or use opencl",
                        d.name));
    simd_context c{ w, d, p, lay_out_vector_twiddles(p) };
    c.prefetches = schedule_prefetches(p, input_number_bytes(p));
    if (p.store.power)
        c.stored_row = "run";
    emit_vectors(w, p);
    emit_value_functions(c);
    switch (p.vector().lanes_are) {
    case lane_kind::row_points:
    case lane_kind::row_points_nd:
    case lane_kind::columns:
        emit_point_kernel(c, name);
        return;
    case lane_kind::rows:
    case lane_kind::real_rows:
    case lane_kind::rows_nd:
    case lane_kind::real_columns:
    case lane_kind::convolved_columns:
    case lane_kind::columns_nd:
        emit_row_kernel(c, name);
        return;
    }
}

} // namespace gpufft::simd
