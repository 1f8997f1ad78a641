# SPDX-License-Identifier: GPL-3.0-or-later
"""How many samples a second go through a flowgraph: source, chain of blocks, sink."""
import tempfile
import time

import numpy as np
from gnuradio import blocks, gr

from ._flowgraph_ends import counting_sink, noise_once_source, reading_sink
from .flowgraph_chains import COMPLEX

#: Of the recording that file sources repeat: it stays in the page cache.
RECORDING_BYTES = 32 << 20

#: Buffers fill up and caches warm up for so long before anything counts.
WARM_UP_S = 0.1
_LONGEST_WAIT_S = 60


class FlowgraphFailed(RuntimeError):
    """Nothing came out of a flowgraph. The text is one line."""


class Ends:
    """Sources and sinks: `untouched` ones, or a `file` and a sink that reads.

    Those that touch no memory leave a chain the whole machine; the others are what a
    program is like. As a context, which removes the file.
    """

    NAMES = ("untouched", "file")

    def __init__(self):
        self._file = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._file:
            self._file.close()

    def make(self, name, input_bytes, output_bytes):
        """(source, sink) for items of these sizes."""
        if name == "untouched":
            return noise_once_source(input_bytes), counting_sink(output_bytes)
        return (blocks.file_source(input_bytes, self._recording(), True),
                reading_sink(output_bytes))

    def _recording(self):
        if not self._file:
            self._file = tempfile.NamedTemporaryFile(prefix="gpufft-", suffix=".cf32")
            floats = np.random.default_rng(1).uniform(-1, 1, RECORDING_BYTES // 4)
            floats.astype(np.float32).tofile(self._file)
            self._file.flush()
        return self._file.name


class Flowgraph:
    """A chain between two ends, which can run again and again.

    buffer_bytes: that every buffer has at least; 0: what GNU Radio and the blocks choose
    """

    def __init__(self, chain, length, device, threads, ends, ends_name, buffer_bytes):
        self.chain, self.length = chain, length
        self.ends_name, self.buffer_bytes = ends_name, buffer_bytes
        frame_bytes = COMPLEX * length
        input_bytes = frame_bytes if chain.frames_in else COMPLEX
        self.blocks = chain.make(length, device, threads)
        source, self._sink = ends.make(ends_name, input_bytes,
                                       chain.output_bytes * length)
        if buffer_bytes:
            source.set_min_output_buffer(max(2, buffer_bytes // input_bytes))
            for block in self.blocks:
                block.set_min_output_buffer(max(2, buffer_bytes // frame_bytes))
        self._graph = gr.top_block(chain.name)
        self._graph.connect(source, *self.blocks, self._sink)

    def device_name(self):
        """Of the block that computes; None where that is in-tree."""
        names = [block.device_name() for block in self.blocks
                 if hasattr(block, "device_name")]
        return names[0] if names else None

    def samples_per_s(self, seconds):
        """Runs for so long after a warm-up, then stops. Raises FlowgraphFailed."""
        self._graph.start()
        try:
            self._wait_for_items(self._sink.last_arrival()[0])
            time.sleep(WARM_UP_S)
            first, began = self._sink.last_arrival()
            time.sleep(seconds)
            self._wait_for_items(first)
            last, ended = self._sink.last_arrival()
        finally:
            self._graph.stop()
            self._graph.wait()
        return (last - first) * self.length / (ended - began)

    def _wait_for_items(self, seen):
        """Until more than ``seen`` items have arrived: slow ones come one in seconds."""
        deadline = time.monotonic() + _LONGEST_WAIT_S
        while self._sink.last_arrival()[0] == seen:
            if time.monotonic() > deadline:
                raise FlowgraphFailed(
                    f"nothing came out of {self.chain.name} with {self.length} points "
                    f"in {_LONGEST_WAIT_S} s; the log above says why, where a device "
                    f"failed")
            time.sleep(0.005)
