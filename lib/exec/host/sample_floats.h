/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_SAMPLE_FLOATS_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_SAMPLE_FLOATS_H

#include "plan/ir/power.h"
#include <complex>
#include <cstddef>

namespace gpufft {

//! \p samples complex samples of kind \p kind at \p from as floats whose full scale is 1;
//! complex floats stay as they are.
void to_floats(sample_kind kind,
               const void* from,
               std::size_t samples,
               std::complex<float>* to);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_SAMPLE_FLOATS_H */
