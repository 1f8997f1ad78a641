/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_python.h"
#include <gnuradio/gpufft/channels.h>
#include <pybind11/complex.h>

namespace py = pybind11;
using gr::gpufft::channels;

namespace {

py::dict channel_of(const channels& bound, const std::string& name)
{
    const auto info = bound.channel(name);
    py::dict d;
    d["name"] = info.name;
    d["freq"] = info.freq;
    d["rate"] = info.rate;
    d["low"] = info.low;
    d["high"] = info.high;
    d["beta"] = info.beta;
    d["stream"] = info.stream;
    return d;
}

void set_streams(channels& bound,
                 const py::object& freqs,
                 const py::object& rate,
                 const py::object& low,
                 const py::object& high,
                 const py::object& beta)
{
    call_live(bound, [&] {
        const auto number = [](const py::object& given) {
            return argument_of<double>("set_streams", given);
        };
        const auto all = argument_of<std::vector<double>>("set_streams", freqs);
        const double r = number(rate), l = number(low), h = number(high),
                     b = number(beta);
        const py::gil_scoped_release others_go_on;
        bound.set_streams(all, r, l, h, b);
    });
}

void bind_edits(block_class<channels>& bound)
{
    const auto others_go_on = py::call_guard<py::gil_scoped_release>();
    bound
        .def("add_channel",
             &channels::add_channel,
             py::arg("name"),
             py::arg("freq"),
             py::arg("rate"),
             py::arg("low") = 0.0,
             py::arg("high") = 0.0,
             py::arg("beta") = channels::DEFAULT_BETA,
             py::arg("stream") = -1,
             others_go_on,
             R"(Add a channel, from the next block of samples on; also while running.

name    not empty, and of no other channel
freq    of the radio, in Hz
rate    of its outputs, in Hz: a multiple of rate_step()
low, high  edges of what it passes, in Hz off freq, where an amplitude is halved; both 0:
        as wide as the rate allows
beta    of the Kaiser window, 0 to 40: the higher, the lower is the stopband and the wider
        the way there
stream  output that it goes to, which no other channel does; -1: PDUs

ValueError: one of these is out of range, the channel would leave the band, or there are
max_channels. Nothing has changed then.)")
        .def(
            "add_channel_taps",
            &channels::add_channel_taps,
            py::arg("name"),
            py::arg("freq"),
            py::arg("rate"),
            py::arg("taps"),
            py::arg("stream") = -1,
            others_go_on,
            R"(Add a channel with a filter of your own: taps at the rate of the samples, around
0 Hz, at most most_taps(), that pass little beyond half of its rate. ValueError otherwise.)")
        .def("move_channel",
             &channels::move_channel,
             py::arg("name"),
             py::arg("freq"),
             others_go_on,
             R"(Tune a channel, from the next block of samples on; its phase goes on.
ValueError: there is no such channel, or its edges would leave the band.)")
        .def("shape_channel",
             &channels::shape_channel,
             py::arg("name"),
             py::arg("low"),
             py::arg("high"),
             py::arg("beta") = channels::DEFAULT_BETA,
             others_go_on,
             "Give a channel other edges, as add_channel() has them. ValueError "
             "otherwise.")
        .def("shape_channel_taps",
             &channels::shape_channel_taps,
             py::arg("name"),
             py::arg("taps"),
             others_go_on,
             "Give a channel other taps, as add_channel_taps() has them. ValueError "
             "otherwise.")
        .def(
            "assign_channel",
            &channels::assign_channel,
            py::arg("name"),
            py::arg("stream"),
            others_go_on,
            R"(Have a channel go to an output, or with -1 to PDUs. ValueError: the output has
another channel, or is not there.)")
        .def("drop_channel",
             &channels::drop_channel,
             py::arg("name"),
             others_go_on,
             "Drop a channel. ValueError: there is no such channel.")
        .def("drop_all", &channels::drop_all, others_go_on, "Drop all channels.");
}

} // namespace

void bind_channels(py::module& m)
{
    auto bound = bind_block<channels>(
        m,
        "channels",
        R"(channels(samp_rate, center_freq=0, max_channels=1000, num_streams=0, rates=[],
         block_time=0.02, overlap=5, device="auto")

Many receivers out of one stream, on a GPU or CPU device: channels of any frequency, width
and rate from one transform for each block of samples, added, moved and dropped while the
flowgraph runs.

In: complex. Out: num_streams streams of complex, of the channels that are assigned to
them; channels without a stream are PDUs at port pdus, with a dictionary of channel,
frequency, rate, number, sample, time and, where tags said it, rx_time.

samp_rate     of the input, in Hz
center_freq   the frequency in Hz that the middle of the band has
max_channels  at a time, 1 to 2**16
num_streams   outputs
rates         that channels have, in Hz; others fit if they are multiples of rate_step()
block_time    seconds of new samples that a transform takes, about
overlap       one sample of so many of a transform was in the one before, 2 to 64. Filters
              are block_time / (overlap - 1) long
device        "auto", or a line of `gpufft devices`, e.g. "opencl:0"

Port command takes add and move with a dictionary (channel, freq, rate, low, high, beta,
taps, stream), drop with a name, center_freq and status. Port status tells of channels.

ValueError: an argument is out of the range above, or no block fits the rates.
RuntimeError: no such device, or it failed.)",
        py::arg("samp_rate"),
        py::arg("center_freq") = 0.0,
        py::arg("max_channels") = 1000,
        py::arg("num_streams") = 0,
        py::arg("rates") = std::vector<double>(),
        py::arg("block_time") = 0.02,
        py::arg("overlap") = 5,
        py::arg("device") = "auto");
    bind_edits(bound);
    bound.def("channel_names", &channels::channel_names, "Names, in the order of adding.")
        .def(
            "channel",
            &channel_of,
            py::arg("name"),
            R"(A dictionary of name, freq, rate, low, high, beta and stream. ValueError: there
is no such channel.)")
        .def(
            "set_streams",
            &set_streams,
            py::arg("freqs"),
            py::arg("rate"),
            py::arg("low") = 0.0,
            py::arg("high") = 0.0,
            py::arg("beta") = channels::DEFAULT_BETA,
            R"(Have stream i give a channel "i" at freqs[i], and other streams none; channels
that are there are moved, and their phase goes on. ValueError, or a line in the log once the
flowgraph has started, where add_channel() would refuse one.)")
        .def(
            "set_center_freq",
            live_setter("set_center_freq", &channels::set_center_freq),
            py::arg("center_freq"),
            R"(The radio has been tuned: channels keep their frequencies and move within the
band. ValueError, or a line in the log once the flowgraph has started, where some would
leave it.)")
        .def("center_freq", &channels::center_freq, "Hz that the middle of the band has.")
        .def("samp_rate", &channels::samp_rate, "Of the input, in Hz.")
        .def("rate_step", &channels::rate_step, "Rates are multiples of so many Hz.")
        .def("filter_time", &channels::filter_time, "Seconds that filters are long.")
        .def("block_samples", &channels::block_samples, "New samples in a transform.")
        .def("block_length", &channels::block_length, "Points of a transform.")
        .def("most_taps", &channels::most_taps, "Of add_channel_taps().");
}
