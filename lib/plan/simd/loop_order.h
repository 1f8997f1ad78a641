/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_LOOP_ORDER_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_LOOP_ORDER_H

#include "plan/ir/pass.h"

/*!
 * In which order a vector kernel's last stage goes through the stack buffer: loop_order
 * in plan/ir/vector_kernel.h. Every order computes the same; what the caches hold
 * meanwhile differs.
 */
namespace gpufft {

//! The kernel of \p p has such loops, and they may be in that \p order.
bool suits_last_stage(const pass& p, loop_order order);

/*!
 * \brief The order of \p p where nothing else is said
 *
 * Neighbouring outputs one after the other where they bypass the caches and the row is
 * long, since lines far apart then take longer: see measurements.md, "Stores in runs".
 * The last two stages nested where the first-level cache does not hold the stack buffer.
 */
loop_order default_last_stage(const pass& p);

//! The order that \p p says, or else default_last_stage().
loop_order last_stage_of(const pass& p);

//! A stack buffer of fewer bytes is near in any order.
bool is_near_in_any_order(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_LOOP_ORDER_H */
