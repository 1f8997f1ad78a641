/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_POINT_VECTORS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_POINT_VECTORS_H

#include "plan/ir/pass.h"

namespace gpufft {

//! The load and store operations that work-items of \p p may do in vectors of
//! neighbouring points.
bool takes_vectors_of_points(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_POINT_VECTORS_H */
