#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every user of gnuradio.fft's FFT blocks that GNU Radio installs runs with ours instead.

Python users are run twice, with gnuradio.fft's block and with ours, and what comes out is
compared. Examples draw on clocks, GUIs and random sources, so there both blocks run side
by side in one flowgraph (run_example.py).
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest.mock

import gnuradio
import grc_home
import numpy as np
import pmt
from flowgraphs import noise, relative_error, tolerance
from gnuradio import analog, blocks, digital, fft, filter, gpufft, gr, gr_unittest
from gnuradio.fft import logpwrfft

PACKAGE = pathlib.Path(gnuradio.__path__[0])
EXAMPLES = pathlib.Path(gr.prefix()) / "share/gnuradio/examples"

# What makes a file a user: the blocks themselves, and what is built on them.
NAMES = re.compile(
    r"\bfft_vcc\b|\bfft_vfc\b|\bfft_vxx\b|\blogpwrfft_|\b(digital_)?ofdm_[tr]x\b"
    r"|\b(synthesis|analysis)_filterbank\b|\bpfb_channelizer_hier|\bauto_?[cC]orrelator"
)

PYTHON_USERS = {
    "digital/ofdm_txrx.py": "test_ofdm_transmitter, test_ofdm_receiver",
    "fft/logpwrfft.py": "test_logpwrfft",
    "filter/filterbank.py": "test_filterbanks",
    "filter/pfb.py": "test_pfb_channelizer_hier",
    "qtgui/auto_correlator_sink.py": "test_auto_correlator",
}

# example: FFT blocks it has
EXAMPLE_USERS = {
    "channels/demo_ofdm.grc": 2,
    "digital/ofdm/ofdm_loopback.grc": 3,
    "digital/ofdm/rx_ofdm.grc": 3,
    "digital/ofdm/tx_ofdm.grc": 3,
    "dtv/dvbt_rx_8k.grc": 1,
    "filter/polyphase_channelizer_demo.grc": 1,
    "qt-gui/test_autocorrelator.grc": 2,
}

NO_USERS = {
    "digital/__init__.py": "imports ofdm_tx and ofdm_rx for others",
    "fft/__init__.py": "imports the blocks for others",
    "fft/fft_vcc.py": "is gnuradio.fft's block",
    "fft/fft_vfc.py": "is gnuradio.fft's block",
    "qtgui/__init__.py": "imports the sink for others",
    "grc/gui_qt/resources/data/rx_logo.grc": "data of GRC's own window, from GNU Radio "
    "3.10.12 on; a flowgraph of 3.7, which grcc refuses",
    "digital/ofdm/receive_path.py": "a variable's name; needs digital.ofdm_demod, which "
    "GNU Radio 3.10 no longer has",
    "digital/ofdm/transmit_path.py": "a variable's name; needs digital.ofdm_mod, which "
    "GNU Radio 3.10 no longer has",
}


def with_both(build):
    """build() with gnuradio.fft's blocks, and with ours in their place."""
    theirs = build()
    with unittest.mock.patch.multiple(
        fft, fft_vcc=gpufft.fft_vcc, fft_vfc=gpufft.fft_vfc
    ), unittest.mock.patch.object(
        logpwrfft.logpwrfft_c, "_fft_block", (gpufft.fft_vcc,)
    ), unittest.mock.patch.object(
        logpwrfft.logpwrfft_f, "_fft_block", (gpufft.fft_vfc,)
    ):
        ours = build()
    return ours, theirs


def run(block, sources, sinks):
    """What each sink got when the block ran between sources and sinks."""
    graph = gr.top_block()
    for port, source in enumerate(sources):
        graph.connect(source, (block, port))
    for port, sink in enumerate(sinks):
        graph.connect((block, port), sink)
    graph.run()
    return [np.array(sink.data()) for sink in sinks]


class qa_drop_in(gr_unittest.TestCase):
    def check(self, build, bound):
        """build() runs a user of the FFT blocks and returns arrays of what came out."""
        ours, theirs = with_both(build)
        for got, want in zip(ours, theirs):
            self.assertEqual(len(got), len(want))
            self.assertGreater(len(got), 0)
            self.assertLessEqual(relative_error(got, want), bound)

    def test_no_user_is_forgotten(self):
        known = {*PYTHON_USERS, *EXAMPLE_USERS, *NO_USERS}
        found = set()
        for root in (PACKAGE, EXAMPLES):
            for path in root.rglob("*"):
                # This module, where it is installed, is not asked about.
                is_ours = path.relative_to(root).parts[0] == "gpufft"
                if path.suffix in (".py", ".grc") and not is_ours:
                    if NAMES.search(path.read_text("utf-8")):
                        found.add(str(path.relative_to(root)))
        self.assertEqual(found - known, set())

    def test_logpwrfft(self):
        for real, shift, average in (
            (True, False, True),
            (False, True, True),
            (False, False, False),
        ):
            samples = noise(512 * 200, real=real)

            def build():
                kind = logpwrfft.logpwrfft_f if real else logpwrfft.logpwrfft_c
                block = kind(512e3, 512, 2, 1000, 0.5, average, shift=shift)
                source = blocks.vector_source_f if real else blocks.vector_source_c
                sink = blocks.vector_sink_f(512)
                (decibels,) = run(block, [source(samples.tolist())], [sink])
                return [10 ** (decibels / 10)]

            with self.subTest(real=real, shift=shift, average=average):
                # dB values of 32 bits: 2e-6 of -30 dB is 1e-6 of the power
                self.check(build, 4 * tolerance(512) + 1e-6)

    def test_filterbanks(self):
        channels = 10
        taps = filter.firdes.low_pass(1, channels, 0.5, 0.1)
        taps = tuple(taps[: len(taps) // channels * channels])
        samples = noise((channels, 3000))

        def analysis():
            return run(
                filter.analysis_filterbank(channels, taps),
                [blocks.vector_source_c(samples.ravel().tolist())],
                [blocks.vector_sink_c() for _ in range(channels)],
            )

        def synthesis():
            # More than one channel cannot be made in GNU Radio 3.10.5: it connects its
            # output once a channel.
            return run(
                filter.synthesis_filterbank(1, taps),
                [blocks.vector_source_c(samples[0].tolist())],
                [blocks.vector_sink_c()],
            )

        self.check(analysis, 4 * tolerance(channels))
        self.check(synthesis, 4 * tolerance(channels))

    def test_pfb_channelizer_hier(self):
        samples = noise(7 * 3000)
        for banks, wanted in ((1, None), (3, [0, 6, 2])):

            def build():
                block = filter.pfb.channelizer_hier_ccf(7, banks, outchans=wanted)
                return run(
                    block,
                    [blocks.vector_source_c(samples.tolist())],
                    [blocks.vector_sink_c() for _ in wanted or range(7)],
                )

            self.check(build, 4 * tolerance(7))

    def ofdm_samples(self, packets=20, length=96):
        octets = np.random.default_rng(5).integers(0, 256, packets * length).tolist()
        source = blocks.vector_source_b(octets)
        tagged = blocks.stream_to_tagged_stream(1, 1, length, "length")
        graph = gr.top_block()
        sink = blocks.vector_sink_c()
        transmitter = digital.ofdm_tx(packet_length_tag_key="length")
        graph.connect(source, tagged, transmitter, sink)
        graph.run()
        return np.array(sink.data()), octets

    def test_ofdm_transmitter(self):
        self.check(lambda: [self.ofdm_samples()[0]], 2 * tolerance(64))

    def test_ofdm_receiver(self):
        samples, octets = self.ofdm_samples()
        samples = np.concatenate([np.zeros(500), samples, np.zeros(500)])
        samples = samples + 0.001 * noise(len(samples))

        def build():
            receiver = digital.ofdm_rx(packet_length_tag_key="length")
            sink = blocks.vector_sink_b()
            return run(receiver, [blocks.vector_source_c(samples.tolist())], [sink])

        ours, theirs = with_both(build)
        self.assertEqual(ours[0].tolist(), theirs[0].tolist())
        # Its synchronization misses a packet now and then.
        self.assertGreater(len(ours[0]), 0.7 * len(octets))

    def test_auto_correlator(self):
        # The sink around it is a GUI; an example below has it.
        from gnuradio.qtgui.auto_correlator_sink import AutoCorrelator

        samples = noise(256 * 100)

        def build():
            return run(
                AutoCorrelator(256e3, 256, 1000, False),
                [blocks.vector_source_c(samples.tolist())],
                [blocks.vector_sink_f(256)],
            )

        self.check(build, 4 * tolerance(256))

    def test_examples(self):
        home = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, home)
        grc_home.fill(home)
        self.addCleanup(grc_home.keep, home)
        for example, fft_blocks in EXAMPLE_USERS.items():
            with self.subTest(example), tempfile.TemporaryDirectory() as folder:
                reports = self.run_example(EXAMPLES / example, pathlib.Path(folder), home)
                self.assertEqual(len(reports), fft_blocks)
                for report in reports:
                    self.assertGreater(report["items"], 0)
                    self.assertLessEqual(report["error"], 2 * tolerance(report["length"]))

    def run_example(self, grc, folder, home):
        if grc.name == "dvbt_rx_8k.grc":
            self.make_dvbt_recording(folder / "adv16.cfile")
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": home}
        steps = [[shutil.which("grcc"), "-o", folder, grc]]
        steps.append([pathlib.Path(__file__).with_name("run_example.py"), "made", "2"])
        for step in steps:
            if "made" in step:
                step[1] = next(folder.glob("*.py"))
            done = subprocess.run(
                [sys.executable, *step],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=1500,
            )
            self.assertEqual(done.returncode, 0, done.stdout)
        # GNU Radio logs to stdout too, before the report and, from its threads, after it.
        reports = [line for line in done.stdout.splitlines() if line.startswith("[{")]
        self.assertEqual(len(reports), 1, done.stdout)
        return json.loads(reports[0])

    def make_dvbt_recording(self, path):
        """Symbols of noise with DVB-T's guard interval, which it synchronizes to."""
        symbols = noise((60, 8192))
        np.concatenate([symbols[:, -256:], symbols], axis=1).tofile(path)


if __name__ == "__main__":
    gr_unittest.run(qa_drop_in)
