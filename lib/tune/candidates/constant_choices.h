/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CONSTANT_CHOICES_H
#define INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CONSTANT_CHOICES_H

#include "plan/ir/pass.h"
#include <vector>

namespace gpufft {

/*!
 * \brief \p p by constant geometry: each radix whose power the points are, fills, and
 * outputs that leave through local memory or not
 *
 * Columns are those of \p p, and there is no padding. None where \p p is of a form that
 * cannot have it.
 */
std::vector<pass> constant_geometries(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_CANDIDATES_CONSTANT_CHOICES_H */
