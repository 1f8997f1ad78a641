/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pfb_channelizer_python.h"
#include <gnuradio/gpufft/pfb_synthesizer_ccf.h>
#include <gnuradio/gpufft/pfb_synthesizer_vccf.h>

namespace py = pybind11;

void bind_pfb_synthesizer(py::module& m)
{
    bind_channelizer(bind_block<gr::gpufft::pfb_synthesizer_ccf>(
        m,
        "pfb_synthesizer_ccf",
        R"(pfb_synthesizer_ccf(numchans, taps, twox=False, nthreads=0, device="auto")

Polyphase synthesizer on a GPU or CPU device; drop-in for
gnuradio.filter.pfb_synthesizer_ccf.

In: up to as many streams as there are channels, number n for channel channel_map()[n]. Out:
numchans samples for each item. With M = numchans and N channels, M of them or with twox
2 M, sample t is, where s[r][c] is item r for channel c,

    sum over r and c of taps[t - r M] s[r][c] exp(2 pi i (t + N - M) c / N)

numchans    M, 1 to 2**16, even with twox
taps        of the prototype filter, finite, at the rate of the output
twox        there are 2 M channels, whose samples come at twice the rate of the distance
            between channels
nthreads    most threads that compute on a CPU device; 0: one for each core, less one of
            more than two for the other blocks. GPUs have no such limit
device      "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("numchans"),
        py::arg("taps"),
        py::arg("twox") = false,
        py::arg("nthreads") = 0,
        py::arg("device") = "auto"));
    bind_channelizer(bind_block<gr::gpufft::pfb_synthesizer_vccf>(
        m,
        "pfb_synthesizer_vccf",
        R"(pfb_synthesizer_vccf(numchans, taps, twox=False, channel_map=[], nthreads=0,
                     device="auto")

Polyphase synthesizer on a GPU or CPU device: vectors of the channels' samples in, one stream
out. Value n of a vector is for channel channel_map()[n]. What it computes, and the other
arguments: as pfb_synthesizer_ccf.

channel_map  the channel of each of a vector's values; empty: all, from 0 on

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("numchans"),
        py::arg("taps"),
        py::arg("twox") = false,
        py::arg("channel_map") = std::vector<int>(),
        py::arg("nthreads") = 0,
        py::arg("device") = "auto"));
}
