/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_CONTEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_CONTEXT_H

#include "codegen/dialect.h"
#include "codegen/emit_numbers.h"
#include "codegen/source_writer.h"
#include "codegen/spread_scratch.h"
#include "plan/fetching.h"
#include "plan/pass.h"
#include "plan/row_places.h"
#include "plan/vector_stages.h"
#include "plan/vector_twiddles.h"
#include <string>
#include <vector>

namespace gpufft {

//! What every emitter of the SIMD form looks at.
struct simd_context {
    source_writer& w;
    const dialect& d;
    const pass& p;
    vector_twiddles twiddles;
    spread_scratch spread = {};
    //! Of the input of a tile to come, what the butterflies ask for.
    fetch_schedule fetches = {};
    //! What of the input is asked for so many numbers before it is loaded; 0: nothing.
    std::int64_t fetched_ahead = 0;
    //! Addresses that were loaded since emit_fetches().
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
    //! Vectors of the scratch: of a row, or of all short ones that a lane takes.
    std::int64_t scratch_points() const
    {
        // Rader's point 0 stands behind the others.
        const bool has_lone_point = p.load.by == convolution::rader;
        return works_in_scratch()
                   ? row_slots(p) * (p.columns.size / p.lanes) + has_lone_point
                   : twiddles.points;
    }
    //! Vectors of a tile that is put together before it is streamed.
    std::int64_t gathered_vectors() const
    {
        return p.columns.size * numbers_of(p.store) * p.output_distance / p.lanes;
    }
    //! Every stage is from the scratch and to it: the ends have steps of their own.
    bool works_in_scratch() const { return p.lanes_are_rows() || has_real_columns(p); }
    //! Points of the DFT in a row, which a convolution may do.
    std::int64_t row_points() const
    {
        return p.convolves ? p.dimensions[0].caller_length : p.points();
    }
    bool is_last(std::size_t i) const { return i + 1 == p.stages.size(); }
    //! Neighbouring lanes are neighbours in the input.
    bool loads_columns() const
    {
        return p.lanes_are_columns && !works_in_scratch() && p.columns.input_weight == 1;
    }
    //! Neighbouring lanes are neighbours in the output.
    bool stores_columns() const
    {
        return p.lanes_are_columns && p.columns.output_weight == 1;
    }
};

//! The codelet of \p radix from x{v}_re, x{v}_im to y{v}_re, y{v}_im.
void emit_vector_codelet(simd_context& c, int radix);

//! Declares whether this call asks for its input beforehand, not where it is in a cache,
//! and where what comes next is.
void emit_fetching(simd_context& c);

//! Asks for the lines that are a butterfly's share in stage \p i.
void emit_scheduled_fetches(simd_context& c, std::size_t i);

//! Asks for what comes behind the vectors that were loaded since the last time.
void emit_fetches(simd_context& c);

//! Declares the vectors x{v}_re and x{v}_im of points \p n and after of the row, through
//! the load operation.
void emit_vector_load(simd_context& c, int v, const std::string& n);

//! The same of points at \p place and after of the caller's row, which are multiplied by
//! \p times, "tap * " or nothing.
void emit_input_points(simd_context& c,
                       int v,
                       const std::string& place,
                       const std::string& times);

//! Where the pass streams large outputs: declares whether this tile's do, which begin at
//! \p first.
void emit_streams(simd_context& c, const char* first);

/*!
 * \brief What \p emit_with writes with the macro that it is given the name of
 *
 * The macro that stores, or where the pass streams large outputs the one that streams
 * as well, and the kernel chooses.
 */
template <class emitter>
void emit_stores(simd_context& c, const emitter& emit_with)
{
    if (c.p.stream_rows) {
        c.w.open("if (streams)");
        emit_with(output_stream(c.p));
        c.w.close();
        c.w.open("else");
    }
    emit_with(output_store(c.p));
    if (c.p.stream_rows)
        c.w.close();
}

//! Opens the loops over the outputs of the earlier stages of stage \p i, and says which
//! group of butterflies and which output they come to.
void open_group_loops(simd_context& c, std::size_t i);

//! Closes them.
void close_group_loops(simd_context& c, std::size_t i);

//! Declares `from` and `to`, the row's first elements as numbers, or of planar ones
//! `from_re`, `from_im`, `to_re` and `to_im`.
void emit_row_pointers(simd_context& c);

//! Declares w, the twiddles of that group; of the first stage there are none.
void emit_group_twiddles(simd_context& c, std::size_t i);

//! Declares x{v}: point \p v of a butterfly of stage \p i, with its twiddle. Points of a
//! butterfly stand \p rest apart, from base on.
void emit_point(simd_context& c, std::size_t i, int v, std::int64_t rest);

//! Declares \p to{v}, which is \p from{v} times the twiddle before the pass of point \p
//! j.
void emit_pass_twiddle(
    simd_context& c, int v, const std::string& j, const char* from, const char* to);

//! Declares \p place, where vector \p of is in the spread scratch.
void emit_spread_place(simd_context& c, const char* place, const char* of);

//! Stage \p i over the scratch, in place; the first may load columns, the last stores.
void emit_point_stage(simd_context& c, std::size_t i);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_CONTEXT_H */
