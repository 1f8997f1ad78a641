/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include <gnuradio/gpufft/freq_xlating_fft_filter_ccc.h>
#include <pybind11/complex.h>

void bind_freq_xlating_fft_filter_ccc(pybind11::module& m)
{
    namespace py = pybind11;
    using block = gr::gpufft::freq_xlating_fft_filter_ccc;
    bind_block<block>(
        m,
        "freq_xlating_fft_filter_ccc",
        R"(freq_xlating_fft_filter_ccc(decim, taps, center_freq, samp_rate, nthreads=0,
                            device="auto")

Mixer to 0 Hz and decimating FIR filter of complex samples, by fast convolution on a GPU or
CPU device; drop-in for gnuradio.filter.freq_xlating_fft_filter_ccc.

y[m] = sum over k of taps[k] x[t - k] exp(-2 pi i f (t - k)), t = m decim, with
f = center_freq / samp_rate and zeros before the first sample. A message to port "freq", a
pair of anything and a number or a dictionary with "freq", tunes. A tag of sample n goes to
the output nearest to n / decim.

decim       every so many samples an output, at least 1
taps        1 to 2**24 finite numbers, of the filter around 0 Hz
center_freq  what comes to 0 Hz, in the unit of samp_rate
samp_rate   of the input, above 0
nthreads    most threads that compute on a CPU device; 0: one for each core, less one of
            more than two for the other blocks. GPUs have no such limit
device      "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("decim"),
        py::arg("taps"),
        py::arg("center_freq"),
        py::arg("samp_rate"),
        py::arg("nthreads") = 0,
        py::arg("device") = "auto")
        .def("set_taps",
             live_setter("set_taps", &block::set_taps),
             py::arg("taps"),
             R"(Take other taps, as many as there may be. Safe while running: no sample is
lost, and the new ones find the samples before. ValueError, or a line in the log once the
flowgraph has started, where they are none, too many, or not finite.)")
        .def("taps", &block::taps, "The taps that set_taps() was last given.")
        .def(
            "set_center_freq",
            live_setter("set_center_freq", &block::set_center_freq),
            py::arg("center_freq"),
            R"(Tune from now on. Safe while running: the turns of outputs go on from where
they are. ValueError, or a line in the log once the flowgraph has started, where it is not
finite.)")
        .def("center_freq", &block::center_freq, "What comes to 0 Hz.")
        .def("sampling_freq", &block::sampling_freq, "The rate of the input.")
        .def("set_nthreads",
             live_setter("set_nthreads", &block::set_nthreads),
             py::arg("nthreads"),
             "Most threads that compute on a CPU device, from now on; 0: the usual ones.")
        .def("nthreads", &block::nthreads, "What set_nthreads() was last given.");
}
