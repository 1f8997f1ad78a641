#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectrum blocks on a CPU device beside its fft_vcc, and beside in-tree chains.

usage: bm_spectrum_blocks.py [--device auto] [--rounds 5] [--seconds 0.3]
                             [--lengths 64,1024,4096,16384,65536]

Flowgraphs of a source, a chain and a sink, of which neither end touches memory, go in turns
in one process, as many rounds as asked for. Prints a line for each chain: the median of
10^6 samples a second; the same of a second that the cores have computed, which other
programs on the machine disturb less; and the medians, round by round, of that by fft_vcc's
and by that of the fastest in-tree chain that does the same.
"""

import argparse
import os
import statistics
import time

os.environ.setdefault("GPUFFT_BEGIN", "compiled")  # no host in place of kernels

from gnuradio import blocks, fft, gpufft, gr  # noqa: E402
from gnuradio.fft import logpwrfft, window
from gnuradio.gpufft import _flowgraph_ends

SAMP_RATE = 1e9
COMPLEX, FLOAT = gr.sizeof_gr_complex, gr.sizeof_float
FRAMES = 64  # of a mean
WARM_UP_S = 0.3  # what the flowgraph before left in flight ends as well


def taps_of(length):
    return window.blackmanharris(length)


def spectrum(length, device, frames, **more):
    return [gpufft.spectrum_c(length, length, taps_of(length), SAMP_RATE, output="dbfs",
                              frames=frames, device=device, **more)]


def shorts(length, device, frames):
    return [gpufft.spectrum_s(length, length, taps_of(length), SAMP_RATE, output="dbfs",
                              frames=frames, device=device)]


def in_tree_powers(length):
    return [blocks.stream_to_vector(COMPLEX, length),
            fft.fft_vcc(length, True, taps_of(length), True, 1),
            blocks.complex_to_mag_squared(length)]


def logpwr(module, length, **device):
    return [module.logpwrfft_c(SAMP_RATE, length, 2, SAMP_RATE / length, 1.0, False,
                               shift=True, **device)]


def persistence(length, device, samp_rate):
    return [gpufft.persistence_c(length=length, hop=length, window=taps_of(length),
                                 samp_rate=samp_rate, rate=25, device=device)]


#: name -> (what it does, samples in an input item, bytes of input and output items, chain)
def chains_of(length, device):
    vector = length * FLOAT
    one, mean = "each frame, dB", f"means of {FRAMES}, dB"
    return {
        "gpufft.fft_vcc": ("FFT", length, length * COMPLEX, length * COMPLEX, [
            gpufft.fft_vcc(length, True, taps_of(length), True, device=device)]),
        "in-tree fft, mag^2, log": (one, 1, COMPLEX, vector, [
            *in_tree_powers(length), blocks.nlog10_ff(10, length)]),
        "in-tree logpwrfft_c": (one, 1, COMPLEX, vector, logpwr(logpwrfft, length)),
        "spectrum_c": (one, 1, COMPLEX, vector, spectrum(length, device, 1)),
        "spectrum_s": (one, 0.5, gr.sizeof_short, vector, shorts(length, device, 1)),
        "logpwrfft_c": (one, 1, COMPLEX, vector, logpwr(gpufft, length, device=device)),
        "in-tree fft, mag^2, mean, log": (mean, 1, COMPLEX, vector, [
            *in_tree_powers(length), blocks.integrate_ff(FRAMES, length),
            blocks.nlog10_ff(10, length)]),
        "spectrum_c, mean": (mean, 1, COMPLEX, vector, spectrum(length, device, FRAMES)),
        "spectrum_s, mean": (mean, 0.5, gr.sizeof_short, vector,
                             shorts(length, device, FRAMES)),
        "persistence_c, 25 a second": ("histograms", 1, COMPLEX, 256 * vector,
                                       persistence(length, device, SAMP_RATE)),
        "persistence_c, every 1.28 MS": ("histograms", 1, COMPLEX, 256 * vector,
                                         persistence(length, device, 32e6)),
    }


class Flowgraph:
    """A chain that runs again and again."""

    def __init__(self, does, samples, input_bytes, output_bytes, chain):
        self.does, self._samples = does, samples
        self._source = _flowgraph_ends.noise_once_source(input_bytes)
        self._sink = _flowgraph_ends.counting_sink(output_bytes)
        self._graph = gr.top_block()
        self._chain = chain
        self._graph.connect(self._source, *chain, self._sink)

    def rates(self, seconds):
        """Samples a second, and a second of the cores' time."""
        self._graph.start()
        time.sleep(WARM_UP_S)
        taken = self._taken()
        begin, computed = time.perf_counter(), time.process_time()
        time.sleep(seconds)
        taken = self._taken() - taken
        computed = time.process_time() - computed
        spent = time.perf_counter() - begin
        self._graph.stop()
        self._graph.wait()
        return taken / spent, taken / max(computed, 1e-9)

    def _taken(self):
        return self._source.nitems_written(0) * self._samples


def measured(length, device, rounds, seconds):
    graphs = {name: Flowgraph(*chain) for name, chain in chains_of(length, device).items()}
    rates = {name: [] for name in graphs}
    for turn in range(rounds + 1):  # one to warm up
        for name, graph in graphs.items():
            found = graph.rates(seconds)
            if turn:
                rates[name].append(found)
    return graphs, rates


def report(length, graphs, rates):
    in_tree = {}
    for name, found in rates.items():
        if name.startswith("in-tree"):
            cores = statistics.median(each[1] for each in found)
            best = in_tree.get(graphs[name].does)
            if not best or cores > best[0]:
                in_tree[graphs[name].does] = (cores, found)
    for name, found in rates.items():
        wall, cores = (statistics.median(each[i] for each in found) / 1e6 for i in range(2))

        def ratio(to):
            return statistics.median(a[1] / b[1] for a, b in zip(found, to))

        theirs = in_tree.get(graphs[name].does)
        print(f"{length:>6} {name:<30} {graphs[name].does:<18} {wall:8.1f} {cores:8.1f} "
              f"{ratio(rates['gpufft.fft_vcc']):6.2f}"
              + (f" {ratio(theirs[1]):6.2f}" if theirs else ""), flush=True)


def numbers(text):
    return [int(each) for each in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--lengths", type=numbers, default=[64, 1024, 4096, 16384, 65536])
    asked = parser.parse_args()
    gr.logging().set_default_level(gr.log_levels.error)
    print("length chain                          does                   MS/s  of cores "
          "of fft of in-tree")
    for length in asked.lengths:
        report(length, *measured(length, asked.device, asked.rounds, asked.seconds))


if __name__ == "__main__":
    main()
