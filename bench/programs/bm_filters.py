#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""FFT filters of this module beside those of gnuradio.filter, in turns in one process.

usage: bm_filters.py [--kind ccc|ccf|fff|scc|xlating] [--device auto] [--taps 31,255,...]
                     [--decimation 1,8] [--rounds 5] [--seconds 1]

For each number of taps and decimation the flowgraph source, filter, sink runs
with each of them, one after the other, as many rounds as asked for. Prints the median
rates in 10^6 input samples a second and how many times as fast ours is as the faster of
in-tree's with one thread and with as many as there are cores; then the same of the time
that the cores have computed, which other programs on the machine disturb less.
"""

import argparse
import os
import statistics
import time

import numpy as np
from gnuradio import blocks, filter, gpufft, gr
from gnuradio.gpufft import _flowgraph_ends

SAMPLE = gr.sizeof_gr_complex


def rate(make, size, decimation, seconds):
    """Input samples a second, and a second of the cores' time, through a new filter.

    Neither end touches memory, so that only the filter takes time.
    """
    made, sink = make(), _flowgraph_ends.counting_sink(size)
    source = _flowgraph_ends.noise_once_source(made.input_signature().sizeof_stream_item(0))
    graph = gr.top_block()
    graph.connect(source, made, sink)
    wall, computed = rate_of(graph, sink, seconds)
    return wall * decimation, computed * decimation


def rate_of(graph, sink, seconds):
    """Items a second, and a second of the cores' time, that reach the sink of a flowgraph."""
    graph.start()
    time.sleep(0.3)
    items, begin = sink.last_arrival()
    while not items:  # many channels take longer, and have no first arrival until then
        time.sleep(0.1)
        items, begin = sink.last_arrival()
    computed = time.process_time()
    time.sleep(seconds)
    more, end = sink.last_arrival()
    computed = time.process_time() - computed
    graph.stop()
    graph.wait()
    items = more - items
    return items / max(end - begin, 1e-9), items / computed


def behind_a_converter(block):
    """In-tree's way from shorts to its filter."""
    whole = gr.hier_block2(
        "shorts", gr.io_signature(1, 1, gr.sizeof_short), gr.io_signature(1, 1, SAMPLE)
    )
    converter = blocks.interleaved_short_to_complex(False, False, 32768)
    whole.connect(whole, converter, block, whole)
    whole.parts = converter, block
    return whole


def made(module, kind, decimation, taps, threads, *device):
    if kind == "scc" and module is filter:
        return behind_a_converter(filter.fft_filter_ccc(decimation, taps, threads))
    if kind != "xlating":
        return getattr(module, "fft_filter_" + kind)(decimation, taps, threads, *device)
    place = [0, *device] if device else []
    block = module.freq_xlating_fft_filter_ccc(decimation, taps, 0.123, 1, *place)
    block.set_nthreads(threads)
    return block


def measured(kind, count, decimation, device, rounds, seconds):
    rng = np.random.default_rng(count)
    taps = rng.standard_normal(count) / count
    if kind in ("ccc", "scc", "xlating"):
        taps = taps + 1j * rng.standard_normal(count) / count
    taps = taps.tolist()
    size = gr.sizeof_float if kind == "fff" else SAMPLE
    cores = len(os.sched_getaffinity(0))
    makers = {
        "ours": lambda: made(gpufft, kind, decimation, taps, 0, device),
        "in-tree": lambda: made(filter, kind, decimation, taps, 1),
        f"in-tree, {cores} threads": lambda: made(filter, kind, decimation, taps, cores),
    }
    rates = {name: [] for name in makers}
    for turn in range(rounds + 1):  # one to compile
        for name, make in makers.items():
            found = rate(make, size, decimation, seconds)
            if turn:
                rates[name].append(found)
    return [
        {name: statistics.median(each[i] for each in found) for name, found in rates.items()}
        for i in range(2)
    ]


def compared(rates):
    ours = rates["ours"]
    theirs = {name: value for name, value in rates.items() if name != "ours"}
    text = ", ".join(f"{name} {value / 1e6:.1f}" for name, value in theirs.items())
    return f"ours {ours / 1e6:.1f}, {text}: {ours / max(theirs.values()):.2f} times"


def numbers(text):
    return [int(each) for each in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", default="ccc", choices=["ccc", "ccf", "fff", "scc", "xlating"])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--taps", type=numbers, default=[31, 255, 1023, 4095, 65535])
    parser.add_argument("--decimation", type=numbers, default=[1, 8])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    asked = parser.parse_args()
    for count in asked.taps:
        for decimation in asked.decimation:
            found = measured(
                asked.kind,
                count,
                decimation,
                asked.device,
                asked.rounds,
                asked.seconds,
            )
            print(
                f"{asked.kind} {count} taps, decimation {decimation}: "
                f"MS/s {compared(found[0])}; MS/s of a core {compared(found[1])}",
                flush=True,
            )


if __name__ == "__main__":
    main()
