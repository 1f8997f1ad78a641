/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_PASS_IO_VIEW_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_PASS_IO_VIEW_H

#include "plan/ir/pass.h"
#include <cstdint>

namespace gpufft {

//! The fields of a pass that say where its input, or its output, lies.
struct pass_io_view {
    const char* name;
    buffer_role pass::*at;
    std::int64_t pass::*distance;
    std::int64_t pass::*offset;
    std::int64_t pass_dimension::*step;
    std::int64_t pass_dimension::*stride;
    std::int64_t pass_dimension::*rotation;
    std::int64_t axis::*axis_step;
    std::int64_t axis::*weight;
    const io_operation& (*op)(const pass& p);
    bool is_output;
};

extern const pass_io_view PASS_INPUT;
extern const pass_io_view PASS_OUTPUT;

//! The columns, then the grid, each over all tiles. Where the tiles come to more columns
//! than there are, the columns count as many as there are, and the axis of the tiles is
//! left out. Paired columns count those of all tiles, since each column knows its own
//! number.
std::vector<axis> whole_axes(const pass& p);

//! Elements that the operation of \p s addresses along dimension \p i, in steps of its
//! stride; for half a spectrum, its bins.
std::int64_t io_elements(const pass& p, const pass_io_view& s, std::size_t i);

//! The greatest element of a row of the pass that \p s touches; the largest number where
//! it would overflow.
std::int64_t last_element(const pass& p, const pass_io_view& s);

//! Neighbours of a row lie beside each other, and all that leads to a row is a multiple
//! of \p n elements.
bool has_aligned_rows(const pass& p, const pass_io_view& s, std::int64_t n);

//! \p p goes from one part of the workspace to another, though both are one buffer.
bool goes_elsewhere(const pass& p);

//! The last tile of vectors of columns begins with columns of the one before, and is
//! stored where both are loaded. So it goes first, and leaves out what they share.
bool leaves_columns_out(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_PASS_IO_VIEW_H */
