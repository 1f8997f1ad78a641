#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""All blocks that read tags rx_time take the same values for times, and leave out the same."""

import os
import tempfile

import numpy as np
import pmt
from flowgraphs import noise
from gnuradio import blocks, gpufft, gr, gr_unittest
from receivers import VectorSource, run_channels
from time_values import NO_TIMES, TIMES

RATE = 4000.0


class Peaks(gr.basic_block):
    LISTENERS = []  #: who was told anything once must stay, as receivers.Pdus do

    def __init__(self):
        super().__init__("peaks", [], [])
        self.LISTENERS.append(self)
        self.message_port_register_in(pmt.intern("in"))
        self.set_msg_handler(pmt.intern("in"), self.take)
        self.all = []

    def take(self, message):
        self.all.append(pmt.to_python(message))


def by_matched_filter(value):
    """A peak 2000 samples behind the tag."""
    reference = noise(64, seed=4)
    x = 0.1 * noise(3000)
    x[2000:2064] += reference
    peaks, graph = Peaks(), gr.top_block()
    block = gpufft.matched_filter([list(map(complex, reference))], 0.8, 0, RATE)
    sink = blocks.null_sink(gr.sizeof_gr_complex)
    source = VectorSource(x, [(0, "rx_time", value)])
    graph.connect(source, block, sink)
    graph.msg_connect(block, "peaks", peaks, "in")
    graph.run()
    (peak,) = peaks.all
    return sum(peak["time"]) - 2000 / RATE if "time" in peak else None


def by_survey_sink(value):
    """The first row, whose middle is 32 samples behind the tag."""
    with tempfile.TemporaryDirectory() as folder:
        survey = os.path.join(folder, "s.zarr")
        sink = gpufft.survey_sink(survey, 64, RATE)
        tag = gr.tag_utils.python_to_tag((0, pmt.intern("rx_time"), value))
        graph = gr.top_block()
        graph.connect(blocks.vector_source_f([0.0] * 640, False, 64, [tag]), sink)
        graph.run()
        del graph, sink
        ns = np.frombuffer(chunk_of(survey, "time"), "<i8")[0]
    seconds = ns / 1e9 - 32 / RATE
    return seconds if seconds < 1e6 else None  # else that of its arrival


def chunk_of(survey, name):
    import zarr

    return zarr.open_array(os.path.join(survey, name), mode="r")[:].tobytes()


def by_channels(value):
    block = gpufft.channels(240e3, 0.0, 20, 0, [12e3], 0.02, 5)
    block.add_channel("a", 0.0, 12e3)
    source = VectorSource(noise(12800), [(0, "rx_time", value)])
    _, _, pdus = run_channels(block, source, 0)
    meta = pdus[0][0]
    if "rx_time" not in meta:
        return None
    return sum(meta["rx_time"]) + block.filter_time() / 2


def by_zoom(value):
    """The first output of a narrower band."""
    block, sink, graph = gpufft.zoom_c(RATE), blocks.vector_sink_c(), gr.top_block()
    view = pmt.make_dict()
    for name, number in (("low", -20.0), ("high", 20.0), ("columns", 1000.0), ("bins", 64.0)):
        view = pmt.dict_add(view, pmt.intern(name), pmt.from_double(number))
    block.to_basic_block()._post(pmt.intern("zoom"), view)
    source = VectorSource(noise(20000), [(0, "rx_time", value)])
    graph.connect(source, block, sink)
    graph.run()
    told = {pmt.symbol_to_string(tag.key): pmt.to_python(tag.value) for tag in sink.tags()}
    since = told.get("stream_seconds")
    if since is None:
        # Where no time is told, the seconds of the stream are: the same from 0 on.
        return sum(told["rx_time"]) - seconds_to_first_output()
    assert abs(since - seconds_to_first_output()) < 1e-9
    return None


def seconds_to_first_output():
    if not hasattr(seconds_to_first_output, "seconds"):
        seconds_to_first_output.seconds = 0.0
        seconds_to_first_output.seconds = by_zoom(TIMES[0][0]) - TIMES[0][1]
    return seconds_to_first_output.seconds


class qa_time_tags(gr_unittest.TestCase):
    def check(self, read):
        for value, seconds in TIMES:
            self.assertAlmostEqual(read(value), seconds, 6, f"{value} of {read.__name__}")
        for value in NO_TIMES:
            self.assertIsNone(read(value), f"{value} of {read.__name__}")

    def test_matched_filter(self):
        self.check(by_matched_filter)

    def test_survey_sink(self):
        self.check(by_survey_sink)

    def test_channels(self):
        self.check(by_channels)

    def test_zoom(self):
        self.check(by_zoom)


if __name__ == "__main__":
    gr_unittest.run(qa_time_tags)
