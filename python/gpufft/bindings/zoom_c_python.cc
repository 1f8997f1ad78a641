/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include <gnuradio/gpufft/zoom_c.h>

void bind_zoom_c(pybind11::module& m)
{
    namespace py = pybind11;
    using gr::gpufft::zoom_c;
    const char* const doc =
        R"(zoom_c(samp_rate, freq=0.0)

Narrows a stream to the part of its band that a display has zoomed into, so that spectra
behind it have finer bins.

Connect port "zoom" of the display with this one's, and the stream through a spectrum block
to the display. While the display shows fewer bins than it has columns of pixels, the output
is that part of the band, mixed to 0 Hz and decimated by a power of two; else it is the
input. Tags rx_freq, rx_rate and whole_band say what it is, also where a setter is called:
blocks behind this one are retuned by it.

samp_rate  of the input, in Hz, > 0; tags rx_rate and samp_rate change it
freq       of the receiver, in Hz; tags rx_freq and freq change it

ValueError: an argument is out of the range above.)";
    using release = py::call_guard<py::gil_scoped_release>;
    py::class_<zoom_c, gr::block, gr::basic_block, std::shared_ptr<zoom_c>>(
        m, "zoom_c", doc)
        .def(py::init(&zoom_c::make), py::arg("samp_rate"), py::arg("freq") = 0.0, doc)
        .def("set_samp_rate",
             &zoom_c::set_samp_rate,
             release(),
             py::arg("samp_rate"),
             "Of the input, in Hz.")
        .def("set_freq",
             &zoom_c::set_freq,
             release(),
             py::arg("freq"),
             "Of the receiver, in Hz.")
        .def("skip",
             &zoom_c::skip,
             release(),
             py::arg("samples"),
             "Drops so many of the input's samples that come next; no output has samples "
             "of "
             "before and after them.")
        .def("samp_rate", &zoom_c::samp_rate, "Of the input, in Hz.")
        .def("freq", &zoom_c::freq, "Of the receiver, in Hz.")
        .def("decimation", &zoom_c::decimation, "At present; 1: the whole band.")
        .def("center_freq", &zoom_c::center_freq, "Of the output, in Hz.");
}
