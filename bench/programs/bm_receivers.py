#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The block channels at work: receivers of one wide stream, as streams and as PDUs.

usage: bm_receivers.py [--device auto] [--samp-rate 20e6] [--rates 12500,25000]
                       [--channels 1,100,1000] [--block-time 0.02] [--overlap 5]
                       [--rounds 3] [--seconds 2]

For each number of channels and rate, the flowgraph source, channels, sinks runs as many
rounds as asked for. Prints the median of the samples that go in, in 10^6 a second, by the
clock and of a second that the cores have computed, which other programs on the machine
disturb less; in real time is what is above the sample rate. On one core: taskset -c 0
bm_receivers.py --device auto/1.
"""

import argparse
import statistics
import time

import numpy as np
import pmt
from gnuradio import blocks, gpufft, gr, pdu
from gnuradio.gpufft import _flowgraph_ends

SAMPLE = gr.sizeof_gr_complex


def receivers(asked, count, rate, streams):
    block = gpufft.channels(
        asked.samp_rate,
        0,
        max(count, 1),
        count if streams else 0,
        [rate],
        asked.block_time,
        asked.overlap,
        asked.device,
    )
    room = (asked.samp_rate - rate) / 2
    # Anywhere between bins, so that each has an oscillator of its own.
    freqs = np.linspace(-room, room, count + 2)[1:-1]
    for i, freq in enumerate(freqs):
        block.add_channel(f"{i}", float(freq), rate, stream=i if streams else -1)
    return block


def measured(asked, count, rate, streams):
    """10^6 samples a second, and a second of the cores' time."""
    block = receivers(asked, count, rate, streams)
    graph = gr.top_block()
    source = _flowgraph_ends.noise_once_source(SAMPLE)
    graph.connect(source, block)
    if streams:
        sink = blocks.null_sink(SAMPLE)
        for i in range(count):
            graph.connect((block, i), (sink, i))
    else:
        # Takes PDUs and lets them go.
        drop = pdu.pdu_set(pmt.intern("taken"), pmt.PMT_T)
        graph.msg_connect(block, "pdus", drop, "pdus")
    graph.start()
    time.sleep(0.5)
    items, begin, computed = block.nitems_read(0), time.monotonic(), time.process_time()
    time.sleep(asked.seconds)
    items = block.nitems_read(0) - items
    spent, computed = time.monotonic() - begin, time.process_time() - computed
    graph.stop()
    graph.wait()
    return items / spent / 1e6, items / computed / 1e6, block.block_length()


def numbers(text):
    return [float(each) for each in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--samp-rate", type=float, default=20e6)
    parser.add_argument("--rates", type=numbers, default=[12500, 25000])
    parser.add_argument("--channels", type=numbers, default=[1, 100, 1000])
    parser.add_argument("--block-time", type=float, default=0.02)
    parser.add_argument("--overlap", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2)
    asked = parser.parse_args()
    for rate in asked.rates:
        for count in map(int, asked.channels):
            for streams in (False, True):
                if streams and count > 200:
                    continue  # a buffer each
                found = [
                    measured(asked, count, rate, streams) for _ in range(asked.rounds)
                ]
                by_clock, by_core = (
                    statistics.median(each[i] for each in found) for i in range(2)
                )
                print(
                    f"{count} channels of {rate:g} Hz as {'streams' if streams else 'PDUs'}: "
                    f"{by_clock:.1f} MS/s, {by_core:.1f} of a core; {found[0][2]} points",
                    flush=True,
                )


if __name__ == "__main__":
    main()
