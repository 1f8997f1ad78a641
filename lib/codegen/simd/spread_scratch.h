/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_SPREAD_SCRATCH_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_SPREAD_SCRATCH_H

#include "plan/ir/pass.h"
#include <cstdint>

namespace gpufft::simd {

/*!
 * \brief Spare vectors in the scratch of a long row whose points are lanes, or of images
 *
 * The latter in blocks that keep the distances of lengths that are no powers of two.
 *
 * Points of a butterfly that are a multiple of 4 KiB apart want the same few places of
 * the first-level cache and drive each other out before the other half of their lines, or
 * their outputs, come. So a line is left out behind every 4 KiB.
 */
struct spread_scratch {
    std::int64_t block = 0; //!< vectors between spare ones; 0: there are none
    std::int64_t spare = 0;

    //! Place of vector \p n.
    std::int64_t place(std::int64_t n) const { return block ? n + n / block * spare : n; }
};

//! Spare vectors in the scratch of \p p, which has \p points others. There are none
//! where no stage has more points that collide than find room in the cache, or one would
//! not find the points of a butterfly at constant distances.
spread_scratch spread_of(const pass& p, std::int64_t points);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_SPREAD_SCRATCH_H */
