/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CONSTANT_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CONSTANT_CHOICES_H

#include "plan/ir/pass.h"
#include <vector>

namespace gpufft {

/*!
 * \brief \p p by constant geometry: each radix that the number of points is a power of,
 * each number of butterflies per item, and outputs staged through local memory or not
 *
 * The columns are \p p's, and there is no padding. None where \p p is of a form that
 * cannot have it.
 */
std::vector<pass> constant_geometries(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CONSTANT_CHOICES_H */
