/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_CONVOLVED_POINTS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_CONVOLVED_POINTS_H

#include "codegen/simd/simd_context.h"

namespace gpufft::simd {

/*!
 * \brief A row that is convolved with the caller's spectrum, where lanes are its points
 *
 * The first stage takes columns and transposes, the others go there and back over the
 * stack buffer (emit_convolution()), and the first stage back transposes and leaves
 * columns: the points that are kept, and no others.
 */
void emit_convolved_points(simd_context& c);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_POINTS_EMIT_CONVOLVED_POINTS_H */
