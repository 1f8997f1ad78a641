/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_VECTOR_TWIDDLES_H
#define INCLUDED_GPUFFT_LIB_PLAN_VECTOR_TWIDDLES_H

#include "plan/pass.h"
#include <complex>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief Twiddles of the SIMD form, in the order its loops come to them
 *
 * First, for each tile of `lanes` columns and each output k1 = 1 .. lanes - 1 of the
 * first stage, exp(-2 pi i k1 column / length): `lanes` real parts, then as many
 * imaginary ones. Then, from the third stage on, for each butterfly group in the order
 * of the scratch the twiddles of its points 1 .. radix - 1 as complex scalars.
 */
struct vector_twiddles {
    std::int64_t points = 1; //!< vectors of the scratch: length / lanes
    std::int64_t tiles = 1;  //!< of columns; the last may overlap the one before
    std::vector<std::int64_t> offsets; //!< of each stage, in complex entries
    std::vector<std::int64_t> groups;  //!< of each stage after the first: earlier outputs
};

vector_twiddles lay_out_vector_twiddles(const pass& p);

//! First column of tile \p tile.
std::int64_t first_column(const pass& p, std::int64_t tile);

//! The table, rounded once from double precision.
std::vector<std::complex<float>> vector_twiddle_table(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_VECTOR_TWIDDLES_H */
