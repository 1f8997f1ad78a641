/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_TWIDDLE_LAYOUT_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_TWIDDLE_LAYOUT_H

#include "plan/ir/pass.h"
#include "plan/roots/root_tables.h"
#include "plan/simt/io_tables.h"
#include <complex>
#include <cstdint>
#include <vector>

namespace gpufft {

//! One stage's twiddles: rows of `count` entries, entry K of row v being
//! exp(-2 pi i K v / (count * radix)). By constant geometry K has its digits reversed.
struct stage_twiddles {
    std::int64_t offset = 0; //!< of the first row, in entries of the pass' table
    std::int64_t count = 1;  //!< values of K: the product of the earlier radices
    std::vector<int> rows;   //!< the v of each row: all points, or those the source reads
};

//! Where everything that a pass in the SIMT form reads besides its points is.
struct twiddle_layout {
    //! One entry a step of the pass; the first and the last of a dimension are empty: K
    //! is 0 there, and of prime factors everywhere. The way back has the twiddles of the
    //! way there, after its butterflies.
    std::vector<stage_twiddles> steps;
    root_tables roots; //!< of the twiddle before the pass
    //! Roots once more, for the twiddle after a pass that convolves: roots that are read
    //! twice from one place, a compiler keeps in registers all the time between.
    root_tables roots_back;
    io_tables io;
    std::int64_t spectrum_offset = 0; //!< of a pass that convolves: entry k of output k
};

twiddle_layout lay_out_twiddles(const pass& p);

//! The table of a workgroup kernel, in double precision. At least one entry.
std::vector<std::complex<double>> workgroup_table(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_TWIDDLE_LAYOUT_H */
