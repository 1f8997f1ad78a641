/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_SIZE_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_SIZE_H

#include "exec/frames/histograms/persistence_slot.h"
#include <cstddef>

//! As spectrum_size.h, of histograms.
namespace gpufft {

//! \throws plan_error  there are too few, or too many
void check_levels(const persistence_request& request);

//! Frames of a submission: as many as spectra take, and on a CPU, where counts come from
//! farther caches with each, enough to be worth that.
std::size_t persistence_frames(const persistence_kernels& how);

//! Submissions of \p frames frames that a quarter of the device's memory holds at once,
//! \p wanted at most.
std::size_t
persistence_in_flight(const persistence_kernels& how, std::size_t frames, int wanted);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_PERSISTENCE_SIZE_H */
