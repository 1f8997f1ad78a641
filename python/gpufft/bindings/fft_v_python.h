/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_FFT_V_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_FFT_V_PYTHON_H

#include "block_python.h"

//! Both drop-in FFT blocks have one interface; only their input and so their docstrings
//! differ.
template <class block>
void bind_fft_v(pybind11::module& m, const char* name, const char* doc)
{
    namespace py = pybind11;
    auto bound = bind_block<block>(m,
                                   name,
                                   doc,
                                   py::arg("fft_size"),
                                   py::arg("forward"),
                                   py::arg("window"),
                                   py::arg("shift") = false,
                                   py::arg("nthreads") = 0,
                                   py::arg("device") = "auto");
    bind_window(
        bound,
        R"(Take other taps: fft_size floats, or [] for none. Safe while running; each
item is computed with the old taps or with the new ones, never a mixture.
Returns False, and changes nothing, where the length is neither.)");
    bound
        .def(
            "set_nthreads",
            live_setter("set_nthreads", &block::set_nthreads),
            py::arg("n"),
            R"(Remember n, at least 1 (else ValueError, or a line in the log once the flowgraph has
started). Kept for gnuradio.fft's sake: the
device decides how it splits the work.)")
        .def("nthreads", &block::nthreads, "What set_nthreads() was last given.");
}

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_FFT_V_PYTHON_H */
