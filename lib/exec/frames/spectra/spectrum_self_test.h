/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_SELF_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_SELF_TEST_H

#include "exec/frames/spectra/spectrum_kernels.h"

namespace gpufft {

/*!
 * \brief Runs the kernels of an average once on noise, so that a miscompiled one is an
 * error
 *
 * Some bins are computed directly in double, and the power of all of them together has to
 * be that of the samples. Once for each spectrum_kernels::id() and device, as
 * passed_tests.h says; later calls return at once. Also warms up: what the driver
 * compiles at first launch is compiled afterwards.
 *
 * \throws build_error  a value is wrong
 */
void self_test(const spectrum_kernels& kernels, average how);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_SELF_TEST_H */
