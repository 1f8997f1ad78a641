# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of the block channels share: filters and channels in double precision, and
flowgraphs whose outputs are kept."""

import numpy as np
import pmt
from gnuradio import blocks, gr
from scipy.signal import fftconvolve

#: Of a stopband at -110 dB, what noise in the whole band leaves in a channel.
BOUND = 2e-5


def prototype(block, low, high, beta=11):
    """Taps of the windowed sinc between two edges, as long as the block's filters are."""
    samp_rate = block.samp_rate()
    count = block.most_taps()
    time = (np.arange(count) - (count - 1) / 2) / samp_rate
    middle, width = (low + high) / 2, high - low
    ideal = width * np.sinc(width * time) * np.exp(2j * np.pi * middle * time)
    return np.kaiser(count, beta) * ideal / samp_rate


def channel_of(block, x, info, turns=0.0):
    """All outputs of a channel of the samples x: mixed, filtered, decimated by a whole
    number. The oscillator is at `turns` where it would be at 0."""
    samp_rate = block.samp_rate()
    mixed = x.astype(complex) * np.exp(
        -2j
        * np.pi
        * ((info["freq"] - block.center_freq()) / samp_rate * np.arange(len(x)) + turns)
    )
    taps = prototype(block, info["low"], info["high"], info["beta"])
    decimation = round(samp_rate / info["rate"])
    assert abs(samp_rate / info["rate"] - decimation) < 1e-9
    return fftconvolve(mixed, taps)[: len(x)][::decimation]


class VectorSource(gr.sync_block):
    """The samples of an array, then the end; Python lists of them would take a while."""

    def __init__(self, x, tags=()):
        super().__init__("samples", None, [np.complex64])
        self.x, self.tags, self.given = x, list(tags), 0

    def work(self, input_items, output_items):
        count = min(len(output_items[0]), len(self.x) - self.given)
        if count == 0:
            return -1
        output_items[0][:count] = self.x[self.given : self.given + count]
        for offset, key, value in self.tags:
            if self.given <= offset < self.given + count:
                self.add_item_tag(0, offset, pmt.intern(key), value)
        self.given += count
        return count


class Pdus(gr.basic_block):
    """Keeps what comes: (metadata as a dictionary, samples)."""

    #: GNU Radio tells the listeners of all runs of a block's end, so they stay.
    LISTENERS = []

    def __init__(self):
        super().__init__("pdus", None, None)
        self.kept = []
        self.LISTENERS.append(self)
        self.message_port_register_in(pmt.intern("in"))
        self.set_msg_handler(pmt.intern("in"), self.keep)

    def keep(self, message):
        meta = pmt.to_python(pmt.car(message))
        self.kept.append((meta, np.array(pmt.c32vector_elements(pmt.cdr(message)))))


def run_channels(block, source, streams=1, max_noutput_items=100000000, while_running=None):
    """(samples of each stream, tags of each stream, PDUs)"""
    graph = gr.top_block()
    sinks = [blocks.vector_sink_c() for _ in range(streams)]
    pdus = Pdus()
    graph.connect(source, block)
    for i, sink in enumerate(sinks):
        graph.connect((block, i), sink)
    graph.msg_connect(block, "pdus", pdus, "in")
    graph.start(max_noutput_items)
    if while_running:
        while_running()
    graph.wait()
    return [np.array(sink.data()) for sink in sinks], [sink.tags() for sink in sinks], pdus.kept


def tags_named(tags, key):
    """[(offset, value)] of those with that key."""
    return [
        (tag.offset, pmt.to_python(tag.value))
        for tag in tags
        if pmt.symbol_to_string(tag.key) == key
    ]
