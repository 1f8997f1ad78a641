/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_OSCILLATOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_OSCILLATOR_H

#include <complex>
#include <cstddef>

namespace gpufft {

//! to[i] = x[i] exp(-2 pi i (turns + i drift)), turned in double precision, of \p count
//! samples; an error of 10^-16 for each, of 10^-12 in the last of a long block.
void turn_back(const std::complex<float>* x,
               std::size_t count,
               double turns,
               double drift,
               std::complex<float>* to);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_OSCILLATOR_H */
