/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_PASSES_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_PASSES_H

#include "plan/ir/pass.h"

namespace gpufft::testing {

//! \return whether \p p computes in vectors: in the SIMD form, or point by point in lanes
inline bool is_vectors(const pass& p)
{
    return p.is_vector() || (p.is_pointwise() && p.lanes() > 1);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_VECTOR_PASSES_H */
