/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SOAK_FFT_ROUND_H
#define INCLUDED_GPUFFT_TESTS_SOAK_FFT_ROUND_H

#include "soak/dice.h"
#include "soak/soak_devices.h"
#include <string>

namespace gpufft::testing {

/*!
 * \brief A second or so of fft_vcc in a flowgraph to which everything happens
 *
 * New windows, by call or by message; locks, restarts; faults of the device; a sink that
 * stands still; a source that gives one item at a time, or 2^22 samples. Every item is
 * compared.
 * \param did  what was done, for the message of a failure and for the curious
 * \return "" or what was wrong
 */
std::string run_fft_round(const soak_devices& on, dice& random, std::string& did);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SOAK_FFT_ROUND_H */
