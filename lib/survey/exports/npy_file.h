/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_NPY_FILE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_NPY_FILE_H

#include "survey/exports/exported_part.h"

namespace gpufft {

//! \brief A product, or a part of it, as numpy.load() reads it: NPY, version 1.0
//!
//! float32[rows][columns], float64 of peak frequencies; NaN where rows are not done. The
//! format has no place for axes: axes_of() tells them.
//! \throws survey_error  a chunk is damaged
void write_npy(const stored_group& g,
               const stored_product& p,
               const exported_part& part,
               const byte_sink& to);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_NPY_FILE_H */
