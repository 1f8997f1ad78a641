/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_FFT_FILTER_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_FFT_FILTER_PYTHON_H

#include "block_python.h"
#include <vector>

//! The drop-in filters have one interface; \p tap is what their taps are.
template <class block, class tap, class... arguments>
void bind_fft_filter(pybind11::module& m,
                     const char* name,
                     const char* doc,
                     const arguments&... more)
{
    namespace py = pybind11;
    bind_block<block>(m,
                      name,
                      doc,
                      py::arg("decimation"),
                      py::arg("taps"),
                      py::arg("nthreads") = 0,
                      py::arg("device") = "auto",
                      more...)
        .def("set_taps",
             live_setter("set_taps", &block::set_taps),
             py::arg("taps"),
             R"(Take other taps, as many as there may be. Safe while running: no sample is
lost, and each output is computed with the old taps or with the new ones, never a mixture.
ValueError, or a line in the log once the flowgraph has started, where they are none, more
than 2**24, or not finite.)")
        .def("taps", &block::taps, "The taps that set_taps() was last given.")
        .def("set_nthreads",
             live_setter("set_nthreads", &block::set_nthreads),
             py::arg("n"),
             "Most threads that compute on a CPU device, from now on; 0: the usual ones.")
        .def("nthreads", &block::nthreads, "What set_nthreads() was last given.");
}

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_FFT_FILTER_PYTHON_H */
