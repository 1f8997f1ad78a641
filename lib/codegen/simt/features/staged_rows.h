/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_STAGED_ROWS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_STAGED_ROWS_H

#include "codegen/simt/simt_context.h"
#include "plan/ir/dft_length.h"
#include "plan/simt/io_tables.h"
#include <fmt/format.h>
#include <cstdint>
#include <string>

//! The rows of a workgroup that convolves by Rader, as they lie.
namespace gpufft::simt {

//! Points of a row, and of the DFT.
inline std::int64_t row_length(const simt_context& c)
{
    return dft_length(c.p, c.p.load);
}

//! Points of all rows of a workgroup.
inline std::int64_t run_length(const simt_context& c)
{
    return row_length(c) * c.p.columns.size;
}

//! Declares `row`, the first of the workgroup.
inline void emit_first_row(simt_context& c)
{
    if (c.p.columns.size > 1)
        c.w.line("const uint row = {} * group;", c.p.columns.size);
    else
        c.w.put("const uint row = group;");
}

//! The condition that the workgroup has all of its rows.
inline std::string all_rows(const simt_context& c)
{
    return fmt::format("row + {} <= rows", c.p.columns.size);
}

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_STAGED_ROWS_H */
