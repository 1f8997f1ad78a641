#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings, pipes and sockets into gpufft live: levels beside SciPy's."""
import math
import pathlib
import socket
import tempfile
import time
import unittest

import numpy as np
import scipy.signal
import soundfile
from gnuradio import analog, blocks, gr, zeromq

from live_program import DATA, level_at, moments, run, start, table

# One table, of everything, when the recording has ended.
WHOLE = ("--headless", "--json", "--once", "--fast", "--fps", "0.001")


def interleaved(dtype, middle, full_scale):
    def read(path):
        numbers = np.fromfile(path, dtype).astype(float) - middle
        return (numbers[0::2] + 1j * numbers[1::2]) / full_scale

    return read


RECORDINGS = [
    ("sigmf_logo.sigmf-data", ["--iq-channels"], 48e3, interleaved("<i2", 0, 32768)),
    ("adsb_1090MHz_2Msps.cu8", ["--samp-rate", "2M"], 2e6, interleaved("u1", 127.5, 128)),
    ("reaktor_hello_world.wav", [], 48e3, lambda path: soundfile.read(path)[0]),
    ("picsat.wav", [], 48e3, lambda path: soundfile.read(path)[0]),
    ("ao27.wav", [], 48e3, lambda path: soundfile.read(path)[0]),
]


def power_spectrum(samples, rate, length, spectra):
    """dBFS of each bin by SciPy: the mean of so many spectra, 20 a second of the recording,
    each of which is the mean of its frames (docs/spectrum.md, "Averages")."""
    is_real = np.isrealobj(samples)
    hop = length // 2
    _, _, power = scipy.signal.spectrogram(samples, rate, "blackmanharris", length,
                                           length - hop, detrend=False, scaling="spectrum",
                                           return_onesided=is_real, mode="psd")
    ends = [math.ceil((i + 1) * rate / (hop * 20)) for i in range(spectra)]
    means = [power[:, begin:end].mean(axis=1) for begin, end in zip([0, *ends], ends)]
    power = np.mean(means, axis=0)
    if is_real:
        power[1:-1] *= 2  # a tone A cos reads A^2
    else:
        power = np.fft.fftshift(power)
    return 10 * np.log10(power)


class qa_live_sources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def one_table(self, *arguments, **more):
        done = run(*arguments, "--csv", self.folder, **more)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        found = moments(done.stdout)
        return found[-1], table(found[-1]["table"])

    def test_a_raw_file_is_where_freq_says(self):
        """Nothing else can: raw files are samples and nothing more."""
        path = self.folder / "tone.cu8"
        turns = np.exp(2j * np.pi * 0.125 * np.arange(400000))
        np.round(127.5 + 64 * turns.view(float)).astype(np.uint8).tofile(path)
        for named, centre in (([], 0), (["--freq", "1090M"], 1.09e9)):
            _, rows = self.one_table(path, "--samp-rate", "2M", *named, *WHOLE)
            hz = rows["frequency_hz"]
            self.assertAlmostEqual(hz[np.argmax(rows["level_dbfs"])], centre + 250e3, delta=500)

    @unittest.skipUnless(DATA.is_dir(), f"no recordings: {DATA} is not there, and "
                                        f"GPUFFT_TEST_DATA names no folder")
    def test_recordings(self):
        for name, options, rate, read in RECORDINGS:
            with self.subTest(name):
                moment, rows = self.one_table(DATA / name, *options, *WHOLE)
                samples = read(DATA / name)
                self.assertEqual(moment["samples"], len(samples))
                self.assertGreater(moment["spectra"], 20 * (len(samples) - 4096) / rate - 2)
                expected = power_spectrum(samples, rate, 4096, moment["spectra"])
                self.assertEqual(len(rows), len(expected))
                strong = expected > expected.max() - 60
                np.testing.assert_allclose(rows["level_dbfs"][strong], expected[strong],
                                           atol=0.005)
                low = 0 if np.isrealobj(samples) else -rate / 2
                self.assertAlmostEqual(rows["frequency_hz"][0], low, delta=1e-3)

    def test_a_recording_is_played_at_its_rate_and_again(self):
        path = self.folder / "short.cf32"
        rate = 50e3
        samples = 0.5 * np.exp(2j * np.pi * 0.125 * np.arange(int(rate) // 5))
        samples.astype(np.complex64).tofile(path)
        began = time.monotonic()
        moment, rows = self.one_table(path, "-s", rate, "--headless", "--json", "--for", 2)
        self.assertGreater(time.monotonic() - began, 2)
        self.assertAlmostEqual(moment["samples_per_second"], rate, delta=0.05 * rate)
        self.assertAlmostEqual(level_at(rows, rate / 8), 20 * np.log10(0.5), delta=0.2)

    def test_full_scale_of_a_recording(self):
        path = self.folder / "clipped.ci8"
        numbers = np.zeros(80000, np.int8)
        numbers[:800] = 127
        numbers.tofile(path)
        moment, _ = self.one_table(path, "-s", "40k", *WHOLE)
        self.assertAlmostEqual(moment["overload"], 0.01, delta=1e-9)

    def test_captures_move_the_axis(self):
        samples = np.full(40000, 0.25, np.complex64)
        samples.tofile(self.folder / "two.sigmf-data")
        (self.folder / "two.sigmf-meta").write_text("""{
            "global": {"core:datatype": "cf32_le", "core:sample_rate": 20000,
                       "core:version": "1.0.0"},
            "captures": [{"core:sample_start": 0, "core:frequency": 1e8},
                         {"core:sample_start": 20000, "core:frequency": 2e8}],
            "annotations": []}""")
        moment, rows = self.one_table(self.folder / "two", *WHOLE)
        self.assertEqual((moment["centre_hz"], moment["peak_hz"]), (2e8, 2e8))
        self.assertAlmostEqual(level_at(rows, 2e8), 20 * np.log10(0.25), delta=0.01)

    def test_standard_input(self):
        count = 200001
        wave = 0.7 * np.exp(2j * np.pi * 0.25 * np.arange(count))
        parts = np.stack([wave.real, wave.imag], axis=1)
        for name, data in (("cf32", parts.astype("<f4")),
                           ("ci16_be", np.round(parts * 32768).astype(">i2")),
                           ("cu8", np.round(parts * 128 + 127.5).astype("u1"))):
            with self.subTest(name):
                # The cut sample at the end is left out.
                moment, rows = self.one_table(
                    "-", "--format", name, "-s", "1M", "--freq", "10M", "--headless", "--json",
                    "--fps", "0.001", input=data.tobytes() + b"\0")
                self.assertEqual(moment["samples"], count)
                self.assertAlmostEqual(level_at(rows, 10.25e6), 20 * np.log10(0.7), delta=0.05)
        real = (0.5 * np.cos(2 * np.pi * 0.125 * np.arange(count))).astype("<f4")
        moment, rows = self.one_table("-", "--format", "rf32", "-s", "1M", "--headless",
                                      "--json", "--fps", "0.001", input=real.tobytes())
        self.assertAlmostEqual(level_at(rows, 125e3), 20 * np.log10(0.5), delta=0.01)

    def publisher(self, port):
        """A running flowgraph that sends a tone of amplitude 0.3 at 62.5 kHz, 250 kS/s."""
        flowgraph = gr.top_block()
        flowgraph.connect(analog.sig_source_c(250e3, analog.GR_COS_WAVE, 62.5e3, 0.3),
                          blocks.throttle(gr.sizeof_gr_complex, 250e3),
                          zeromq.pub_sink(gr.sizeof_gr_complex, 1, f"tcp://127.0.0.1:{port}"))
        flowgraph.start()
        return flowgraph

    def test_a_socket_that_goes_away_and_comes_back(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
        flowgraph = self.publisher(port)
        address = f"zmq=tcp://127.0.0.1:{port}"
        program = start(address, "-s", "250k", "-f", "1G", "--headless", "--json", "--csv",
                        self.folder, "--fps", 4)
        try:
            def moment(wanted):
                end = time.monotonic() + 60
                while time.monotonic() < end:
                    found = moments(program.stdout.readline())[0]
                    if wanted(found):
                        return found
                self.fail("what was waited for did not come")

            first = moment(lambda m: m["spectra"] and m["samples"])
            rows = table(moment(lambda m: m["spectra"])["table"])
            self.assertAlmostEqual(level_at(rows, 1e9 + 62.5e3), 20 * np.log10(0.3), delta=0.1)
            self.assertEqual((first["source"], first["interruptions"]), (address, 0))
            flowgraph.stop()
            flowgraph.wait()
            del flowgraph  # which closes the socket
            self.assertEqual(moment(lambda m: not m["receiving"])["interruptions"], 1)
            flowgraph = self.publisher(port)
            again = moment(lambda m: m["receiving"] and m["spectra"])
            self.assertEqual(again["peak_hz"], 1e9 + 62.5e3)
        finally:
            program.terminate()
            _, complaints = program.communicate(timeout=60)
            flowgraph.stop()
            flowgraph.wait()
        self.assertEqual(complaints, (
            f"gpufft live: {address} is away: no samples for 2 s; tries again every second\n"
            f"gpufft live: {address} is back\n"))


if __name__ == "__main__":
    unittest.main()
