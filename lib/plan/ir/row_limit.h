/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_ROW_LIMIT_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_ROW_LIMIT_H

#include "plan/ir/pass.h"
#include <cstdint>

namespace gpufft {

//! Most workgroups of a launch, or tiles that workgroups of the SIMD form share: kernels
//! number them in 32 bits, and CUDA takes no more workgroups.
constexpr std::int64_t MOST_GROUPS = (std::int64_t(1) << 31) - 1;

//! What a row of the transform adds to a launch of \p p at most; the largest number where
//! it would overflow.
std::int64_t groups_of_row(const pass& p);

//! Rows of one call whose launch of \p p counts rows and workgroups in 32 bits; 0: not
//! even one.
std::int64_t most_rows(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_ROW_LIMIT_H */
