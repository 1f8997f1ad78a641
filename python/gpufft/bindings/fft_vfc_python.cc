/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fft_v_python.h"
#include <gnuradio/gpufft/fft_vfc.h>

void bind_fft_vfc(pybind11::module& m)
{
    bind_fft_v<gr::gpufft::fft_vfc>(
        m,
        "fft_vfc",
        R"(fft_vfc(fft_size, forward, window, shift=False, nthreads=0, device="auto")

FFT of real vectors on a GPU or CPU device; drop-in for gnuradio.fft.fft_vfc.

Input:  float[fft_size], one frame per item
Output: complex[fft_size], all bins, both halves of the spectrum

The same as fft_vcc on the same samples with imaginary parts of 0, in every respect: see
there for arguments, scaling and errors. gnuradio.fft's own fft_vfc (up to 3.10.5)
misplaces the halves when reverse with shift and an odd fft_size; this one does not.)");
}
