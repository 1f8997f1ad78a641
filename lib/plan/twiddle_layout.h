/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TWIDDLE_LAYOUT_H
#define INCLUDED_GPUFFT_LIB_PLAN_TWIDDLE_LAYOUT_H

#include "plan/pass.h"
#include <complex>
#include <cstdint>
#include <vector>

namespace gpufft {

//! One stage's twiddles: rows of `count` entries, entry K of row v being
//! exp(-2 pi i K v / (count * radix)).
struct stage_twiddles {
    std::int64_t offset = 0; //!< of the first row, in entries of the pass' table
    std::int64_t count = 1;  //!< values of K: the product of the earlier radices
    std::vector<int> rows;   //!< the v of each row: all points, or those the source reads
};

/*!
 * \brief Where the roots of the twiddle before a pass stand
 *
 * exp(-2 pi i e / order) is the product of two entries: e mod `fine` of one table and
 * e / `fine` of another, so that both have about the square root of the order.
 */
struct root_tables {
    std::int64_t fine = 0; //!< a power of two; 0 where the pass has no twiddle
    std::int64_t fine_offset = 0;
    std::int64_t coarse_offset = 0;
    std::int64_t end = 0; //!< the entry after the last
};

root_tables lay_out_roots(std::int64_t order, std::int64_t offset);
void append_roots(std::vector<std::complex<float>>& table,
                  std::int64_t order,
                  const root_tables& layout);

//! Where each twiddle stands in the table of a pass in the SIMT form.
struct twiddle_layout {
    std::vector<stage_twiddles> stages; //!< the first is empty: K is 0 there
    root_tables roots;
};

twiddle_layout lay_out_twiddles(const pass& p);

//! The table itself, rounded once from double precision. At least one entry.
std::vector<std::complex<float>> twiddle_table(const pass& p);

//! Points below \p radix whose twiddles \p source reads.
std::vector<int> loaded_rows(twiddle_source source, int radix);

//! How the twiddle of point \p v is found from loaded ones: the product of those of
//! `first` and v - `first`; first == v where it is loaded itself.
int first_factor(twiddle_source source, int v);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TWIDDLE_LAYOUT_H */
