#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Polyphase synthesizers of this module beside that of gnuradio.filter, in turns in one process.

usage: bm_synthesizers.py [--device auto] [--channels 16,64,1024] [--rates 1,2] [--taps 12]
                          [--rounds 5] [--seconds 1]

For each number of channels, at the rate of their width and twice that, with so many taps a branch,
the flowgraphs source, synthesizer, sink run one after the other, as many rounds as asked for:
in-tree's and ours with a stream for each channel, and ours with one stream of vectors. Prints the
median rates in 10^6 output samples a second and how many times as fast as in-tree's, then the same
of the time that the cores have computed, which other programs on the machine disturb less. At twice
the rate half of the channels have a stream, which are as many as in-tree's takes; vectors have
all. Streams are one buffer, read as often as there are channels.
"""

import argparse
import statistics

import numpy as np
from bm_channelizers import compared, numbers
from bm_filters import rate_of
from gnuradio import filter, gpufft, gr
from gnuradio.gpufft import _flowgraph_ends

SAMPLE = gr.sizeof_gr_complex


def rate(make, streams, seconds):
    """Output samples a second, and a second of the cores' time, through a new synthesizer."""
    made, sink = make(), _flowgraph_ends.counting_sink(SAMPLE)
    source = _flowgraph_ends.noise_once_source(made.input_signature().sizeof_stream_item(0))
    graph = gr.top_block()
    for i in range(streams):
        graph.connect(source, (made, i))
    graph.connect(made, sink)
    return rate_of(graph, sink, seconds)


def measured(channels, is_doubled, count, device, rounds, seconds):
    rng = np.random.default_rng(channels)
    taps = (rng.standard_normal(count * channels) / count).tolist()
    streams, vectors = gpufft.pfb_synthesizer_ccf, gpufft.pfb_synthesizer_vccf
    rows = {
        "in-tree": (lambda: filter.pfb_synthesizer_ccf(channels, taps, is_doubled), channels),
        "streams": (lambda: streams(channels, taps, is_doubled, 0, device), channels),
        "vectors": (lambda: vectors(channels, taps, is_doubled, [], 0, device), 1),
    }
    rates = {name: [] for name in rows}
    for turn in range(rounds + 1):  # one to compile
        for name, (make, inputs) in rows.items():
            found = rate(make, inputs, seconds)
            if turn:
                rates[name].append(found)
    return [
        {name: statistics.median(each[i] for each in found) for name, found in rates.items()}
        for i in range(2)
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--channels", type=numbers, default=[16, 64, 1024])
    parser.add_argument("--rates", type=numbers, default=[1, 2])
    parser.add_argument("--taps", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    asked = parser.parse_args()
    for channels in asked.channels:
        for times in asked.rates:
            found = measured(
                channels, times == 2, asked.taps, asked.device, asked.rounds, asked.seconds
            )
            print(
                f"{channels} channels of {asked.taps} taps, {times} times their width: "
                f"MS/s {compared(found[0])}; MS/s of a core {compared(found[1])}",
                flush=True,
            )


if __name__ == "__main__":
    main()
