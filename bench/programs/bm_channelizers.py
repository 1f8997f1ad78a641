#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Polyphase channelizers of this module beside that of gnuradio.filter, in turns in one process.

usage: bm_channelizers.py [--device auto] [--channels 16,64,1024] [--oversample 1,2]
                          [--taps 12] [--rounds 5] [--seconds 1]

For each number of channels and oversampling rate, with so many taps a branch, the flowgraphs
source, channelizer, sinks run one after the other, as many rounds as asked for: in-tree's and
ours with a stream for each channel in and out, ours with one stream in, and ours with one
stream in and vectors out. Prints the median rates in 10^6 samples of the stream a second and how
many times as fast as in-tree's, then the same of the time that the cores have computed, which
other programs on the machine disturb less. Streams in are one buffer, read as often as there are
channels.
"""

import argparse
import statistics

import numpy as np
from bm_filters import rate_of
from gnuradio import blocks, filter, gpufft, gr
from gnuradio.gpufft import _flowgraph_ends

SAMPLE = gr.sizeof_gr_complex


def graph_of(make, channels, streams_in, streams_out):
    made = make()
    values = made.output_signature().sizeof_stream_item(0)
    sink, rest = _flowgraph_ends.counting_sink(values), blocks.null_sink(values)
    source = _flowgraph_ends.noise_once_source(SAMPLE)
    graph = gr.top_block()
    for i in range(streams_in):
        graph.connect(source, (made, i))
    graph.connect((made, 0), sink)
    for i in range(1, streams_out):
        graph.connect((made, i), (rest, i - 1))
    return graph, sink


def rate(make, channels, hop, streams_in, streams_out, seconds):
    """Samples a second, and a second of the cores' time, through a new channelizer."""
    graph, sink = graph_of(make, channels, streams_in, streams_out)
    wall, computed = rate_of(graph, sink, seconds)
    return wall * hop, computed * hop


def measured(channels, oversample, count, device, rounds, seconds):
    rng = np.random.default_rng(channels)
    taps = (rng.standard_normal(count * channels) / count).tolist()
    hop = channels // oversample
    streams, vectors = gpufft.pfb_channelizer_ccf, gpufft.pfb_channelizer_vccf
    rows = {
        "in-tree": (
            lambda: filter.pfb_channelizer_ccf(channels, taps, oversample),
            channels,
            channels,
        ),
        "streams": (
            lambda: streams(channels, taps, oversample, 0, device),
            channels,
            channels,
        ),
        "one to streams": (
            lambda: streams(channels, taps, oversample, 0, device),
            1,
            channels,
        ),
        "one to vectors": (
            lambda: vectors(channels, taps, oversample, [], 0, device),
            1,
            1,
        ),
    }
    rates = {name: [] for name in rows}
    for turn in range(rounds + 1):  # one to compile
        for name, (make, streams_in, streams_out) in rows.items():
            found = rate(make, channels, hop, streams_in, streams_out, seconds)
            if turn:
                rates[name].append(found)
    return [
        {name: statistics.median(each[i] for each in found) for name, found in rates.items()}
        for i in range(2)
    ]


def compared(rates):
    theirs = rates["in-tree"]
    text = f"in-tree {theirs / 1e6:.1f}"
    for name, value in rates.items():
        if name != "in-tree":
            text += f", {name} {value / 1e6:.1f} ({value / theirs:.1f} times)"
    return text


def numbers(text):
    return [int(each) for each in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--channels", type=numbers, default=[16, 64, 1024])
    parser.add_argument("--oversample", type=numbers, default=[1, 2])
    parser.add_argument("--taps", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    asked = parser.parse_args()
    for channels in asked.channels:
        for oversample in asked.oversample:
            found = measured(
                channels,
                oversample,
                asked.taps,
                asked.device,
                asked.rounds,
                asked.seconds,
            )
            print(
                f"{channels} channels of {asked.taps} taps, oversampled by {oversample}: "
                f"MS/s {compared(found[0])}; MS/s of a core {compared(found[1])}",
                flush=True,
            )


if __name__ == "__main__":
    main()
