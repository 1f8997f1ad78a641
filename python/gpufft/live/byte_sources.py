# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples that come as bytes: from standard input, or from a socket of ZeroMQ."""
import os
import select
import stat

import numpy as np
from gnuradio import gr

from ..sample_format import parse_format
from .radio import Radio, RadioError
from .recording_source import clip_level

_POLL_S = 0.1  #: how long a read waits before GNU Radio may stop the block


class _ByteSource(Radio):
    was_tuned_elsewhere = True

    def __init__(self, name, format_name, samp_rate, freq_hz):
        if samp_rate is None:
            raise RadioError(f"{name}: nothing says its sampling rate; give --samp-rate, "
                             f"e.g. --samp-rate 2M")
        self.name, self.samp_rate = name, samp_rate
        try:
            self._format = parse_format(format_name or "cf32")
        except ValueError as error:
            raise RadioError(f"--format: {error}") from None
        self.is_real = not self._format.is_complex
        # Real samples have no middle of the band.
        self.freq_hz = None if self.is_real else freq_hz
        self.clip_level = clip_level(self._format.name)

    def _kind(self):
        return np.float32 if self.is_real else np.complex64


class PipeSource(_ByteSource):
    """Samples of ``handle``, a file descriptor, until its other end is closed."""

    def __init__(self, format_name, samp_rate, freq_hz=None, handle=0):
        super().__init__("standard input", format_name, samp_rate, freq_hz)
        mode = os.fstat(handle).st_mode
        if stat.S_ISCHR(mode) and os.isatty(handle):
            raise RadioError("standard input is a terminal; pipe samples into it, e.g. "
                             "rtl_sdr -f 100M -s 2M - | gpufft live - --format cu8 "
                             "--samp-rate 2M")
        self._block = _Reader(self, handle)

    def connect(self, flowgraph):
        return self._block


class _Reader(gr.sync_block):
    def __init__(self, radio, handle):
        gr.sync_block.__init__(self, "standard_input", None, [radio._kind()])
        self._radio, self._handle, self._format = radio, handle, radio._format
        self._rest = b""

    def work(self, input_items, output_items):
        try:
            return self._fill(output_items[0])
        except Exception as error:  # an exception in this thread would stop nothing
            self._radio.failure = error
            return -1

    def _fill(self, out):
        if not select.select([self._handle], [], [], _POLL_S)[0]:
            return 0
        size = self._format.bytes
        bytes_read = os.read(self._handle, len(out) * size - len(self._rest))
        if not bytes_read:
            return -1
        data = self._rest + bytes_read
        count = len(data) // size
        out[:count] = decode(self._format, data[:count * size])
        self._rest = data[count * size:]
        return count


class ZmqSource(_ByteSource):
    """Samples that a PUB socket at ``address`` sends, as gr-zeromq's pub_sink does."""

    can_come_back = True
    loses_samples = True

    def __init__(self, address, format_name, samp_rate, freq_hz=None):
        super().__init__(f"zmq={address}", format_name, samp_rate, freq_hz)
        try:
            from gnuradio import zeromq
        except ImportError as error:
            raise RadioError(f"{self.name}: GNU Radio has no module zeromq; on Debian: apt "
                             f"install gnuradio ({error})") from None
        try:
            self._source = zeromq.sub_source(self._format.bytes, 1, address,
                                             int(_POLL_S * 1000))
        except RuntimeError as error:
            raise RadioError(f"{self.name}: ZeroMQ cannot connect to it ({error}); "
                             f"zmq=tcp://127.0.0.1:5555 is an address") from None
        self._decoder = _Decoder(self)

    def connect(self, flowgraph):
        flowgraph.connect(self._source, self._decoder)
        return self._decoder


class _Decoder(gr.sync_block):
    """Bytes of one sample an item to samples."""

    def __init__(self, radio):
        self._format = radio._format
        kind = (np.uint8, (self._format.bytes,))
        gr.sync_block.__init__(self, "decoder", [kind], [radio._kind()])

    def work(self, input_items, output_items):
        count = len(output_items[0])
        output_items[0][:] = decode(self._format, input_items[0][:count].tobytes())
        return count


def decode(sample_format, data):
    """Samples of full scale 1 of ``data``, bytes of whole samples."""
    numbers = np.frombuffer(data, sample_format.dtype)
    return sample_format.decode(numbers.reshape(-1, 2) if sample_format.is_complex
                                else numbers)
