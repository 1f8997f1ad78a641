/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_VECTOR_IO_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_VECTOR_IO_H

#include "codegen/simd/simd_context.h"
#include "codegen/text/emit_numbers.h"
#include <cstdint>
#include <string>

/*!
 * Where vectors of the SIMD form are neighbouring points: the way from the caller's
 * elements to points x{v}, and from outputs y{v} to the caller's elements.
 */
namespace gpufft::simd {

//! Declares `from` and `to`, the row's first elements as numbers, or of planar ones
//! `from_re`, `from_im`, `to_re` and `to_im`.
void emit_row_pointers(simd_context& c);

//! Declares the vectors x{v}_re and x{v}_im of points \p n and after of the row, through
//! the load operation.
void emit_vector_load(simd_context& c, int v, const std::string& n);

//! Declares the vectors x{v}_re and x{v}_im of points at \p place and after of the
//! caller's row, which are multiplied by \p times, "tap * " or nothing.
void emit_input_points(simd_context& c,
                       int v,
                       const std::string& place,
                       const std::string& times);

//! Text of the place of logical index \p index in a row that is rotated by \p rotation;
//! declares it as that of number \p v, its name beginning with \p prefix.
std::string emit_place(simd_context& c,
                       int v,
                       const std::string& index,
                       std::int64_t rotation,
                       const char* prefix = "");

//! Stores outputs from \p k of the row on, y{v}_re and y{v}_im of \p count of them \p
//! step apart, through the store operation. Lanes are columns or outputs of the first
//! stage.
void emit_output_points(simd_context& c,
                        const std::string& k,
                        int count,
                        std::int64_t step);

//! Where the pass has non-temporal stores for large outputs: declares whether this tile,
//! whose outputs begin at \p first, takes them.
void emit_streams(simd_context& c, const char* first);

/*!
 * \brief What \p emit_with writes with the store macro whose name it is given
 *
 * Where the pass has non-temporal stores for large outputs, the kernel has the text
 * twice, with their macro and with that of plain stores, and chooses.
 */
template <class emitter>
void emit_stores(simd_context& c, const emitter& emit_with)
{
    if (c.p.vector().nt_store_rows) {
        c.w.open("if (streams)");
        emit_with(output_stream(c.p));
        c.w.close();
        c.w.open("else");
    }
    emit_with(output_store(c.p));
    if (c.p.vector().nt_store_rows)
        c.w.close();
}

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_VECTOR_IO_H */
