/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_VECTORS_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_VECTORS_H

#include "plan/ir/pass.h"

namespace gpufft {

//! \throws plan_error  \p p is no pass that the SIMD form can do, or its vectors would
//!                     reach beyond the row, tile or columns that they are of
void check_vectors(const pass& p);

//! \throws plan_error  what \p p, whose lanes and stages agree, says of its stack buffer
//!                     does not suit them: padding, order of loops
void check_buffer(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHECK_CHECK_VECTORS_H */
