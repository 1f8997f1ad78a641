/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include "live_setter_python.h"
#include <gnuradio/gpufft/tuner.h>
#include <pybind11/stl.h>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace {

//! Transforms as Python lists them: lengths are numbers, or words.
using listed = std::vector<std::variant<std::string, std::int64_t>>;

std::vector<std::string> words_of(const listed& transforms)
{
    std::vector<std::string> words;
    for (const auto& each : transforms) {
        const auto* word = std::get_if<std::string>(&each);
        words.push_back(word ? *word : std::to_string(std::get<std::int64_t>(each)));
    }
    return words;
}

} // namespace

void bind_tuner(pybind11::module& m)
{
    namespace py = pybind11;
    using gr::gpufft::tuner;
    using release = py::call_guard<py::gil_scoped_release>;
    const char* const doc =
        R"(tuner(device="auto", effort="measure", transforms=[], budget_s=10.0, enabled=True)

Finds faster plans for the blocks beside it, while the flowgraph runs.

No stream ports, and its message ports need no connection: it works on all blocks of this
module in the process, for as long as somebody holds it. Blocks that name no device take
the tuner's, and all take its effort: those that are made after it at once, others when the
flowgraph starts.

When it is made, the tuner probes its device, where that was not done before. While any of
these blocks runs it searches, in a thread of low priority, the transforms of the blocks that
run and those that are listed; but not what was searched before with that effort. Of
spectrum blocks it is the plain transform of a frame. The winner is kept as wisdom, and the
blocks change over to it between two pieces of the stream, without losing an item.

device      "auto", or a line of `gpufft devices`, e.g. "cuda:0"
effort      "measure"; "exhaustive" for many times as many plans, which needs a larger
            budget; "estimate" and "wisdom" search nothing
transforms  to search besides those of the blocks: shapes, 4096 or "64x64", for a forward
            c2c, or what `gpufft plan` prints before the colon, "r2c forward 1000"
budget_s    seconds for each transform, > 0
enabled     False: nothing is searched

Port "results" gives dictionaries with "event": "probed", "known", "progress", "result",
"failed", "done" or "stopped"; of a result "device", "transform", "plan", "before_us",
"after_us", "plans" that were timed and "blocks" that have changed over. Port "command"
takes "tune", with null or transforms, and "stop".

ValueError: an argument is out of the range above. RuntimeError: no such device.)";
    py::class_<tuner, gr::block, gr::basic_block, std::shared_ptr<tuner>>(m, "tuner", doc)
        .def(py::init([](const std::string& device,
                         const std::string& effort,
                         const listed& transforms,
                         double budget_s,
                         bool enabled) {
                 const py::gil_scoped_release others_go_on;
                 return tuner::make(
                     device, effort, words_of(transforms), budget_s, enabled);
             }),
             py::arg("device") = "auto",
             py::arg("effort") = "measure",
             py::arg("transforms") = listed(),
             py::arg("budget_s") = 10.0,
             py::arg("enabled") = true,
             doc)
        .def("set_enabled",
             live_setter("set_enabled", &tuner::set_enabled),
             py::arg("enabled"),
             "False ends the search, with the best so far.")
        .def("enabled", &tuner::enabled)
        .def(
            "tune",
            [](tuner& self, const listed& transforms) {
                self.tune(words_of(transforms));
            },
            py::arg("transforms") = listed(),
            release(),
            "Search these, or all there are; also what was searched before.")
        .def("stop_tuning",
             &tuner::stop_tuning,
             release(),
             "End the search, with the best so far.")
        .def("device_name",
             &tuner::device_name,
             "The device that it probes, e.g. \"opencl:0 (NVIDIA H200)\".")
        .def("effort", &tuner::effort)
        .def("budget_s", &tuner::budget_s, "Seconds for each transform.");
}
