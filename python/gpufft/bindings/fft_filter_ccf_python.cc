/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fft_filter_python.h"
#include <gnuradio/gpufft/fft_filter_ccf.h>
#include <pybind11/complex.h>

void bind_fft_filter_ccf(pybind11::module& m)
{
    bind_fft_filter<gr::gpufft::fft_filter_ccf, float>(
        m,
        "fft_filter_ccf",
        R"(fft_filter_ccf(decimation, taps, nthreads=0, device="auto")

Decimating FIR filter of complex samples with real taps, by fast convolution on a GPU or
CPU device; drop-in for gnuradio.filter.fft_filter_ccf.

y[m] = sum over k of taps[k] x[m decimation - k], with zeros before the first sample.
The last outputs of a stream come, too. A tag of sample n goes to the output
nearest to n / decimation.

decimation  every so many samples an output, at least 1
taps        1 to 2**24 finite numbers
nthreads    most threads that compute on a CPU device; 0: one for each core, less one of
            more than two for the other blocks. GPUs have no such limit
device      "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)");
}
