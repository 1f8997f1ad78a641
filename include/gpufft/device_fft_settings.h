/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_DEVICE_FFT_SETTINGS_H
#define INCLUDED_GPUFFT_DEVICE_FFT_SETTINGS_H

#include <gpufft/effort.h>
#include <cstddef>

namespace gpufft {

//! How a device_fft is made.
struct device_fft_settings {
    //! Most rows of a call. The workspace is made for as many.
    std::size_t rows = 1;
    effort how = default_effort();
    //! A workspace of its own, of workspace_bytes(rows); false: each call brings one,
    //! where workspace_bytes() is not 0.
    bool has_workspace = true;
    //! CUDA: a call on the caller's stream with the arrays and rows of an earlier one
    //! is launched as a graph, which takes less of the host's time, where the stream is
    //! not being captured. The second such call makes the graph: that takes tens of
    //! microseconds and memory of the driver's.
    bool replays = false;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_DEVICE_FFT_SETTINGS_H */
