/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/check/check_parts.h"
#include "plan/ir/enum_names.h"
#include "plan/ir/pass_io_view.h"

namespace gpufft {

void check_samples(const pass& p)
{
    const auto& load = p.load;
    if (load.samples == sample_format::number)
        return;
    const bool is_complex =
        load.kind == transform_kind::c2c && load.stored == element::complex;
    const bool is_simd = p.is_vector();
    // Vectors go through their load operation whatever the inner DFT is.
    const bool is_operation =
        is_simd ? p.lanes_are_rows() || !p.is_across() || p.columns.input_weight == 1
                : load.by == convolution::none;
    if (!is_complex || !is_operation || p.is_pointwise() ||
        p.from != buffer_role::input || p.number != precision::float32)
        refuse("{} samples are complex ones of the input, which a load operation takes "
               "for float32 arithmetic; convert them first",
               name_of(load.samples));
}

namespace {

//! Work-items gather the powers of a frame in registers, or vectors in the run's row.
bool may_accumulate(const pass& p)
{
    if (p.is_vector())
        return p.lanes_are(lane_kind::row_points) && !p.vector().nt_store_rows &&
               p.load.kind == transform_kind::c2c && p.load.by == convolution::none;
    return p.is_workgroup() && !p.workgroup().staged_output;
}

} // namespace

void check_power(const plan& whole, const pass& p)
{
    const auto& store = p.store;
    if (!store.power)
        return;
    const bool is_spectrum =
        (store.kind == transform_kind::c2c || store.kind == transform_kind::r2c) &&
        !store.is_half && !store.swap_parts && store.stored == element::complex &&
        store.by == convolution::none && !p.convolves;
    const bool is_alone = whole.passes.size() == 1 && p.dimensions.size() == 1 &&
                          p.grid.empty() && p.row_factor == 1 && !p.in_place;
    if (!is_spectrum || !is_alone || !may_accumulate(p) ||
        p.number != precision::float32 || store.scaled ||
        p.dimensions.front().output_rotation)
        refuse("power is accumulated by the only pass of a forward c2c or r2c of one "
               "dimension in float32, with a core as long as the frame and neither scale "
               "nor rotation, by work-items without staged-output or by vectors of a "
               "c2c's points without non-temporal stores; leave \"{}\" out of store",
               name_of(*store.power, "."));
    const auto bins = io_elements(p, PASS_OUTPUT, 0);
    if (p.output_distance < store.power->count() * bins)
        refuse("runs lie {} elements apart, and {} planes of {} bins are accumulated; "
               "set output-distance={}, and that of the transform",
               p.output_distance,
               store.power->count(),
               bins,
               store.power->count() * bins);
}

} // namespace gpufft
