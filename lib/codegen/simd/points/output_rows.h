/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_OUTPUT_ROWS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_OUTPUT_ROWS_H

#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft::simd {

/*!
 * \brief Where rows of the stack buffer of an N-d row go in the output
 *
 * A row is all points of the last dimension. The stages of each dimension before it leave
 * the digits of its outputs in reverse.
 */
class output_rows
{
public:
    explicit output_rows(const pass& p);

    std::int64_t of(std::int64_t n) const; //!< the row of the output

    void emit_function(source_writer& w) const; //!< output_row(n), which is of(n)

    //! Declares what place() names, for rows first_row and after, a lane each.
    void emit_places(source_writer& w) const;

    //! Text of the place in the output of row first_row + \p lane of the stack buffer, in
    //! numbers from the output's first.
    std::string place(int lane) const;

private:
    struct digit {
        int radix;
        std::int64_t weight; // in the dimension
    };
    struct turned_digits {
        std::vector<digit> digits; // the fastest of the buffer first
        std::int64_t length;
        std::int64_t weight; // in the output, in rows
        std::int64_t rotation;
    };

    int first_lane() const;
    bool are_alike() const;

    std::vector<turned_digits> d_dimensions; // the fastest first
    std::int64_t d_rows = 1;
    int d_first_lane;       // whose row is the first of those that are lanes together
    std::int64_t d_numbers; // of a row of the output
    int d_lanes;
    //! Rows that are lanes together lie at the same distances, whichever is first.
    bool d_are_alike;
};

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_OUTPUT_ROWS_H */
