/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_REFERENCES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_REFERENCES_H

#include <gnuradio/gr_complex.h>
#include <complex>
#include <cstddef>
#include <vector>

namespace gr {
namespace gpufft {

using reference_list = std::vector<std::vector<gr_complex>>;

//! \throws plan_error  none, too many or empty ones, or samples that are not finite or
//! all
//! 0
void check_references(const reference_list& references);

//! The taps of filters whose outputs are the correlations: each reference backwards,
//! conjugated. And back, without loss.
using tap_lists = std::vector<std::vector<std::complex<double>>>;
tap_lists taps_of(const reference_list& references);
reference_list references_of(const tap_lists& taps);

std::size_t longest_of(const reference_list& references); //!< in samples

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_REFERENCES_H */
