/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pfb_channelizer_python.h"
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/gpufft/pfb_channelizer_vccf.h>

namespace py = pybind11;

void bind_pfb_channelizer(py::module& m)
{
    bind_channelizer(bind_block<gr::gpufft::pfb_channelizer_ccf>(
        m,
        "pfb_channelizer_ccf",
        R"(pfb_channelizer_ccf(numchans, taps, oversample_rate=1, nthreads=0, device="auto")

Polyphase channelizer on a GPU or CPU device, a stream for each channel; drop-in for
gnuradio.filter.pfb_channelizer_ccf.

In: the stream in one port, or in numchans ports in turn, as blocks.stream_to_streams deals
it out. Out: up to numchans streams, number n that of channel channel_map()[n]. Output o of
channel c is, with N channels and an oversampling rate of N / i,

    sum over l of taps[l] x[t - l] exp(-2 pi i (t - l + i + 1) c / N),  t = (o + 1) i - 1

numchans    N, 1 to 2**16
taps        of the prototype filter, finite, at the rate of the samples
oversample_rate  outputs for each that a channel's width asks for: N / i, i from 1 to N
nthreads    most threads that compute on a CPU device; 0: one for each core, less one of
            more than two for the other blocks. GPUs have no such limit
device      "auto", or a line of `gpufft devices`, e.g. "opencl:0"

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("numchans"),
        py::arg("taps"),
        py::arg("oversample_rate") = 1.0F,
        py::arg("nthreads") = 0,
        py::arg("device") = "auto"));
    bind_channelizer(bind_block<gr::gpufft::pfb_channelizer_vccf>(
        m,
        "pfb_channelizer_vccf",
        R"(pfb_channelizer_vccf(numchans, taps, oversample_rate=1, channel_map=[], nthreads=0,
                     device="auto")

Polyphase channelizer on a GPU or CPU device: one stream in, vectors of the wanted channels
out. Value n of a vector is of channel channel_map()[n]. What it computes, and the other
arguments: as pfb_channelizer_ccf.

channel_map  the channel of each of a vector's values, at most 2**16; empty: all, from 0 on

ValueError: an argument is out of the range above. RuntimeError: no such device, or it
failed.)",
        py::arg("numchans"),
        py::arg("taps"),
        py::arg("oversample_rate") = 1.0F,
        py::arg("channel_map") = std::vector<int>(),
        py::arg("nthreads") = 0,
        py::arg("device") = "auto"));
}
