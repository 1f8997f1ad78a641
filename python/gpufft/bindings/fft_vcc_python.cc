/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fft_v_python.h"
#include <gnuradio/gpufft/fft_vcc.h>

void bind_fft_vcc(pybind11::module& m)
{
    bind_fft_v<gr::gpufft::fft_vcc>(
        m,
        "fft_vcc",
        R"(fft_vcc(fft_size, forward, window, shift=False, nthreads=0, device="auto")

FFT of complex vectors on a GPU or CPU device; drop-in for gnuradio.fft.fft_vcc.

Input:  complex[fft_size], one frame per item
Output: complex[fft_size], one spectrum (forward) or frame (reverse) per item

Forward: X[k] = sum over n of x[n] w[n] exp(-2 pi i n k / fft_size). Reverse: the same
with +. Neither scales, so forward then reverse multiplies by fft_size. In both, tap i
of the window multiplies element i of the input item.

fft_size  points, 1 .. 2**27; fastest where next_fast_length() says so
forward   True: forward; False: reverse
window    fft_size taps, or [] for none
shift     DC is element fft_size // 2 instead of 0: of the output when forward, of the
          input when reverse
nthreads  most threads that compute on a CPU device; 0: one for each core, less one of
          more than two for the other blocks. GPUs have no such limit
device    "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)");
}
