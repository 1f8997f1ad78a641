/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FRAMES_POINT_LOOP_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FRAMES_POINT_LOOP_H

#include "codegen/simt/simt_context.h"
#include <cstdint>
#include <string>
#include <vector>

/*!
 * Loops in which a work-item takes one point of several rows, which lie in local memory
 * as the stages have them.
 */
namespace gpufft::simt {

//! Opens the block in which a work-item takes number `i` of \p all points that the
//! workgroup's work-items share, or the loop over those that it takes.
void open_shared_points(simt_context& c, std::int64_t all);

//! Declares `place`, where point `n` of row \p in_row of the workgroup, or of its first
//! one where that is empty, lies in local memory, by \p order, whole digits and the rows.
//! \return elements from a row to the next
std::int64_t emit_place_of_point(simt_context& c,
                                 const std::vector<atom>& order,
                                 const std::string& in_row);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FRAMES_POINT_LOOP_H */
