/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "live_setter_python.h"
#include "spectrum_window_python.h"
#include <gpufft/transform.h>
#include <pybind11/stl.h>
#include <cstdint>
#include <string>

namespace py = pybind11;

bool is_window_name(const py::object& window)
{
    if (py::isinstance<py::tuple>(window)) {
        const auto parts = window.cast<py::tuple>();
        return !parts.empty() && py::isinstance<py::str>(parts[0]);
    }
    return py::isinstance<py::str>(window);
}

namespace {

std::vector<float> taps_given(const py::object& window)
{
    try {
        return window.cast<std::vector<float>>();
    } catch (const py::cast_error&) {
        throw py::type_error("window must be a name that SciPy knows, e.g. \"hann\" or "
                             "(\"kaiser\", 8.6), a sequence of numbers, one for each "
                             "sample of a frame, or [] for none, got " +
                             short_repr(window));
    }
}

} // namespace

std::vector<float> taps_of(const py::object& window, int length, int taps_per_branch)
{
    if (window.is_none())
        return {};
    if (!is_window_name(window))
        return taps_given(window);
    // The block refuses such a length, in its own words; SciPy would take half a minute
    // for the window of the shortest that is too long.
    const auto samples = static_cast<std::int64_t>(length) * taps_per_branch;
    if (length < 1 || taps_per_branch < 1 || samples > gpufft::MAX_LENGTH)
        return {};
    const auto get_window = py::module::import("scipy.signal").attr("get_window");
    try {
        return get_window(window, samples).cast<std::vector<float>>();
    } catch (const py::error_already_set& e) {
        if (!e.matches(PyExc_ValueError) && !e.matches(PyExc_TypeError))
            throw;
        auto why = py::str(e.value()).cast<std::string>();
        if (!why.empty() && why.back() == '.')
            why.pop_back();
        throw py::value_error("window " + short_repr(window) +
                              " is none that SciPy makes (" + why +
                              "); \"hann\", \"flattop\" and (\"kaiser\", 8.6) are some "
                              "that work");
    }
}
