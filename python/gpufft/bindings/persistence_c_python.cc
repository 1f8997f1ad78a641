/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include "live_setter_python.h"
#include "spectrum_window_python.h"
#include <gnuradio/gpufft/persistence_c.h>
#include <cstdint>
#include <string>
#include <vector>

namespace py = pybind11;
using gr::gpufft::persistence_c;

namespace {

const char* const DOC = R"(persistence_c(length, hop, window, samp_rate, lowest_db=-120.0,
              highest_db=0.0, levels=256, decay_seconds=0.5, output="dbfs",
              centered=True, rate=25.0, max_latency_ms=50.0, device="auto",
              taps_per_branch=1)

How often each bin of the spectra of a stream had each level, fading with time: what a
phosphor display shows, as data. On a GPU or CPU device.

Input:  complex samples, full scale 1
Output: float[levels * length], a histogram; item.reshape(levels, length)[i, k] counts
        level i of bin k

Frames of `length` samples, `hop` apart, are windowed and transformed. Each counts 1 in
every bin, at the level of its power: level i is from lowest_db + i * step on, where step
is (highest_db - lowest_db) / levels. What is below or above counts to the lowest or
highest, and what is not finite nowhere.

"dbfs"         10 log10 of |X|**2 / sum(w)**2              a tone of amplitude A: 20 log10 A
"dbfs_per_hz"  10 log10 of |X|**2 / (samp_rate sum(w**2))  noise of variance v:
                                                           10 log10 v / samp_rate

A histogram comes out `rate` times in a second of stream, and is

    exp(-t / decay_seconds) * last histogram + counts of the frames since

with t the duration of the last one's frames. Frames at the end of the stream that are
less than a histogram give none.

length          samples of a frame, 1 .. 2**27
hop             samples from a frame to the next, 1 .. 2**30
window          what scipy.signal.get_window() knows ("hann", ("kaiser", 8.6), ...), as
                many taps as a frame has samples, or [] for all 1, and with several taps a
                branch for polyphase_window()
samp_rate       in Hz, > 0
lowest_db       where the lowest level begins
highest_db      where the highest level ends
levels          2 .. 4096; an item, levels * length floats, has less than 2**31 bytes
decay_seconds   time constant of the decay; 0: none
output          "dbfs" or "dbfs_per_hz"
centered        DC is bin length // 2 instead of 0
rate            histograms in a second of stream; 0, or more than there are frames: one
                for each frame
max_latency_ms  bound of what a sample waits for others to be sent with; 0: none
device          "auto", or a line of `gpufft devices`, e.g. "cuda:0"
taps_per_branch frames are so many times longer than `length`, and folded to it before
                the transform: bins with flat tops

Setters may be called while the flowgraph runs; each is also a command of that name
without "set_" at the message port "command". Another output, centered, lowest_db,
highest_db, samp_rate or freq begins an empty histogram, as another value of a tag rx_freq,
freq, rx_rate or samp_rate does. Once the flowgraph has started, values that are refused
are logged, and change nothing.

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)";

persistence_c::sptr make(int length,
                         int hop,
                         const py::object& window,
                         double samp_rate,
                         double lowest_db,
                         double highest_db,
                         int levels,
                         double decay_seconds,
                         const std::string& output,
                         bool centered,
                         double rate,
                         double max_latency_ms,
                         const std::string& device,
                         int taps_per_branch)
{
    // An item that GNU Radio cannot count the bytes of is refused without a window, too.
    const bool is_item =
        static_cast<std::int64_t>(length) * levels < (std::int64_t(1) << 29);
    const auto taps =
        is_item ? taps_of(window, length, taps_per_branch) : std::vector<float>();
    const py::gil_scoped_release others_go_on; // while kernels are built
    return persistence_c::make(length,
                               hop,
                               taps,
                               samp_rate,
                               lowest_db,
                               highest_db,
                               levels,
                               decay_seconds,
                               output,
                               centered,
                               rate,
                               max_latency_ms,
                               device,
                               taps_per_branch);
}

} // namespace

void bind_persistence_c(py::module& m)
{
    using release = py::call_guard<py::gil_scoped_release>;
    block_class<persistence_c> bound(m, "persistence_c", DOC);
    bound.def(py::init(&make),
              py::arg("length"),
              py::arg("hop"),
              py::arg("window"),
              py::arg("samp_rate"),
              py::arg("lowest_db") = -120.0,
              py::arg("highest_db") = 0.0,
              py::arg("levels") = 256,
              py::arg("decay_seconds") = 0.5,
              py::arg("output") = "dbfs",
              py::arg("centered") = true,
              py::arg("rate") = 25.0,
              py::arg("max_latency_ms") = 50.0,
              py::arg("device") = "auto",
              py::arg("taps_per_branch") = 1,
              DOC);
    const auto set =
        [&](const char* name, auto setter, const char* arg, const char* doc) {
            bound.def(name, live_setter(name, setter), py::arg(arg), doc);
        };
    bound.def(
        "set_window",
        [](persistence_c& b, const py::object& window) {
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
    set("set_hop", &persistence_c::set_hop, "samples", "Compiles kernels.");
    set("set_samp_rate",
        &persistence_c::set_samp_rate,
        "samp_rate",
        "In Hz; another one begins an empty histogram.");
    set("set_freq",
        &persistence_c::set_freq,
        "freq",
        "Of the receiver, in Hz; another one begins an empty histogram.");
    set("set_lowest_db",
        &persistence_c::set_lowest_db,
        "lowest_db",
        "Where the lowest level begins; another one begins an empty histogram.");
    set("set_highest_db",
        &persistence_c::set_highest_db,
        "highest_db",
        "Where the highest level ends; another one begins an empty histogram.");
    bound.def(
        "set_range_db",
        [](persistence_c& b, const py::object& lowest_db, const py::object& highest_db) {
            call_live(b, [&] {
                const auto lowest = argument_of<double>("set_range_db", lowest_db);
                const auto highest = argument_of<double>("set_range_db", highest_db);
                const py::gil_scoped_release others_go_on;
                b.set_range_db(lowest, highest);
            });
        },
        py::arg("lowest_db"),
        py::arg("highest_db"),
        "Both at once; another one begins an empty histogram.");
    set("set_decay_seconds",
        &persistence_c::set_decay_seconds,
        "decay_seconds",
        "Time constant of the decay; 0: none.");
    set("set_output",
        &persistence_c::set_output,
        "output",
        "\"dbfs\" or \"dbfs_per_hz\"; another one begins an empty histogram.");
    set("set_centered",
        &persistence_c::set_centered,
        "centered",
        "DC is bin length // 2 instead of 0; another one begins an empty histogram.");
    set("set_rate",
        &persistence_c::set_rate,
        "rate",
        "Histograms in a second of stream; 0: one for each frame.");
    set("set_max_latency_ms",
        &persistence_c::set_max_latency_ms,
        "milliseconds",
        "Bound of what a sample waits for others to be sent with; 0: none.");
    bound.def("reset",
              &persistence_c::reset,
              release(),
              "Begin an empty histogram at the next frame.");
    bound.def("length", &persistence_c::length)
        .def("taps_per_branch", &persistence_c::taps_per_branch)
        .def("levels", &persistence_c::levels)
        .def("window", &persistence_c::window)
        .def("hop", &persistence_c::hop)
        .def("samp_rate", &persistence_c::samp_rate)
        .def("freq", &persistence_c::freq, "NaN while nobody has said.")
        .def("lowest_db", &persistence_c::lowest_db)
        .def("highest_db", &persistence_c::highest_db)
        .def("decay_seconds", &persistence_c::decay_seconds)
        .def("output", &persistence_c::output)
        .def("centered", &persistence_c::centered)
        .def("rate", &persistence_c::rate)
        .def("max_latency_ms", &persistence_c::max_latency_ms);
}
