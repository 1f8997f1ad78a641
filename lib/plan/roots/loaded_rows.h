/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_ROOTS_LOADED_ROWS_H
#define INCLUDED_GPUFFT_LIB_PLAN_ROOTS_LOADED_ROWS_H

#include "plan/ir/pass.h"
#include <vector>

//! Which twiddles of a stage are read from its table, and how others follow from these.
namespace gpufft {

//! Points below \p radix whose twiddles \p source reads.
std::vector<int> loaded_rows(twiddle_source source, int radix);

//! How the twiddle of point \p v is found from loaded ones: the product of those of
//! `first` and v - `first`; first == v where it is loaded itself.
int first_factor(twiddle_source source, int v);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_ROOTS_LOADED_ROWS_H */
