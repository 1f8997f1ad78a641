/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display_python.h"
#include "spectrum_window_python.h"
#include <gnuradio/gpufft/display_c.h>
#include <pybind11/stl.h>
#include <cstdint>
#include <string>
#include <vector>

namespace py = pybind11;
using gr::gpufft::display;
using gr::gpufft::display_c;
using release = py::call_guard<py::gil_scoped_release>;

namespace {

const char* const DOC =
    R"(display_c(samp_rate, freq=0.0, length=4096, window="hann", rate=50.0, panes=...,
          title="", histogram_length=1024, renderer="auto", device="auto", zooms=True)

Traces, persistence and waterfall of a stream of complex samples.

Input: complex samples, full scale 1

Every sample counts: spectrum_c averages all frames between two spectra, of which `rate`
come a second, and persistence_c counts each frame. Levels are dBFS. Where a user zooms in
until bins are wider than a column of pixels, zoom_c narrows the stream, so that there are
finer ones.

samp_rate         in Hz, > 0
freq              of the receiver, in Hz
length            samples of a frame, which are bins of the spectrum
window            what scipy.signal.get_window() knows, or `length` taps
rate              spectra, and rows of the waterfall, in a second
panes             some of "spectrum,persistence,waterfall", from top to bottom
title             shown above
histogram_length  samples of a frame that is counted for persistence
renderer          as display() has it
device            "auto", or a line of `gpufft devices`
zooms             False: without zoom_c, whose copy of each sample takes time from hundreds
                  of MS/s on

`display`, `spectrum`, `persistence` (None without such a pane) and `zoom` (None without)
are the blocks inside; message ports are those of display. ValueError: an argument is out of
its range. RuntimeError: no QApplication, no screen, no device.)";

display_c::sptr make(double samp_rate,
                     double freq,
                     int length,
                     const py::object& window,
                     double rate,
                     const std::string& panes,
                     const std::string& title,
                     int histogram_length,
                     const std::string& renderer,
                     const std::string& device,
                     bool zooms)
{
    const auto taps = taps_of(window, length);
    // A window of taps is of `length` samples; frames that are counted have others.
    const auto counted =
        is_window_name(window) ? taps_of(window, histogram_length) : std::vector<float>();
    const py::gil_scoped_release others_go_on; // kernels are compiled
    return display_c::make(samp_rate,
                           freq,
                           length,
                           taps,
                           rate,
                           panes,
                           title,
                           histogram_length,
                           counted,
                           renderer,
                           device,
                           zooms);
}

} // namespace

void bind_display_c(py::module& m)
{
    py::class_<display_c, gr::hier_block2, gr::basic_block, std::shared_ptr<display_c>>
        bound(m, "display_c", DOC);
    bound.def(py::init(&make),
              py::arg("samp_rate"),
              py::arg("freq") = 0.0,
              py::arg("length") = 4096,
              py::arg("window") = "hann",
              py::arg("rate") = 50.0,
              py::arg("panes") = "spectrum,persistence,waterfall",
              py::arg("title") = "",
              py::arg("histogram_length") = 1024,
              py::arg("renderer") = "auto",
              py::arg("device") = "auto",
              py::arg("zooms") = true,
              DOC);
    bound.def_property_readonly("display", &display_c::shown_by)
        .def_property_readonly("spectrum", &display_c::spectra_by)
        .def_property_readonly("persistence", &display_c::persistence_by)
        .def_property_readonly("zoom", &display_c::zoomed_by)
        .def(
            "qwidget",
            [](display_c& b) { return reinterpret_cast<std::uintptr_t>(b.qwidget()); },
            "The widget, for sip.wrapinstance(block.qwidget(), Qt.QWidget).")
        .def("exec_", &display_c::exec_, release(), "Runs the QApplication.")
        .def("set_samp_rate",
             &display_c::set_samp_rate,
             release(),
             py::arg("samp_rate"),
             "In Hz, of the spectra, the histograms and the axis.")
        .def("set_freq",
             &display_c::set_freq,
             release(),
             py::arg("freq"),
             "Of the receiver, in Hz: averages and histograms begin anew.")
        .def("reset",
             &display_c::reset,
             release(),
             "Begins max, min, average and persistence anew.");
    bind_display_looks(bound, [](display_c& b) -> display& { return *b.shown_by(); });
}
