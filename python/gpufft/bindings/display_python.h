/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_DISPLAY_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_DISPLAY_PYTHON_H

#include <gnuradio/gpufft/display.h>
#include <pybind11/pybind11.h>

//! A function that calls \p setter of the display that \p shown_by gives for a block.
template <class block, class function, class... arguments>
auto forwarded(const function& shown_by,
               void (gr::gpufft::display::*setter)(arguments...))
{
    return [=](block& b, arguments... given) { (shown_by(b).*setter)(given...); };
}

/*!
 * \brief The setters that a display has, and a block that has a display inside
 *
 * \param shown_by  function that gives the display of such a block
 */
template <class bound_class, class function>
void bind_display_looks(bound_class& bound, const function& shown_by)
{
    namespace py = pybind11;
    using display = gr::gpufft::display;
    using block = typename bound_class::type;
    const auto set = [&](const char* name, auto setter, const auto&... rest) {
        bound.def(name,
                  // The arguments' types are those of the setter.
                  forwarded<block>(shown_by, setter),
                  py::call_guard<py::gil_scoped_release>(),
                  rest...);
    };
    set("set_panes", &display::set_panes, py::arg("panes"));
    set("set_full_scale_dbm",
        &display::set_full_scale_dbm,
        py::arg("dbm"),
        "The power, in dBm, that 0 dBFS stands for.");
    set("set_range_db",
        &display::set_range_db,
        py::arg("lowest_db"),
        py::arg("highest_db"),
        "Of the level axes, in the unit that is shown.");
    set("set_colour_range_db",
        &display::set_colour_range_db,
        py::arg("coldest_db"),
        py::arg("hottest_db"),
        "What the lowest and the highest colour of the waterfall stand for.");
    set("set_colours",
        &display::set_colours,
        py::arg("name"),
        "\"viridis\", \"inferno\", \"magma\", \"plasma\" or \"grey\"");
    set("set_dark", &display::set_dark, py::arg("is_dark"));
    set("set_seconds",
        &display::set_seconds,
        py::arg("seconds"),
        "Seconds that the waterfall shows, 0.05 .. 600.");
    set("set_average_spectra",
        &display::set_average_spectra,
        py::arg("spectra"),
        "Spectra of the average: all since reset() up to that many, then exponential.");
    set("set_trace",
        &display::set_trace,
        py::arg("trace"),
        py::arg("is_shown"),
        "\"now\", \"max\", \"min\", \"average\" or \"reference\"");
    set("set_view",
        &display::set_view,
        py::arg("low"),
        py::arg("high"),
        "Zooms to these frequencies, in Hz.");
    set("set_paused", &display::set_paused, py::arg("is_paused"));
    set("add_marker", &display::add_marker, py::arg("freq"), py::arg("is_delta") = false);
    set("clear_markers", &display::clear_markers);
    set("set_peak_table",
        &display::set_peak_table,
        py::arg("is_shown"),
        "The ten highest peaks in view, with frequencies and levels.");
    set("record",
        &display::record,
        py::arg("survey"),
        "Records all bins of each spectrum from now on in this survey, as survey_sink "
        "makes "
        "them, until it is called with \"\". One of such spectra that is there is gone "
        "on "
        "with. Rows can be read two seconds after they came. Spectra of another sampling "
        "rate, as after zooming in, go on in a survey beside it, survey-2.zarr and so "
        "on.\n\n"
        "RuntimeError: it cannot be written, was begun with other settings, or is "
        "written "
        "by somebody else.");
    set("autoscale",
        &display::autoscale,
        "Fits the axes' levels and the colours to what there is.");
}

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_DISPLAY_PYTHON_H */
