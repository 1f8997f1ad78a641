/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_TWIDDLES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_TWIDDLES_H

#include "plan/ir/pass.h"
#include "plan/roots/root_tables.h"
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief Twiddles of the SIMD form, in the order its loops come to them
 *
 * Where lanes are points: for each tile of `lanes` columns and each output k1 = 1 ..
 * lanes - 1 of the first stage that its twiddle source reads, exp(-2 pi i k1 column /
 * length), a vector of real parts and one of imaginary parts, columns in the lanes' order
 * (plan/simd/deinterleave_order.h). All such twiddles have as many bytes as the row;
 * twiddles that the source does not read are products of these. Where lanes are columns
 * that differ in K: for each point j of the pass exp(-2 pi i lane j / order), a vector of
 * each part too.
 *
 * Then, from the second stage over the stack buffer on, for each group of butterflies in
 * the order of the buffer the twiddles of its points 1 .. radix - 1 as complex scalars,
 * each dimension's from its own second stage on, and the roots of the twiddle before the
 * pass.
 *
 * Last, for convolutions: the chirp, scalars where lanes are rows, or columns that are
 * convolved from load to store, else in blocks of neighbouring points, also as vectors,
 * zero from the DFT's length on; and the spectrum in the order in which the stages leave
 * outputs, so that nothing is put in order: scalars, or where lanes differ in K for each
 * `lanes` values of K a block of all points, each a vector of real parts and one of
 * imaginary parts.
 */
struct vector_twiddles {
    std::size_t first_stage = 0; //!< that runs over the stack buffer
    std::int64_t points = 1;     //!< vectors of the stack buffer
    std::int64_t tiles = 1;      //!< of columns; the last may overlap the one before
    std::vector<int> tile_rows;  //!< outputs of the first stage whose twiddles are there
    bool has_lane_roots = false; //!< lanes are columns of different K
    std::vector<std::int64_t> offsets; //!< of each stage, in complex entries
    std::vector<std::int64_t> groups;  //!< of each stage: earlier outputs in the buffer
    root_tables roots;
    std::int64_t chirp = 0;    //!< in complex entries
    std::int64_t spectrum = 0; //!< in complex entries
    std::int64_t bins = 0;     //!< in complex entries: of stores_bins() or loads_bins()
    //! Where lanes are points of a row that is convolved: the twiddles of the tiles on
    //! the way back, in complex entries; 0: those of the way there.
    std::int64_t tiles_back = 0;
    //! Where lanes are rows: the factors of preprocessing and postprocessing,
    //! plan/simd/row_factors.h.
    std::int64_t preprocess_offset = 0;
    std::int64_t postprocess_offset = 0;
};

//! Where lanes are points of one dimension: vectors of twiddles after the first stage.
inline bool has_tile_twiddles(const pass& p)
{
    return p.lanes_are(lane_kind::row_points);
}

//! The first stage, from \p first on, of the dimension of stage \p i.
std::size_t first_of_dimension(const pass& p, std::size_t first, std::size_t i);

vector_twiddles lay_out_vector_twiddles(const pass& p);

//! First column of tile \p tile, where lanes are points.
std::int64_t first_column(const pass& p, std::int64_t tile);

//! Which output of the stages of \p p from \p first on, before \p i, is in place \p place
//! of the stack buffer.
std::int64_t
output_number(const pass& p, std::size_t first, std::size_t i, std::int64_t place);

//! The table, in double precision.
std::vector<std::complex<double>> vector_twiddle_table(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_TWIDDLES_H */
