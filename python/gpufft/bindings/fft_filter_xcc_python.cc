/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fft_filter_python.h"
#include <gnuradio/gpufft/fft_filter_bcc.h>
#include <gnuradio/gpufft/fft_filter_scc.h>
#include <pybind11/complex.h>

void bind_fft_filter_xcc(pybind11::module& m)
{
    bind_fft_filter<gr::gpufft::fft_filter_scc, gr_complex>(
        m,
        "fft_filter_scc",
        R"(fft_filter_scc(decimation, taps, nthreads=0, device="auto")

Decimating FIR filter of shorts, I and Q by turns, by fast convolution on a GPU or CPU
device.

y[m] = sum over k of taps[k] x[m decimation - k] / 32768, with zeros before the first
sample. A tag of sample n, at its I or its Q, goes to the output nearest to n / decimation.

decimation  every so many samples an output, at least 1
taps        1 to 2**24 finite numbers
nthreads    most threads that compute on a CPU device; 0: one for each core, less one of
            more than two for the other blocks. GPUs have no such limit
device      "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)");
    bind_fft_filter<gr::gpufft::fft_filter_bcc, gr_complex>(
        m,
        "fft_filter_bcc",
        R"(fft_filter_bcc(decimation, taps, nthreads=0, device="auto", sample_type="int8")

Decimating FIR filter of bytes, I and Q by turns, by fast convolution on a GPU or CPU
device.

y[m] = sum over k of taps[k] x[m decimation - k] / 128, with zeros before the first sample.
A tag of sample n, at its I or its Q, goes to the output nearest to n / decimation.

decimation  every so many samples an output, at least 1
taps        1 to 2**24 finite numbers
nthreads    most threads that compute on a CPU device; 0: one for each core, less one of
            more than two for the other blocks. GPUs have no such limit
device      "auto", or a line of `gpufft devices`, e.g. "opencl:0"
sample_type  "int8" or "uint8"; unsigned bytes lie around 127.5, where a converter without
            offset has its zero

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        pybind11::arg("sample_type") = "int8");
}
