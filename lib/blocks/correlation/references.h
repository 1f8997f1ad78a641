/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_REFERENCES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_REFERENCES_H

#include "exec/filters/filter_shape.h"
#include <gnuradio/gr_complex.h>
#include <cstddef>
#include <vector>

namespace gr {
namespace gpufft {

using reference_list = std::vector<std::vector<gr_complex>>;

//! \throws plan_error  none, too many or empty ones, or samples that are not finite or
//! all
//! 0
void check_references(const reference_list& references);

//! The filter whose output is the correlation: the reference backwards, conjugated.
::gpufft::filter_request filter_for(const std::vector<gr_complex>& reference);

std::size_t longest_of(const reference_list& references); //!< in samples

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_REFERENCES_H */
