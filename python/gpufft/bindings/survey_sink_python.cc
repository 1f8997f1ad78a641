/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include "live_setter_python.h"
#include <gnuradio/gpufft/survey_sink.h>

void bind_survey_sink(pybind11::module& m)
{
    namespace py = pybind11;
    using gr::gpufft::survey_sink;
    using release = py::call_guard<py::gil_scoped_release>;
    const char* const doc =
        R"(survey_sink(survey, length, samp_rate, freq=0.0, hop=0, frames=1,
            window="blackmanharris", output="dbfs_per_hz", statistics="mean",
            one_sided=False, taps_per_branch=1, utc=True, flush_seconds=5.0)

Records spectra in a survey: arrays of Zarr, as `gpufft process` makes them, that
gpufft.open_survey() and xarray open.

Inputs: float[length], one for each of `statistics`, in their order: spectra as spectrum_c
        makes them with the same settings, centered, with all of their bins, and an output
        every `frames` frames. With one_sided float[length // 2 + 1], of real samples.

Each item of the first input, with those of the others, is a row. The survey can be read
while it grows: rows are there `flush_seconds` after they came, at the latest. The same
flowgraph run again goes on with the survey behind its last row, and so it does after a
kill -9, which loses what was not written yet.

Times are of the tags rx_time. With utc, where no tag says a time, the first row has that of
its arrival, and the others follow by samp_rate; without it, times are seconds of samples
from the first one. A tag rx_time that does not fit what went before leaves a gap. Tags
rx_freq and freq, and set_freq(), move the frequencies of the rows from theirs on. All tags
of the first input are kept in tags.jsonl in the survey's folder.

When the files cannot be written any more, as on a full disk, or a tag rx_rate or samp_rate
names another rate, the log says so and the block ends the stream. What is written stays;
with room, the same flowgraph goes on.

survey           the folder; made where there is none
length           points of the transform, 1 .. 2**27
samp_rate        in Hz, > 0, of the samples that spectra were made of
freq             of the receiver, in Hz: that of DC
hop              samples from a frame to the next; 0: half the length
frames           of a spectrum, >= 1
window           that frames were multiplied by, one that `gpufft process --window` knows:
                 it decides the RBW that the survey says
output           "power", "power_per_hz", "dbfs" or "dbfs_per_hz"
statistics       "mean", "max", "min", or several: "mean,max"
one_sided        spectra are of real samples
taps_per_branch  of the spectra
utc              times are UTC
flush_seconds    > 0: the longest that a row waits to be written

ValueError: an argument is out of the range above. RuntimeError: the survey cannot be
written, was begun with other settings, or is another sink's at the moment.)";
    py::class_<survey_sink,
               gr::sync_block,
               gr::block,
               gr::basic_block,
               std::shared_ptr<survey_sink>>(m, "survey_sink", doc)
        .def(py::init(&survey_sink::make),
             py::arg("survey"),
             py::arg("length"),
             py::arg("samp_rate"),
             py::arg("freq") = 0.0,
             py::arg("hop") = 0,
             py::arg("frames") = 1,
             py::arg("window") = "blackmanharris",
             py::arg("output") = "dbfs_per_hz",
             py::arg("statistics") = "mean",
             py::arg("one_sided") = false,
             py::arg("taps_per_branch") = 1,
             py::arg("utc") = true,
             py::arg("flush_seconds") = 5.0,
             doc)
        .def("set_freq",
             live_setter("set_freq", &survey_sink::set_freq),
             py::arg("freq"),
             "The receiver's, in Hz, from the next spectrum on.")
        .def("freq", &survey_sink::freq, release())
        .def("failure",
             &survey_sink::failure,
             release(),
             "Why the block has ended the stream, of the last run; \"\": it has not.")
        .def("rows",
             &survey_sink::rows,
             release(),
             "Rows of the survey, those of earlier runs among them; some may not be "
             "written yet.");
}
