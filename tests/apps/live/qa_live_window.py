#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window of gpufft live, on an X server that draws into memory."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import numpy as np

from gnuradio import gpufft
from gnuradio.gpufft.live import arguments
from gnuradio.gpufft.live.simulation import Simulation
from gnuradio.gpufft.live.source_choice import open_source

from live_program import PROGRAM, environment

try:
    from PyQt5 import Qt, QtTest

    gpufft.display
except (AttributeError, ImportError) as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


class NoTags(Simulation):
    """Does not say when a retune takes effect."""

    def __init__(self):
        super().__init__(has_tags=False, settle_s=0.02)


class Stuck(Simulation):
    """A radio whose driver throws at the tenth retune."""

    def _tune(self, hz):
        if self.retunes() == 9:
            raise RuntimeError("the bus is stuck")
        return super()._tune(hz)


class qa_live_window(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """An X server takes a free number itself."""
        if not shutil.which("Xvfb"):
            raise RuntimeError("Xvfb is needed: script/setup --tests installs it")
        reads, writes = os.pipe()
        cls.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1600x1200x24"],
            pass_fds=[writes], stderr=subprocess.DEVNULL)
        cls.addClassCleanup(cls.server.wait)
        cls.addClassCleanup(cls.server.terminate)
        os.close(writes)
        with os.fdopen(reads) as file:
            os.environ["DISPLAY"] = cls.screen = f":{file.readline().strip()}"
        os.environ["QT_QPA_PLATFORM"] = "xcb"
        from gnuradio.gpufft.live.screen_check import make_application

        cls.application = make_application()

    def window(self, *words, radio=None):
        from gnuradio.gpufft.live.window import LiveWindow

        options = arguments.parse(list(words))
        arguments.fill_in(options)
        said = []
        window = LiveWindow(options, lambda: radio or open_source("sim", options), said.append)
        window.said = said
        window.show()
        self.addCleanup(window.close)
        return window

    def process(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.application.processEvents()
            time.sleep(0.01)

    def wait_for(self, window, wanted, seconds=40):
        end = time.monotonic() + seconds
        while not wanted():
            if time.monotonic() > end or window.failure:
                self.fail(f"did not come: {window.failure}, {window.said}")
            self.process(0.05)

    def wait_for_spectra(self, window, more=30):
        """Of the display that there is now, after what it has taken by now."""
        display = window.screen.display
        seen = display.spectra()
        self.wait_for(window, lambda: display.spectra() > seen + more)
        return display

    def peak(self, window):
        """(Hz, dBFS) of the strongest bin of what is shown."""
        display = self.wait_for_spectra(window)
        levels = np.array(display.levels("now"))
        bin_hz = display.samp_rate() / len(levels)
        place = int(np.argmax(levels))
        return display.freq() + (place - len(levels) // 2) * bin_hz, levels[place]

    def check_peak(self, window, hz, dbfs):
        """A tone is at most half a bin away from a bin's middle, where the window has lost
        0.83 dB."""
        found_hz, found_dbfs = self.peak(window)
        display = window.screen.display
        self.assertLessEqual(abs(found_hz - hz), display.samp_rate() / display.bins() / 2 + 1)
        self.assertAlmostEqual(found_dbfs, dbfs - 0.4, delta=0.5)

    def test_shows_what_is_received(self):
        window = self.window("sim")
        self.check_peak(window, 100.25e6, -20)
        display = window.screen.display
        self.assertEqual((display.bins(), display.freq(), display.samp_rate()),
                         (4096, 100e6, 2e6))
        self.process(1)
        self.assertGreater(display.pictures(), 10)
        # Every spectrum counts: 200 a second of stream.
        received = window.analyzer.flowgraph.meter.total / 2e6
        self.assertAlmostEqual(display.spectra() / received, 200, delta=20)
        self.assertEqual(window.warning.text(), "")
        self.assertIn("RBW 978.7 Hz", window.details.text())
        self.assertEqual(window.windowTitle(), "simulation - centre 100 MHz - 2 MS/s - gpufft "
                                               "live")
        # The trace is where it belongs: in the picture, the topmost pixels of its colour.
        picture = window.screen._widget.grab().toImage().convertToFormat(
            Qt.QImage.Format_RGB32)
        pixels = np.frombuffer(picture.constBits().asstring(picture.byteCount()), np.uint8)
        pixels = pixels.reshape(picture.height(), picture.width(), 4)[..., :3].astype(int)
        blue, green, red = np.moveaxis(pixels, -1, 0)
        trace = (red > 180) & (green > 180) & (blue < 120)
        columns = np.flatnonzero(trace[:picture.height() // 3].any(axis=0))
        columns = columns[columns < picture.width() * 0.95]  # without the legend
        top = [np.flatnonzero(trace[:picture.height() // 3, column])[0] for column in columns]
        left, right = columns[0], columns[-1]
        hz = 99e6 + 2e6 * (columns[np.argmin(top)] - left) / (right - left)
        self.assertAlmostEqual(hz, 100.25e6, delta=2e6 / (right - left) * 2)

    def test_zooming_in_brings_finer_bins(self):
        radio = NoTags()
        window = self.window("sim", "--length", "512", radio=radio)
        display = self.wait_for_spectra(window)
        self.process(0.2)
        display.set_view(100.25e6 - 5e3, 100.25e6 + 5e3)
        self.wait_for(window, lambda: display.samp_rate() < 2e6)
        narrow = display.samp_rate()
        self.check_peak(window, 100.25e6, -20)
        self.assertLess(narrow / 512, 100)
        # What is seen stays when the radio moves, and when the flowgraph begins anew.
        zoom = window.analyzer.flowgraph._zoom
        read, written = zoom.nitems_read(0), zoom.nitems_written(0)
        window.analyzer.tune(100.1e6)
        self.wait_for(window, lambda: abs(display.freq() - 100.25e6) < narrow / 16)
        self.check_peak(window, 100.25e6, -20)
        self.assertEqual(display.samp_rate(), narrow)
        # Nothing was shown of 20 ms in which the radio settled, nor of what fills the filter.
        lost = (zoom.nitems_read(0) - read
                - zoom.decimation() * (zoom.nitems_written(0) - written))
        self.assertAlmostEqual(lost, 40000 + 35 * zoom.decimation(), delta=20000)
        window.analyzer.rebuild(lambda: None)
        self.assertIs(window.screen.display, display)
        self.wait_for(window, lambda: display.samp_rate() == narrow)
        self.check_peak(window, 100.25e6, -20)
        display.set_view(99e6, 102e6)
        self.wait_for(window, lambda: display.samp_rate() == 2e6)
        self.assertEqual(display.freq(), 100.1e6)
        self.check_peak(window, 100.25e6, -20)

    def test_controls(self):
        window = self.window("sim", "--length", "1024")
        controls, analyzer = window.controls, window.analyzer
        self.wait_for_spectra(window)
        controls.freq.setValue(145.3)
        self.check_peak(window, 145.5e6, -35)
        controls.gain.setValue(10)
        self.check_peak(window, 145.5e6, -25)
        before = window.screen.display
        controls.length.setCurrentText("4096")
        controls.length.activated[str].emit("4096")
        self.assertIsNot(window.screen.display, before)
        self.check_peak(window, 145.5e6, -25)
        self.assertEqual(window.screen.display.bins(), 4096)
        controls.window.activated[str].emit("flattop")
        self.assertAlmostEqual(self.peak(window)[1], -25, delta=0.2)  # flat, as it is called
        self.assertAlmostEqual(controls.rbw.value(), 3.77 * 2e6 / 4096, delta=2)
        controls.rbw.setValue(5000)
        self.assertAlmostEqual(controls.rbw.value(), 5000, delta=300)
        self.assertEqual(window.screen.display.bins(), analyzer.options.length)
        controls.rate.setValue(4)
        self.check_peak(window, 145.5e6, -25)
        self.assertEqual(window.screen.display.samp_rate(), 4e6)
        controls.average.activated[str].emit("exponential")
        self.assertTrue(controls.seconds.isEnabled())
        controls.seconds.setValue(0.2)
        self.assertEqual(analyzer.flowgraph.spectrum.average(), "exponential")
        self.assertAlmostEqual(analyzer.flowgraph.spectrum.seconds(), 0.2)
        controls.gain.setValue(60)
        self.wait_for(window, lambda: window.warning.text().startswith("OVERLOAD"))
        self.assertEqual(window.said, [])
        kept = vars(analyzer.options)
        self.assertEqual({name: kept[name] for name in ("freq", "gain", "samp_rate", "window",
                                                        "average", "seconds")},
                         {"freq": 145.3e6, "gain": 60, "samp_rate": 4e6, "window": "flattop",
                          "average": "exponential", "seconds": 0.2})

    def test_refused_by_a_control(self):
        window = self.window("sim", "--rbw", "1000")
        length = window.analyzer.options.length
        window.controls.rbw.setValue(1e-9)  # becomes the least that the box can say
        window.attempt(lambda: window.analyzer.set_rbw(1e-3))
        window.attempt(lambda: window.analyzer.tune(3e9))
        self.assertIn("--rbw 0.001 Hz at 2e+06 S/s needs frames of", window.said[-2])
        self.assertEqual(window.said[-1], "simulation does not reach 3 GHz; 50 MHz to 2 GHz "
                                          "work")
        self.assertEqual(window.analyzer.options.length, length)
        self.assertEqual(window.statusBar().currentMessage(), window.said[-1])
        self.check_peak(window, 100.25e6, -20)

    def test_a_click_tunes(self):
        for radio in (Simulation(), NoTags()):
            window = self.window("sim", radio=radio)
            self.wait_for_spectra(window)
            widget = window.screen._widget
            place = Qt.QPoint(int(widget.width() * 0.75), int(widget.height() * 0.15))
            QtTest.QTest.mouseClick(widget, Qt.Qt.LeftButton, pos=place)
            self.wait_for(window, lambda: radio.freq_hz != 100e6)
            self.assertGreater(radio.freq_hz, 100.4e6)
            self.assertLess(radio.freq_hz, 100.7e6)
            self.process(0.5)
            self.check_peak(window, 100.25e6, -20)
            self.assertAlmostEqual(window.controls.freq.value(), radio.freq_hz / 1e6, delta=1e-6)
            window.close()

    def test_a_sweep(self):
        window = self.window("sim", "--sweep", "95M:105M", "--length", "512", "--fast")
        self.wait_for(window, lambda: window.analyzer.flowgraph.sink.sweeps >= 2)
        self.check_peak(window, 100.25e6, -20)
        self.assertFalse(window.controls.freq.isEnabled())
        self.assertFalse(window.controls.average.isEnabled())
        self.assertIn("7 stations", window.details.text())
        window.controls.gain.setValue(-10)
        self.process(1)
        self.check_peak(window, 100.25e6, -30)  # the last sweep, not the mean of all

    def test_a_sweep_that_cannot_go_on(self):
        window = self.window("sim", "--sweep", "95M:105M", "--length", "512",
                             radio=Stuck(fast=True))
        end = time.monotonic() + 40
        while window.failure is None and time.monotonic() < end:
            self.process(0.05)
        self.assertRegex(str(window.failure), "refuses to be tuned to .*: the bus is stuck;")

    def test_max_hold(self):
        from gnuradio.gpufft.live.screen import Screen

        shown = []
        with mock.patch.object(Screen, "_make", self.noting_traces(Screen._make, shown)):
            self.window("sim")
            self.assertEqual(shown, [])
            self.window("sim", "--max-hold")
            self.assertEqual(shown, [("max", True)])

    @staticmethod
    def noting_traces(make, shown):
        def make_and_note(screen, *arguments):
            make(screen, *arguments)
            display = screen.display
            screen.display = mock.Mock(wraps=display)
            screen.display.set_trace = lambda *trace: shown.append(trace)

        return make_and_note

    def test_odd_lengths_of_real_samples(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tone.sigmf-data")
            rate, length = 48000.0, 33
            tone_hz = 16 * rate / length  # of the last bin
            samples = 0.5 * np.cos(2 * np.pi * tone_hz / rate * np.arange(96000))
            samples.astype("<f4").tofile(path)
            pathlib.Path(folder, "tone.sigmf-meta").write_text(json.dumps({
                "global": {"core:datatype": "rf32_le", "core:version": "1.0.0",
                           "core:sample_rate": rate},
                "captures": [{"core:sample_start": 0, "core:frequency": 1e8}],
                "annotations": []}))
            options = arguments.parse([path])
            window = self.window("sim", "--length", str(length),
                                 radio=open_source(path, options))
            display = self.wait_for_spectra(window)
            self.assertEqual((display.bins(), display.freq()), (17, 0))
            self.assertEqual(np.argmax(display.levels("now")), 16)
            self.assertAlmostEqual(display.samp_rate() / 2, tone_hz)
            self.assertNotIn("centre", window.windowTitle())
            window.close()

    def test_real_samples(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tone.rf32")
            samples = 0.5 * np.cos(2 * np.pi * 0.125 * np.arange(96000)) + 1e-4
            samples.astype("<f4").tofile(path)
            options = arguments.parse([path, "-s", "48k"])
            window = self.window("sim", radio=open_source(path, options))
            display = self.wait_for_spectra(window)
            levels = np.array(display.levels("now"))
            self.assertEqual((len(levels), np.argmax(levels)), (2049, 512))
            self.assertAlmostEqual(levels[512], 20 * np.log10(0.5), delta=0.01)
            for control in (window.controls.freq, window.controls.gain, window.controls.rate):
                self.assertFalse(control.isEnabled())
            window.close()

    def test_recording(self):
        with tempfile.TemporaryDirectory() as folder:
            survey = os.path.join(folder, "s.zarr")
            window = self.window("sim", "--length", "1024", "--record", survey)
            display = window.screen.display
            self.wait_for(window, lambda: display.recorded_rows() > 20)
            self.assertEqual(display.recording(), survey)
            # Another length goes on beside it; another rate in the display's own way.
            window.analyzer.set_length(512)
            display = window.screen.display
            self.assertEqual(display.recording(), os.path.join(folder, "s-2.zarr"))
            self.wait_for(window, lambda: display.recorded_rows() > 20)
            window.analyzer.set_rate(1e6)
            beside = os.path.join(folder, "s-2-2.zarr")
            self.wait_for(window, lambda: display.recording() == beside)
            self.assertEqual(window.said, [])
            # What cannot be written any more is said, once.
            mean = os.path.join(beside, "mean")
            self.wait_for(window, lambda: os.path.exists(mean))
            os.rename(mean, os.path.join(folder, "kept"))
            pathlib.Path(mean).write_text("")
            self.wait_for(window, lambda: window.said)
            self.process(0.5)
            (line,) = window.said
            # Which of its files comes first depends on how far the recording is.
            self.assertRegex(line, f"^cannot (read|write) {re.escape(mean)}")
            self.assertEqual(display.recording(), "")
            window.close()

    def test_a_survey_that_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "letter").write_text("mine")
            program = self.run_program("sim", "--record", folder, DISPLAY=self.screen,
                                       XDG_CONFIG_HOME=folder, XDG_RUNTIME_DIR=folder)
            said = program.communicate(timeout=90)[1]
            self.assertEqual((program.returncode, said.count("\n")), (1, 1), said)
            self.assertIn(f"--record: display: nothing is recorded: {folder} holds other "
                          f"files and no survey", said)

    def run_program(self, *words, **variables):
        return subprocess.Popen([PROGRAM, "live", *words], stderr=subprocess.PIPE, text=True,
                                stdout=subprocess.DEVNULL, env=environment(**variables))

    def test_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            common = {"DISPLAY": self.screen, "XDG_CONFIG_HOME": folder,
                      "XDG_RUNTIME_DIR": folder}
            program = self.run_program("sim", "--for", "2", "--freq", "101M", **common)
            self.assertEqual((program.communicate(timeout=90)[1], program.returncode), ("", 0))
            kept = json.loads(pathlib.Path(folder, "gpufft", "live.json").read_text())
            self.assertEqual(kept["sources"]["sim"]["freq"], 101e6)
            # What cannot be had any more is not asked for again.
            kept["sources"]["sim"]["freq"] = 5e9
            pathlib.Path(folder, "gpufft", "live.json").write_text(json.dumps(kept))
            program = self.run_program("sim", **common)
            line = program.stderr.readline()
            self.assertEqual(line, "gpufft live: settings that were kept are not taken: "
                                   "simulation does not reach 5 GHz; 50 MHz to 2 GHz work\n")
            time.sleep(2)
            program.send_signal(signal.SIGINT)
            self.assertEqual((program.communicate(timeout=60)[1], program.returncode), ("", 0))

    def test_ctrl_c_after_the_end_of_a_recording(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "short.cf32")
            np.zeros(20000, np.complex64).tofile(path)
            program = self.run_program(path, "-s", "48k", "--once", "--fast",
                                       DISPLAY=self.screen, XDG_CONFIG_HOME=folder,
                                       XDG_RUNTIME_DIR=folder)
            self.assertEqual(program.stderr.readline(), f"gpufft live: {path} has ended\n")
            time.sleep(0.5)
            program.send_signal(signal.SIGINT)
            self.assertEqual((program.communicate(timeout=20)[1], program.returncode), ("", 0))

    def test_no_screen(self):
        instead = "; gpufft live --headless --png DIR needs no window\n"
        program = self.run_program("sim", QT_QPA_PLATFORM="")
        self.assertEqual(program.communicate(timeout=60)[1], (
            "gpufft live: there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set; run "
            "it in a desktop, by ssh -X, under xvfb-run, or with QT_QPA_PLATFORM=offscreen for "
            "pictures alone" + instead))
        self.assertEqual(program.returncode, 1)
        program = self.run_program("sim", QT_QPA_PLATFORM="", DISPLAY=":4321")
        self.assertEqual(program.communicate(timeout=60)[1], (
            "gpufft live: no X server answers at DISPLAY=:4321, or it does not let this user in"
            + instead))
        self.assertEqual(program.returncode, 1)


if __name__ == "__main__":
    unittest.main()
