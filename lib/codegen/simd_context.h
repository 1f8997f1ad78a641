/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_CONTEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_CONTEXT_H

#include "codegen/dialect.h"
#include "codegen/source_writer.h"
#include "plan/pass.h"
#include "plan/vector_twiddles.h"
#include <string>

namespace gpufft {

//! What every emitter of the SIMD form looks at.
struct simd_context {
    source_writer& w;
    const dialect& d;
    const pass& p;
    vector_twiddles twiddles;

    //! Elements from point to point of the pass.
    std::int64_t input_stride() const
    {
        return p.dimensions[0].input_step * p.dimensions[0].input_stride;
    }
    std::int64_t output_stride() const
    {
        return p.dimensions[0].output_step * p.dimensions[0].output_stride;
    }
    bool is_last(std::size_t i) const { return i + 1 == p.stages.size(); }
    //! Neighbouring lanes are neighbours in the input.
    bool loads_columns() const
    {
        return p.lanes_are_columns && p.columns.input_weight == 1;
    }
};

//! The codelet of \p radix from x{v}_re, x{v}_im to y{v}_re, y{v}_im.
void emit_vector_codelet(simd_context& c, int radix);

//! Declares the vectors x{v}_re and x{v}_im of points \p n and after of the row, through
//! the load operation.
void emit_vector_load(simd_context& c, int v, const std::string& n);

//! Stage \p i over the scratch, in place; the first may load columns, the last stores.
void emit_point_stage(simd_context& c, std::size_t i);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_CONTEXT_H */
