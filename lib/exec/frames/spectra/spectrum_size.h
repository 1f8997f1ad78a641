/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_SIZE_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_SIZE_H

#include "exec/frames/frame_front.h"
#include <cstddef>

namespace gpufft {

//! Frames that one submission should hold: copies at full rate, what fits the device, and
//! not too much to come out of it should each frame be an average.
std::size_t spectrum_frames(const frame_front& f);
//! Most frames of a submission whose samples are on the device already.
std::size_t linked_spectrum_frames(const frame_front& f);

//! Submissions of \p frames frames that a quarter of the device's memory holds at once,
//! \p wanted at most.
std::size_t spectra_in_flight(const frame_front& f, std::size_t frames, int wanted);

//! Most frames of a run in a submission of \p frames frames: long ones save memory
//! traffic, and enough of them give each compute unit something to do.
std::size_t frames_of_run(const frame_front& f, std::size_t frames);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_SIZE_H */
