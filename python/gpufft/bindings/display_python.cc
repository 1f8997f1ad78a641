/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gnuradio/gpufft/display.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <cstdint>
#include <string>

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

display::sptr make(int bins,
                   double samp_rate,
                   double freq,
                   const std::string& input,
                   double spectra_rate,
                   const std::string& panes,
                   const std::string& title,
                   bool one_sided,
                   int histogram_bins,
                   int histogram_levels,
                   double histogram_lowest_db,
                   double histogram_highest_db,
                   const std::string& renderer)
{
    return display::make(bins,
                         samp_rate,
                         freq,
                         input,
                         spectra_rate,
                         panes,
                         title,
                         one_sided,
                         histogram_bins,
                         histogram_levels,
                         histogram_lowest_db,
                         histogram_highest_db,
                         renderer);
}

} // namespace

PYBIND11_MODULE(display_python, m)
{
    m.doc() = "The block of gnuradio.gpufft that needs Qt.";
    py::module::import("gnuradio.gr"); // the block's base classes
    using release = py::call_guard<py::gil_scoped_release>;
    py::class_<display, gr::block, gr::basic_block, std::shared_ptr<display>> bound(
        m, "display", DOC);
    bound.def(py::init(&make),
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
             py::arg("spectra_rate"))
        .def("set_panes", &display::set_panes, release(), py::arg("panes"))
        .def("set_unit",
             &display::set_unit,
             release(),
             py::arg("unit"),
             "\"dbfs\", \"dbfs_per_hz\", \"dbm\" or \"dbm_per_hz\"; axes move along.")
        .def("set_full_scale_dbm",
             &display::set_full_scale_dbm,
             release(),
             py::arg("dbm"),
             "The power, in dBm, that 0 dBFS stands for.")
        .def("set_enbw",
             &display::set_enbw,
             release(),
             py::arg("bins"),
             "Noise bandwidth of the spectra's window, in bins; at first 1.5, a Hann "
             "window's.")
        .def("set_range_db",
             &display::set_range_db,
             release(),
             py::arg("lowest_db"),
             py::arg("highest_db"),
             "Of the level axes, in the unit that is shown.")
        .def("set_colour_range_db",
             &display::set_colour_range_db,
             release(),
             py::arg("coldest_db"),
             py::arg("hottest_db"),
             "What the lowest and the highest colour of the waterfall stand for.")
        .def("set_colours",
             &display::set_colours,
             release(),
             py::arg("name"),
             "\"viridis\", \"inferno\", \"magma\", \"plasma\" or \"grey\"")
        .def("set_dark", &display::set_dark, release(), py::arg("is_dark"))
        .def("set_seconds",
             &display::set_seconds,
             release(),
             py::arg("seconds"),
             "Seconds that the waterfall shows, 0.05 .. 600.")
        .def("set_decay_seconds",
             &display::set_decay_seconds,
             release(),
             py::arg("seconds"),
             "Time constant of the persistence that is computed here; 0: it does not "
             "fade.")
        .def("set_average_spectra",
             &display::set_average_spectra,
             release(),
             py::arg("spectra"),
             "Spectra of the average: all since reset() up to that many, then "
             "exponential.")
        .def("set_trace",
             &display::set_trace,
             release(),
             py::arg("trace"),
             py::arg("is_shown"),
             "\"now\", \"max\", \"min\", \"average\" or \"reference\"")
        .def("set_view",
             &display::set_view,
             release(),
             py::arg("low"),
             py::arg("high"),
             "Zooms to these frequencies, in Hz.")
        .def("set_paused", &display::set_paused, release(), py::arg("is_paused"))
        .def("add_marker",
             &display::add_marker,
             release(),
             py::arg("freq"),
             py::arg("is_delta") = false)
        .def("clear_markers", &display::clear_markers, release())
        .def("autoscale",
             &display::autoscale,
             release(),
             "Fits the axes' levels and the colours to what there is.")
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
}
