/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TWIDDLE_LAYOUT_H
#define INCLUDED_GPUFFT_LIB_PLAN_TWIDDLE_LAYOUT_H

#include "plan/end_tables.h"
#include "plan/pass.h"
#include "plan/root_tables.h"
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

//! Where everything that a pass in the SIMT form reads besides its points stands.
struct twiddle_layout {
    //! A step of the pass each; the first and the last of a dimension are empty: K is 0
    //! there, and of prime factors everywhere. The way back has those of the way there,
    //! after its butterflies.
    std::vector<stage_twiddles> steps;
    root_tables roots; //!< of the twiddle before the pass
    //! Those once more, of a pass that convolves, for after it: what is read twice from
    //! one place, a compiler keeps in registers from there to here.
    root_tables roots_back;
    end_tables ends;
    std::int64_t spectrum_offset = 0; //!< of a pass that convolves: entry k of output k
};

twiddle_layout lay_out_twiddles(const pass& p);

//! The table itself, in double precision. At least one entry.
std::vector<std::complex<double>> twiddle_table(const pass& p);

//! Points below \p radix whose twiddles \p source reads.
std::vector<int> loaded_rows(twiddle_source source, int radix);

//! How the twiddle of point \p v is found from loaded ones: the product of those of
//! `first` and v - `first`; first == v where it is loaded itself.
int first_factor(twiddle_source source, int v);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TWIDDLE_LAYOUT_H */
