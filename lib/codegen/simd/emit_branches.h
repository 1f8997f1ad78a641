/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_BRANCHES_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_BRANCHES_H

#include "codegen/simd/simd_context.h"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/*!
 * Rows that a window of several taps a branch folds to the points of the transform,
 * before the first stage: sum over p of window[p N + n] x[p N + n].
 */
namespace gpufft::simd {

//! Where lanes are points: the function load_folded() of points n and after; nothing
//! where there is one tap a branch.
void emit_folded_function(simd_context& c);

//! Declares the vectors x{v}_re and x{v}_im of points \p n and after, which lie from
//! \p place of each branch on, by load_folded().
void emit_folded_load(simd_context& c,
                      int v,
                      const std::string& n,
                      const std::string& place);

/*!
 * \brief Where lanes are rows: `square`, a vector of each lane's row, folded
 *
 * \p address of a lane is that of its vector in branch 0. \p points are the DFT points of
 * its elements, each of which has \p numbers.
 */
void emit_folded_square(simd_context& c,
                        const std::function<std::string(int lane)>& address,
                        const std::vector<std::string>& points,
                        int numbers);

//! Declares the sum of what number `at` of \p pointer and those after it in other
//! branches have of point \p point; an element has \p numbers. \return its name
std::string emit_folded_number(simd_context& c,
                               const std::string& pointer,
                               const std::string& point,
                               int numbers);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_EMIT_BRANCHES_H */
