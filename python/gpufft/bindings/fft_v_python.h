/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_FFT_V_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_FFT_V_PYTHON_H

#include <gnuradio/block.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <memory>

//! Both FFT blocks have one interface; only their input and so their docstrings differ.
template <class block>
void bind_fft_v(pybind11::module& m, const char* name, const char* doc)
{
    namespace py = pybind11;
    py::class_<block, gr::block, gr::basic_block, std::shared_ptr<block>>(m, name, doc)
        // Making a block compiles kernels: seconds, the first time. Other threads go on.
        .def(py::init(&block::make),
             py::arg("fft_size"),
             py::arg("forward"),
             py::arg("window"),
             py::arg("shift") = false,
             py::arg("nthreads") = 1,
             py::arg("device") = "auto",
             py::call_guard<py::gil_scoped_release>(),
             doc)
        .def(
            "set_window",
            &block::set_window,
            py::arg("window"),
            py::call_guard<py::gil_scoped_release>(),
            "Take other taps: fft_size floats, or [] for none. Safe while running; each\n"
            "item is computed with the old taps or with the new ones, never a mixture.\n"
            "Returns False, and changes nothing, where the length is neither.")
        .def("set_nthreads",
             &block::set_nthreads,
             py::arg("n"),
             "Remember n, at least 1 (else ValueError). Kept for gnuradio.fft's sake: "
             "the\n"
             "device decides how it splits the work.")
        .def("nthreads", &block::nthreads, "What set_nthreads() was last given.")
        .def("device_name",
             &block::device_name,
             "The device that computes, e.g. \"opencl:0 (NVIDIA H200)\".")
        .def("plan_line", &block::plan_line, "The plan that it runs, in one line.");
}

void bind_fft_vcc(pybind11::module& m);
void bind_fft_vfc(pybind11::module& m);

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_FFT_V_PYTHON_H */
