/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include <gnuradio/gpufft/matched_filter.h>
#include <pybind11/complex.h>

namespace py = pybind11;
using gr::gpufft::matched_filter;

void bind_matched_filter(py::module& m)
{
    bind_block<matched_filter>(
        m,
        "matched_filter",
        R"(matched_filter(references, threshold=0.5, min_distance=0, samp_rate=0.0, nthreads=0,
               device="auto")

Finds known signals in a stream by sliding correlation, on a GPU or CPU device.

Input:  complex
Output: none, or up to one complex stream for each reference: sample m is

    c[m] = sum over k of conj(r[k]) x[m - (L - 1) + k],  k = 0 .. L - 1

for a reference r of L samples, with zeros before the first sample.

Message port "peaks": a dictionary for each peak, with "offset" of the first sample that is
like the reference, "reference", "value" (c), "level" and, where a tag rx_time and the rate
say it, "time" of that sample, (whole seconds, fraction). The level is
|c| / sqrt(sum(|r|**2) * sum(|x|**2) over the same samples), from 0 to 1: 1 where x is a
multiple of r, about 1 / sqrt(L) in noise. A peak is the highest level of at least
`threshold` within `min_distance` samples of itself; its message comes when so many have
followed it, or the stream has ended.

references    1 to 64 of them, each of 1 to 2**24 finite samples, not all 0
threshold     least level of a peak, above 0, up to 1
min_distance  samples between peaks of a reference; 0: its length
samp_rate     in Hz, for times where no tag rx_rate comes; 0: not known
nthreads      most threads that compute on a CPU device; 0: one for each core, less one of
              more than two for the other blocks. GPUs have no such limit
device        "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("references"),
        py::arg("threshold") = 0.5,
        py::arg("min_distance") = 0,
        py::arg("samp_rate") = 0.0,
        py::arg("nthreads") = 0,
        py::arg("device") = "auto")
        .def("set_references",
             live_setter("set_references", &matched_filter::set_references),
             py::arg("references"),
             "As many as before, from now on; makes their kernels.")
        .def("references", &matched_filter::references)
        .def("set_threshold",
             live_setter("set_threshold", &matched_filter::set_threshold),
             py::arg("threshold"),
             "Least level of a peak.")
        .def("threshold", &matched_filter::threshold)
        .def("set_min_distance",
             live_setter("set_min_distance", &matched_filter::set_min_distance),
             py::arg("samples"),
             "Between peaks of a reference; 0: its length.")
        .def("min_distance", &matched_filter::min_distance)
        .def("set_samp_rate",
             live_setter("set_samp_rate", &matched_filter::set_samp_rate),
             py::arg("samp_rate"),
             "In Hz, for times where no tag rx_rate comes; 0: not known.")
        .def("samp_rate", &matched_filter::samp_rate);
}
