/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include "live_setter_python.h"
#include "spectrum_window_python.h"
#include <gnuradio/gpufft/spectrum_block.h>
#include <cstddef>
#include <string>
#include <vector>

namespace py = pybind11;
using gr::gpufft::spectrum_block;

void bind_spectrum_block(py::module& m)
{
    using release = py::call_guard<py::gil_scoped_release>;
    py::class_<spectrum_block, gr::gpufft::device_block, std::shared_ptr<spectrum_block>>
        bound(m,
              "spectrum_block",
              R"(What spectrum_c, spectrum_s, spectrum_b and spectrum_f have in common.

Frames of `length` samples, `hop` apart, are windowed and transformed; their powers |X|**2
are averaged, scaled, and come out as float[bins]. S samples give
(S - length) // hop + 1 frames. With several taps a branch P, a frame has P * length
samples, is multiplied by as many taps w, and is folded to `length` points before that.

"power"         |X|**2 / sum(w)**2              a tone of amplitude A reads A**2
"dbfs"          10 log10 of that                and 20 log10 A
"power_per_hz"  |X|**2 / (samp_rate sum(w**2))  noise of variance v reads v / samp_rate
"dbfs_per_hz"   10 log10 of that

Setters may be called while the flowgraph runs; each is also a command of that name
without "set_" at the message port "command". Values that the constructor would refuse
change nothing: they raise ValueError or TypeError before the flowgraph starts, and from
then on the log says what is wrong with them.)");
    const auto set =
        [&](const char* name, auto setter, const char* arg, const char* doc) {
            bound.def(name, live_setter(name, setter), py::arg(arg), doc);
        };
    bound.def(
        "set_window",
        [](spectrum_block& b, const py::object& window) {
            call_live(b, [&] {
                const auto taps = taps_of(window, b.length(), b.taps_per_branch());
                const py::gil_scoped_release others_go_on;
                b.set_window(taps);
            });
        },
        py::arg("window"),
        "A name that scipy.signal.get_window() knows, a tap for each sample of a frame, "
        "or\n"
        "[] as the constructor takes it.");
    set("set_hop", &spectrum_block::set_hop, "samples", "Compiles kernels.");
    set("set_samp_rate",
        &spectrum_block::set_samp_rate,
        "samp_rate",
        "In Hz; another one restarts the average.");
    set("set_freq",
        &spectrum_block::set_freq,
        "freq",
        "Of the receiver, in Hz; another one restarts the average.");
    set("set_average",
        &spectrum_block::set_average,
        "average",
        "\"mean\", \"exponential\", \"max\" or \"min\"; another one restarts the "
        "average.");
    set("set_frames",
        &spectrum_block::set_frames,
        "frames",
        "In an average; 0 with \"max\" and \"min\": all since reset().");
    set("set_seconds",
        &spectrum_block::set_seconds,
        "seconds",
        "Time constant of exponential averages; 0: none.");
    set("set_rate",
        &spectrum_block::set_rate,
        "rate",
        "Outputs a second of stream; 0: one for every `frames` frames.");
    bound.def("reset",
              &spectrum_block::reset,
              release(),
              "Restart the average at the next frame.");
    bound.def(
        "skip",
        live_setter("skip", &spectrum_block::skip),
        py::arg("samples"),
        "Begin the next frame so many samples later than if frames had no gap; once.");
    set("set_output",
        &spectrum_block::set_output,
        "output",
        "\"power\", \"power_per_hz\", \"dbfs\" or \"dbfs_per_hz\"");
    set("set_centered",
        &spectrum_block::set_centered,
        "centered",
        "DC is bin length // 2 instead of 0; not of real samples.");
    set("set_bins",
        &spectrum_block::set_bins,
        "bins",
        "Just as many as there are: the size of an item is fixed.");
    set("set_bin_reduction",
        &spectrum_block::set_bin_reduction,
        "reduction",
        "How fewer bins come of all: \"max\" or \"mean\"");
    set("set_max_latency_ms",
        &spectrum_block::set_max_latency_ms,
        "milliseconds",
        "Bound of what a sample waits for others to be sent with; 0: none.");
    bound.def("length", &spectrum_block::length)
        .def("taps_per_branch", &spectrum_block::taps_per_branch)
        .def("window", &spectrum_block::window)
        .def("hop", &spectrum_block::hop)
        .def("samp_rate", &spectrum_block::samp_rate)
        .def("freq", &spectrum_block::freq, "NaN while nobody has said.")
        .def("average", &spectrum_block::average)
        .def("frames", &spectrum_block::frames)
        .def("seconds", &spectrum_block::seconds)
        .def("rate", &spectrum_block::rate)
        .def("output", &spectrum_block::output)
        .def("centered", &spectrum_block::centered)
        .def("bins", &spectrum_block::bins, "Of an output item.")
        .def("bin_reduction", &spectrum_block::bin_reduction)
        .def("max_latency_ms", &spectrum_block::max_latency_ms)
        .def("_show_smoothed",
             &spectrum_block::show_smoothed,
             py::arg("weight"),
             py::arg("offset_db"),
             release());
    m.def("polyphase_window",
          &gr::gpufft::polyphase_window,
          py::arg("length"),
          py::arg("taps_per_branch"),
          R"(Taps of the low-pass filter for frames of several taps a branch: flat bins.

Of a tone within half a bin of a bin's middle that bin reads the level, within 0.02 dB
from 8 taps a branch on; bins that are a bin or more from the tone read 20, 64, 80 and
93 dB less with 2, 8, 10 and 12 taps a branch, and 100 dB less with more, which make the
transition narrower.

length           points of the transform
taps_per_branch  1: all taps are 1

ValueError: one is below 1, or there are more than 2**27 taps.)");
}
