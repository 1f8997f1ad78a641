/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bindings/recording_python.h"
#include "bindings/survey_arguments.h"
#include "recordings/files/mapped_file.h"
#include "recordings/files/recording_error.h"
#include "survey/run/memory_rows.h"
#include "survey/run/survey_run.h"
#include "survey/store/whole_file.h"
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <atomic>
#include <exception>

// Surveys: a module of its own, so that who transforms arrays loads no reader of files.

namespace py = pybind11;

namespace {

/*!
 * Calls of Python from a thread that computes meanwhile: what one raises, as
 * KeyboardInterrupt, stops the work, and is raised when that has ended.
 */
class python_calls
{
public:
    std::atomic<bool> stops{ false };

    //! \p call is made with the interpreter's lock, unless something was raised before.
    template <typename Call>
    void run(const Call& call)
    {
        if (stops)
            return;
        const py::gil_scoped_acquire mine;
        try {
            if (PyErr_CheckSignals() != 0)
                throw py::error_already_set();
            call();
        } catch (const py::error_already_set&) {
            d_raised = std::current_exception();
            stops = true;
        }
    }
    //! Looks for signals alone.
    void look()
    {
        run([] {});
    }

    //! Does \p work without the interpreter's lock, and raises what a call raised, or
    //! else what the work threw.
    template <typename Work>
    void do_meanwhile(const Work& work)
    {
        std::exception_ptr failure;
        {
            const py::gil_scoped_release other_threads_go_on;
            try {
                work();
            } catch (...) {
                failure = std::current_exception();
            }
        }
        if (d_raised || failure)
            std::rethrow_exception(d_raised ? d_raised : failure);
    }

private:
    std::exception_ptr d_raised;
};

//! Names of files may be no UTF-8: as os.fsdecode() has them.
py::str text_of(const std::string& bytes)
{
    return py::reinterpret_steal<py::str>(PyUnicode_DecodeFSDefaultAndSize(
        bytes.data(), static_cast<py::ssize_t>(bytes.size())));
}

py::dict describe(const gpufft::survey_progress& p)
{
    py::dict d;
    d["recordings"] = p.recordings;
    d["samples"] = p.samples;
    d["samples_before"] = p.samples_before;
    d["samples_done"] = p.samples_done;
    d["chunks_done"] = p.chunks_done;
    d["seconds"] = p.seconds;
    return d;
}

//! When recordings are complete; survey.py has checked it.
void take_intake(gpufft::survey_request& request, const py::dict& given)
{
    const auto is_true = [&](const char* name) {
        return given.contains(name) && given[name].cast<bool>();
    };
    const auto take = [&](const char* name, double& to) {
        if (given.contains(name) && !given[name].is_none())
            to = given[name].cast<double>();
    };
    if (is_true("follow"))
        request.intake = gpufft::survey_intake::follow;
    if (is_true("watch"))
        request.intake = gpufft::survey_intake::watch;
    take("quiet", request.quiet_seconds);
    take("settle", request.settle_seconds);
}

py::dict process(const std::vector<std::string>& inputs,
                 const std::string& out,
                 const py::dict& settings,
                 const std::vector<std::string>& devices,
                 const py::object& progress)
{
    gpufft::survey_request request;
    request.inputs = inputs;
    request.out = out;
    request.settings = settings_of(settings);
    request.devices = devices;
    take_intake(request, settings);
    gpufft::guard_mappings();
    python_calls calls;
    request.while_opening = [&] { calls.look(); };
    gpufft::survey_outcome o;
    calls.do_meanwhile([&] {
        o = gpufft::run_survey(
            request, calls.stops, [&](const gpufft::survey_progress& p) {
                calls.run([&] {
                    if (!progress.is_none())
                        progress(describe(p));
                });
            });
    });
    auto d = describe(o.end);
    py::dict problems;
    for (const auto& each : o.problems)
        problems[text_of(each.input)] = text_of(each.reason);
    d["problems"] = problems;
    d["devices"] = o.devices;
    d["device_failure"] = o.device_failure;
    return d;
}

//! The rows of a part of a channel, as they come, to \p take(number,
//! float32[rows][bins]).
py::dict average_rows(const std::string& path,
                      const py::dict& settings,
                      std::int64_t start,
                      std::int64_t samples,
                      const std::vector<float>& taps,
                      const std::string& device,
                      const py::object& take,
                      const py::object& progress)
{
    gpufft::memory_rows_request request;
    request.settings = settings_of(settings);
    request.path = path;
    if (settings.contains("recording") && !settings["recording"].is_none())
        request.recording = settings["recording"].cast<std::string>();
    request.start = start;
    request.samples = samples;
    request.taps = taps;
    request.device = device;
    gpufft::guard_mappings();
    python_calls calls;
    request.while_opening = [&] { calls.look(); };
    gpufft::memory_rows_outcome o;
    calls.do_meanwhile([&] {
        o = gpufft::run_memory_rows(
            request,
            calls.stops,
            [&](std::int64_t row,
                std::int64_t rows,
                std::int64_t bins,
                const float* all) {
                calls.run([&] { take(row, py::array_t<float>({ rows, bins }, all)); });
            },
            [&](std::int64_t done) { calls.run([&] { progress(done); }); });
    });
    py::dict d;
    d["device"] = o.device;
    d["plan"] = o.plan_line;
    d["seconds"] = o.seconds;
    return d;
}

} // namespace

PYBIND11_MODULE(_survey, m)
{
    m.doc() = "Recordings to averaged power spectra, on devices.";
    py::register_exception_translator([](std::exception_ptr raised) {
        try {
            std::rethrow_exception(raised);
        } catch (const gpufft::recording_error& e) {
            PyErr_SetObject(PyExc_ValueError, text_of(e.what()).ptr());
        } catch (const gpufft::survey_error& e) {
            PyErr_SetObject(PyExc_OSError, text_of(e.what()).ptr());
        }
    });
    bind_recordings(m);
    m.def("process",
          &process,
          py::arg("inputs"),
          py::arg("out"),
          py::arg("settings"),
          py::arg("devices"),
          py::arg("progress"),
          "Makes a survey or goes on with it; a dict of what was done.");
    m.def("average_rows",
          &average_rows,
          py::arg("path"),
          py::arg("settings"),
          py::arg("start"),
          py::arg("samples"),
          py::arg("taps"),
          py::arg("device"),
          py::arg("take"),
          py::arg("progress"),
          "Hands out rows of averaged spectra of one channel, whatever its captures: a "
          "dict\n"
          "of the device, its plan, and the seconds it took.");
}
