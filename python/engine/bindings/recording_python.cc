/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bindings/recording_python.h"
#include "bindings/survey_arguments.h"
#include "exec/host/sample_floats.h"
#include "recordings/files/mapped_file.h"
#include "recordings/files/recording_error.h"
#include "recordings/files/utc_time.h"
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <algorithm>
#include <complex>
#include <memory>
#include <optional>
#include <vector>

namespace py = pybind11;

namespace {

//! A recording that the engine reads, for programs that look at it, too.
class opened_recording
{
public:
    explicit opened_recording(gpufft::recording of) : d_of(std::move(of)) {}

    const gpufft::recording& of() const { return d_of; }

    //! What a capture of SigMF would say of each segment: start, centre, date and time.
    py::list segments(int channel) const
    {
        py::list all;
        for (const auto& each : d_of.segments_of({ channel, false })) {
            py::object time = py::none();
            if (each.utc_ns)
                time = py::str(gpufft::utc_text(*each.utc_ns));
            all.append(py::make_tuple(each.start, each.centre_hz, time));
        }
        return all;
    }

    //! complex64[count] or float32[count] of full scale 1.
    py::array read(std::int64_t start, std::int64_t count, int channel, bool as_iq)
    {
        if (!d_source || d_choice.channel != channel || d_choice.as_iq != as_iq) {
            d_choice = { channel, as_iq };
            d_source = d_of.open(d_choice);
        }
        std::vector<char> stored(static_cast<std::size_t>(count) *
                                 gpufft::sample_bytes(d_source->kind()));
        {
            const py::gil_scoped_release other_threads_go_on;
            d_source->read(start, count, stored.data());
            d_source->check();
        }
        if (gpufft::is_real(d_source->kind()))
            return py::array_t<float>(count,
                                      reinterpret_cast<const float*>(stored.data()));
        py::array_t<std::complex<float>> all(count);
        gpufft::to_floats(d_source->kind(),
                          stored.data(),
                          static_cast<std::size_t>(count),
                          all.mutable_data());
        return std::move(all);
    }

private:
    gpufft::recording d_of;
    gpufft::channel_choice d_choice;
    std::unique_ptr<gpufft::sample_source> d_source;
};

std::vector<std::unique_ptr<opened_recording>> open(const std::string& path,
                                                    const py::dict& settings)
{
    gpufft::guard_mappings();
    std::vector<std::unique_ptr<opened_recording>> all;
    for (auto& each : gpufft::open_recordings(path, settings_of(settings).reading))
        all.push_back(std::make_unique<opened_recording>(std::move(each)));
    return all;
}

} // namespace

void bind_recordings(py::module_& m)
{
    py::class_<opened_recording>(m, "OpenedRecording")
        .def_property_readonly(
            "path",
            [](const opened_recording& r) {
                const auto& path = r.of().path;
                return py::reinterpret_steal<py::str>(PyUnicode_DecodeFSDefaultAndSize(
                    path.data(), static_cast<py::ssize_t>(path.size())));
            })
        .def_property_readonly(
            "format_name", [](const opened_recording& r) { return r.of().format_name; })
        .def_property_readonly(
            "samp_rate", [](const opened_recording& r) { return r.of().samp_rate_hz; })
        .def_property_readonly("samples",
                               [](const opened_recording& r) { return r.of().samples; })
        .def_property_readonly(
            "is_complex", [](const opened_recording& r) { return r.of().is_complex; })
        .def_property_readonly("channels",
                               [](const opened_recording& r) { return r.of().channels; })
        .def("segments", &opened_recording::segments, py::arg("channel"))
        .def("read",
             &opened_recording::read,
             py::arg("start"),
             py::arg("count"),
             py::arg("channel"),
             py::arg("as_iq"));
    m.def("open_recordings",
          &open,
          py::arg("path"),
          py::arg("settings"),
          "The recordings that a path names, as process() reads them.");
}
