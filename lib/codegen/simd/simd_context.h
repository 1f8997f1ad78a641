/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_SIMD_CONTEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_SIMD_CONTEXT_H

#include "codegen/text/dialect.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/kept_outputs.h"
#include "plan/ir/pass.h"
#include "plan/simd/buffer_padding.h"
#include "plan/simd/loop_order.h"
#include "plan/simd/prefetching.h"
#include "plan/simd/row_places.h"
#include "plan/simd/vector_stages.h"
#include "plan/simd/vector_twiddles.h"
#include <string>
#include <vector>

namespace gpufft::simd {

//! What every emitter of the SIMD form looks at.
struct simd_context {
    source_writer& w;
    const dialect& d;
    const pass& p;
    vector_twiddles twiddles;
    buffer_padding padding = buffer_padding_of(p);
    loop_order last_stage = last_stage_of(p);
    //! Points of the way back of a convolution are so many times fewer than those there.
    int fold = spectrum_fold(p);
    //! What the butterflies prefetch of the input of a tile to come.
    prefetch_schedule prefetches = {};
    //! Inputs are prefetched so many numbers before they are loaded; 0: none are.
    std::int64_t prefetched = 0;
    //! Which row's outputs are stored beside the inputs of `row`.
    std::string stored_row = "row";
    //! Addresses that were loaded since emit_prefetches().
    std::vector<std::string> loaded = {};

    //! "float", "float2" and "0.0f" in the precision of the pass.
    std::string real() const { return real_type(p); }
    std::string complex() const { return complex_type(p); }
    std::string zero() const { return p.number == precision::float64 ? "0.0" : "0.0f"; }
    std::string half() const { return p.number == precision::float64 ? "0.5" : "0.5f"; }
    //! Elements from point to point of the pass.
    std::int64_t input_stride() const
    {
        return p.dimensions[0].input_step * p.dimensions[0].input_stride;
    }
    std::int64_t output_stride() const
    {
        return p.dimensions[0].output_step * p.dimensions[0].output_stride;
    }
    //! Vectors of the stack buffer: of a row, or of all short ones that a lane takes.
    std::int64_t buffer_points() const
    {
        // Rader's point 0 stands behind the others.
        const bool has_lone_point = p.load.by == convolution::rader;
        return works_in_buffer()
                   ? row_slots(p) * (p.columns.size / p.lanes()) + has_lone_point
                   : twiddles.points;
    }
    //! Vectors of a write-combining tile, put together before its non-temporal stores.
    std::int64_t combined_vectors() const
    {
        return p.columns.size * numbers_of(p.store) * p.output_distance / p.lanes();
    }
    //! Every stage reads and writes the stack buffer: load and store are steps of their
    //! own.
    bool works_in_buffer() const
    {
        return !p.is_within() && !p.lanes_are(lane_kind::columns);
    }
    //! Points of the DFT in a row, which a convolution may do.
    std::int64_t row_points() const
    {
        return p.convolves ? p.dimensions[0].caller_length : p.points();
    }
    //! Lanes are columns whose rotation moves whole vectors, and no number inside one.
    bool rotates_columns(std::int64_t axis::*step) const
    {
        return p.is_across() && !p.columns_are_rows() && !(p.columns.*step);
    }
    bool is_last(std::size_t i) const { return i + 1 == p.stages.size(); }
    //! Neighbouring lanes are neighbours in the input.
    bool loads_columns() const
    {
        return p.is_across() && !works_in_buffer() && p.columns.input_weight == 1;
    }
    //! Neighbouring lanes are neighbours in the output.
    bool stores_columns() const { return p.is_across() && p.columns.output_weight == 1; }
};

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_SIMD_CONTEXT_H */
