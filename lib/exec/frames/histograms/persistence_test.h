/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_TEST_H

#include "exec/frames/histograms/persistence_slot.h"

namespace gpufft {

/*!
 * \brief Runs the kernels once on known samples, so that a miscompiled one is an error
 *
 * A frame or two with few samples that are not 0: their powers against direct sums in
 * double, and the histogram against those powers. Also warms up: what the driver compiles
 * at first launch is compiled afterwards.
 *
 * \throws build_error  a power or a count is wrong
 */
void self_test(const persistence_kernels& how, const persistence_request& request);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_TEST_H */
