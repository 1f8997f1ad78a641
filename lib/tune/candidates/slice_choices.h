/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_SLICE_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_SLICE_CHOICES_H

#include "plan/ir/plan.h"
#include <vector>

namespace gpufft {

/*!
 * \brief \p p with other slices of rows (plan::slice_rows): twice and half as many rows,
 * one concurrent slice more and one less, and without slices
 *
 * A plan without slices gets slices whose workspace together has a cache's size. Plans of
 * one pass give none, nor do plans for CPU devices, which take no slices.
 */
std::vector<plan> other_slices(const plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_SLICE_CHOICES_H */
