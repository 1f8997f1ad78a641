/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_CONSTANT_GEOMETRY_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_CONSTANT_GEOMETRY_H

#include "plan/ir/pass.h"
#include <cstdint>

/*!
 * Places of digits by constant geometry (Pease 1968): m stages of one radix find the
 * digit that they work on at the top, and leave it at the bottom,
 *
 *     (n_i ... n_m k_1 ... k_i-1)  to  (n_i+1 ... n_m k_1 ... k_i-1 k_i),
 *
 * so work-item t always reads from one set of places and writes to another. After the
 * last stage k_1, which counts least in k, is at the top: the digits are reversed, and
 * whoever stores the outputs undoes that.
 */
namespace gpufft {

//! The pass is of a form that can have it; its stages may still differ.
bool suits_constant_geometry(const pass& p);

//! All stages of \p p, at least two, have one radix and as many butterflies per item.
bool has_equal_stages(const pass& p);

//! Level of digit \p d, 0-based, where step \p i finds it; level 0 is the bottom. \p i
//! may be beyond the last step, for the level where that step leaves the digit.
std::size_t level_of(const pass& p, std::size_t d, std::size_t i);

/*!
 * \brief What one step of digit \p d of the outputs adds to a twiddle entry of step \p i
 *
 * Tables have the digits of K in the order of the places, so that neighbouring
 * work-items read neighbouring entries.
 */
std::int64_t entry_weight(const pass& p, std::size_t d, std::size_t i);

//! K of twiddle entry \p entry in step \p i.
std::int64_t twiddle_of_entry(const pass& p, std::int64_t entry, std::size_t i);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_CONSTANT_GEOMETRY_H */
