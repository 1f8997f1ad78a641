/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display_python.h"
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

namespace py = pybind11;
using gr::gpufft::display;

namespace {

const char* const DOC =
    R"(display(bins, samp_rate, freq=0.0, input="dbfs_per_hz", spectra_rate=0.0,
        panes="spectrum,persistence,waterfall", title="", one_sided=False,
        histogram_bins=0, histogram_levels=256, histogram_lowest_db=-120.0,
        histogram_highest_db=0.0, renderer="auto")

Shows spectra that were computed elsewhere: traces, persistence and waterfall on one
frequency axis.

Input 0: float[bins], spectra in the unit that `input` names, with DC in bin bins // 2
Input 1: with histogram_bins, optional: float[histogram_levels * histogram_bins], histograms
         as persistence_c makes them

Each spectrum counts in max, min, average and waterfall, also where the window is slow,
hidden or minimized and draws fewer pictures. Times are from tags rx_time and spectra_rate;
a time that is later than expected leaves a gap in the waterfall. Tags rx_freq, freq, rx_rate
and samp_rate move the axis.

bins                  of a spectrum, 1 .. 2**24
samp_rate             in Hz, > 0, of the samples that spectra were made of
freq                  of the receiver, in Hz: that of DC
input                 "dbfs", "dbfs_per_hz", "power" or "power_per_hz", as the output of
                      spectrum_c
spectra_rate          spectra in a second of stream; 0: not known, times are of arrival
panes                 some of "spectrum,persistence,waterfall", from top to bottom
title                 shown above
one_sided             spectra are of real samples: bin 0 is DC, the last half the rate
histogram_bins        of a histogram at input 1; 0: there is no such input
histogram_levels      of a histogram
histogram_lowest_db   where its lowest level begins
histogram_highest_db  where its highest level ends
renderer              "auto": OpenGL where a GPU computes it; "opengl"; "raster": without

Make it after the QApplication, by the same thread:
sip.wrapinstance(block.qwidget(), Qt.QWidget) is the widget for a layout. Messages: "command"
takes setters' names without "set_"; "freq", "band", "zoom" and "status" come out.

ValueError: an argument is out of the range above. RuntimeError: there is no QApplication,
no screen, or no OpenGL where it is asked for.)";

//! make() without its last argument, a widget of Qt's: Python's layouts take the block's
//! widget as a child of theirs.
template <class... arguments, std::size_t... index>
auto without_parent(display::sptr (*make)(arguments...), std::index_sequence<index...>)
{
    return [=](std::tuple_element_t<index, std::tuple<arguments...>>... given) {
        return make(given..., nullptr);
    };
}

template <class... arguments>
auto without_parent(display::sptr (*make)(arguments...))
{
    return without_parent(make, std::make_index_sequence<sizeof...(arguments) - 1>());
}

} // namespace

void bind_display_c(py::module& m);

PYBIND11_MODULE(display_python, m)
{
    m.doc() = "The blocks of gnuradio.gpufft that need Qt.";
    py::module::import("gnuradio.gr"); // the block's base classes
    using release = py::call_guard<py::gil_scoped_release>;
    py::class_<display, gr::block, gr::basic_block, std::shared_ptr<display>> bound(
        m, "display", DOC);
    bound.def(py::init(without_parent(&display::make)),
              py::arg("bins"),
              py::arg("samp_rate"),
              py::arg("freq") = 0.0,
              py::arg("input") = "dbfs_per_hz",
              py::arg("spectra_rate") = 0.0,
              py::arg("panes") = "spectrum,persistence,waterfall",
              py::arg("title") = "",
              py::arg("one_sided") = false,
              py::arg("histogram_bins") = 0,
              py::arg("histogram_levels") = 256,
              py::arg("histogram_lowest_db") = -120.0,
              py::arg("histogram_highest_db") = 0.0,
              py::arg("renderer") = "auto",
              DOC);
    bound.def_static(
        "why_no_window",
        &display::why_no_window,
        "Why no window can be opened here, and what would work; \"\": it can.");
    bound.def(
        "qwidget",
        [](display& b) { return reinterpret_cast<std::uintptr_t>(b.qwidget()); },
        "The widget, for sip.wrapinstance(block.qwidget(), Qt.QWidget).");
    bound.def("exec_", &display::exec_, release(), "Runs the QApplication.");
    bound.def("set_samp_rate", &display::set_samp_rate, release(), py::arg("samp_rate"))
        .def("set_freq", &display::set_freq, release(), py::arg("freq"))
        .def("set_spectra_rate",
             &display::set_spectra_rate,
             release(),
             py::arg("spectra_rate"),
             py::arg("hop") = 0,
             "hop 0: at the samp_rate there is; else at any, but for a spectrum each hop "
             "samples at most, as the rate of spectrum blocks is.")
        .def("set_unit",
             &display::set_unit,
             release(),
             py::arg("unit"),
             "\"dbfs\", \"dbfs_per_hz\", \"dbm\" or \"dbm_per_hz\"; axes move along.")
        .def("set_enbw",
             &display::set_enbw,
             release(),
             py::arg("bins"),
             "Noise bandwidth of the spectra's window, in bins; at first 1.5, a Hann "
             "window's.")
        .def("set_decay_seconds",
             &display::set_decay_seconds,
             release(),
             py::arg("seconds"),
             "Time constant of the persistence that is computed here; 0: it does not "
             "fade.")
        .def("reset",
             &display::reset,
             release(),
             "Begins max, min, average and persistence anew.")
        .def("save_png",
             &display::save_png,
             release(),
             py::arg("path"),
             py::arg("width") = 0,
             py::arg("height") = 0,
             "The picture as it is now, 0: in the size of the widget. Also without a "
             "window.")
        .def("save_csv",
             &display::save_csv,
             release(),
             py::arg("path"),
             py::arg("trace") = "now")
        .def("save_annotation",
             &display::save_annotation,
             release(),
             py::arg("path"),
             "The band that is selected, over the time that the waterfall shows, as an "
             "annotation of SigMF.")
        .def("recording",
             &display::recording,
             release(),
             "The survey that is written now; \"\": none is.")
        .def("recording_problem",
             &display::recording_problem,
             release(),
             "Why the last recording ended by itself, or was refused to a user; \"\": it "
             "was not.")
        .def("recorded_rows",
             &display::recorded_rows,
             release(),
             "Rows of the last survey, those of earlier recordings among them.")
        .def("select",
             &display::select,
             release(),
             py::arg("low"),
             py::arg("high"),
             "Selects a band, as a drag does.")
        .def("bins", &display::bins)
        .def("samp_rate", &display::samp_rate)
        .def("freq", &display::freq)
        .def("spectra", &display::spectra, "That have been taken.")
        .def("pictures", &display::pictures, "That have been drawn.")
        .def("levels",
             &display::levels,
             py::arg("trace"),
             "Levels of a trace in dB of the unit that is shown, a number a bin.")
        .def("busy_seconds",
             &display::busy_seconds,
             "Seconds that the block's thread has spent with spectra.");
    bind_display_looks(bound, [](display& b) -> display& { return b; });
    py::module::import("gnuradio.gpufft.gpufft_python"); // blocks inside the next
    bind_display_c(m);
}
