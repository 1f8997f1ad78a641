/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_SLICE_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_SLICE_CHOICES_H

#include "plan/ir/plan.h"
#include <vector>

namespace gpufft {

/*!
 * \brief \p p with other slices of rows (plan::slice_rows): twice and half as many rows,
 * a chain more and one less, and without
 *
 * Of one without, slices whose scratch is a cache's size together. None of plans of one
 * pass, or for CPU devices, which take no slices.
 */
std::vector<plan> other_slices(const plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_SLICE_CHOICES_H */
