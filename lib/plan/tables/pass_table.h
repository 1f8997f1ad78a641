/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TABLES_PASS_TABLE_H
#define INCLUDED_GPUFFT_LIB_PLAN_TABLES_PASS_TABLE_H

#include "plan/ir/pass.h"
#include <complex>
#include <vector>

namespace gpufft {

//! The constants that the kernel of \p p reads, in double precision: twiddles, roots of
//! its load and store operations, the spectrum of a convolution. At least one entry.
std::vector<std::complex<double>> twiddle_table(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TABLES_PASS_TABLE_H */
