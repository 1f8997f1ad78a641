/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_REAL_IO_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_REAL_IO_H

#include "codegen/simd/simd_context.h"
#include "codegen/simd/transpose_blocks.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft::simd {

/*!
 * The input or output of rows or columns in lanes whose reals have places in the stack
 * buffer, plan/simd/row_places.h: an array `scratch` of all real parts and then all
 * imaginary ones, or `re` and `im` where they are written out. Of planar elements, one
 * plane.
 */
struct real_io {
    simd_context& c;
    const char* table;             //!< its name
    std::vector<std::uint32_t> of; //!< element by element, whatever planes they are in
    const char* pointer;           //!< of the kernel, to the row's first number
    int numbers;                   //!< an element has beside one another
    bool alternates;
    int planes = 1;
    int plane = 0; //!< which of them

    //! One for each plane.
    static std::vector<real_io> input(simd_context& c);
    static std::vector<real_io> output(simd_context& c);

    //! Numbers of a row, in the plane.
    std::int64_t count() const { return static_cast<std::int64_t>(of.size()) / planes; }
    bool has_table() const;
    //! Number \p n of a lane's rows, where they are written out.
    std::string written_out(std::int64_t n) const;
    //! Number \p i after those of element \p first.
    std::string place(const std::string& first, int i) const;
    //! "-" of a number whose sign changes; where rows of odd length overlap, that is the
    //! factor `sign` of the transpose block or its negative.
    std::string sign(const std::string& first, int i) const;
    void declare_sign(const std::string& first) const;
    transpose_blocks blocks(std::int64_t distance) const;
};

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_REALS_REAL_IO_H */
