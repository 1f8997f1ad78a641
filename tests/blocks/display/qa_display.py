#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The block display takes every spectrum, at its time and level, and says what users do."""

import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import pmt
from gnuradio import analog, blocks, gpufft, gr, gr_unittest
from PyQt5 import Qt, QtCore, QtTest, sip
from screen import open_screen

BINS = 512
RATE = 1e6


def tag(offset, key, value):
    t = gr.tag_t()
    t.offset, t.key, t.value = offset, pmt.intern(key), value
    return t


def rx_time(seconds):
    whole = int(seconds)
    return pmt.make_tuple(pmt.from_uint64(whole), pmt.from_double(seconds - whole))


class qa_display(gr_unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        open_screen()
        cls.app = Qt.QApplication(sys.argv[:1])

    def make(self, bins=BINS, samp_rate=RATE, **arguments):
        arguments = {"input": "dbfs", "renderer": "raster", **arguments}
        return gpufft.display(bins, samp_rate, **arguments)

    def run_block(self, block, spectra, tags=(), histograms=None, histogram_tags=()):
        """A flowgraph of its own in which `block` takes these."""
        top = gr.top_block()
        spectra = np.asarray(spectra, np.float32)
        source = blocks.vector_source_f(spectra.ravel().tolist(), False, spectra.shape[1], tags)
        if histograms is None:
            top.connect(source, block)
        else:  # of two inputs, the one that ends first ends the block
            slow = blocks.throttle(4 * spectra.shape[1], 20)
            top.connect(source, slow, block)
            given = blocks.vector_source_f(histograms.ravel().tolist(), False,
                                           histograms.shape[1], histogram_tags)
            top.connect(given, (block, 1))
        top.run()

    def shown(self, block, seconds=0.3):
        """Lets the window draw; what is on the screen."""
        widget = sip.wrapinstance(block.qwidget(), Qt.QWidget)
        widget.resize(900, 600)
        widget.show()
        QtTest.QTest.qWaitForWindowExposed(widget)
        QtTest.QTest.qWait(int(1000 * seconds))
        return widget

    def test_every_spectrum_counts(self):
        rng = np.random.default_rng(1)
        spectra = rng.normal(-80, 8, (3000, BINS)).astype(np.float32)
        block = self.make(spectra_rate=1000.0)
        # The window's thread is here, and draws nothing meanwhile.
        self.run_block(block, spectra)
        self.assertEqual(block.spectra(), 3000)
        np.testing.assert_array_equal(block.levels("now"), spectra[-1])
        np.testing.assert_array_equal(block.levels("max"), spectra.max(0))
        np.testing.assert_array_equal(block.levels("min"), spectra.min(0))
        self.shown(block)
        self.assertGreater(block.pictures(), 0)

    def test_averages_are_of_power(self):
        rng = np.random.default_rng(2)
        power = rng.exponential(1e-6, (40, BINS)).astype(np.float32)
        for name, spectra in (("power", power), ("dbfs", 10 * np.log10(power))):
            block = self.make(input=name)
            block.set_average_spectra(1000)
            self.run_block(block, spectra)
            np.testing.assert_allclose(
                block.levels("average"), 10 * np.log10(power.mean(0)), atol=2e-3
            )

    def test_levels_are_those_of_a_tone(self):
        """A tone through spectrum_c, read in each unit, within 0.1 dB."""
        length, amplitude, bin_ = 1024, 0.25, 700
        n = np.arange(length * 20)
        samples = amplitude * np.exp(2j * np.pi * (bin_ - length // 2) / length * n)
        for output in ("dbfs", "dbfs_per_hz", "power", "power_per_hz"):
            top = gr.top_block()
            source = blocks.vector_source_c(samples.tolist())
            spectrum = gpufft.spectrum_c(length, length, "hann", RATE, output=output)
            block = gpufft.display(length, RATE, 0.0, output, renderer="raster")
            top.connect(source, spectrum, block)
            top.run()
            self.assertEqual(block.spectra(), 20)
            block.set_full_scale_dbm(-3)
            for unit, expected in (
                ("dbfs", 20 * np.log10(amplitude)),
                ("dbm", 20 * np.log10(amplitude) - 3),
                ("dbfs_per_hz", 20 * np.log10(amplitude) - 10 * np.log10(1.5 * RATE / length)),
            ):
                block.set_unit(unit)
                levels = block.levels("now")
                self.assertEqual(int(np.argmax(levels)), bin_)
                self.assertAlmostEqual(max(levels), expected, delta=0.1)

    def test_tags_move_the_axis_and_the_time(self):
        spectra = np.full((60, BINS), -90, np.float32)
        tags = [
            tag(0, "rx_time", rx_time(1000.0)),
            tag(20, "rx_freq", pmt.from_double(433e6)),
            tag(40, "rx_rate", pmt.from_double(2e6)),
            tag(40, "rx_time", rx_time(1010.0)),
            tag(41, "rx_time", pmt.from_double(5)),  # what no radio sends
            tag(42, "rx_rate", pmt.from_double(-1)),
        ]
        block = self.make(spectra_rate=10.0)
        self.run_block(block, spectra, tags)
        self.assertEqual(block.freq(), 433e6)
        self.assertEqual(block.samp_rate(), 2e6)
        status = self.status(block)
        # 20 spectra a tenth of a second each, 20 more, a gap up to 10 s, and 20 of half that.
        self.assertAlmostEqual(status["history_seconds"], 11, delta=0.11)

    def status(self, block):
        received = self.receive(block, "status", lambda: block.to_basic_block()._post(
            pmt.intern("command"), pmt.cons(pmt.intern("status"), pmt.PMT_NIL)))
        return pmt.to_python(received[0])

    def test_a_rate_of_spectra_keeps_its_hop(self):
        block = self.make()
        block.set_spectra_rate(5.0, 1000)
        block.to_basic_block()._post(pmt.intern("command"), pmt.cons(
            pmt.intern("spectra_rate"), pmt.from_double(10)))
        self.run_block(block, np.full((40, BINS), -90), [tag(20, "rx_rate", pmt.from_double(2e6))])
        self.assertAlmostEqual(self.status(block)["history_seconds"], 4, delta=0.11)

    def test_bands_that_are_none(self):
        block = self.make(freq=100e6)
        nan, inf = float("nan"), float("inf")
        self.run_block(block, np.full((20, BINS), -90), [
            tag(i, "whole_band", pmt.cons(pmt.from_double(low), pmt.from_double(high)))
            for i, (low, high) in enumerate([(nan, nan), (-inf, inf), (2e6, 1e6), (5, 5)])])
        self.shown(block, 0.1)
        (view,) = self.receive(block, "zoom", lambda: block.set_view(99.9e6, 100.1e6))[-1:]
        self.assertAlmostEqual(pmt.to_python(view)["low"], 99.9e6, delta=1)
        for edges in ((nan, 1), (0, inf)):
            with self.assertRaisesRegex(ValueError, "edges are numbers"):
                self.make().select(*edges)

    def receive(self, block, port, act):
        """Messages that come out at a port while `act` is called."""
        top = gr.top_block()
        debug = blocks.message_debug()
        # A flowgraph that has ended takes no messages.
        source = blocks.null_source(4 * block.bins())
        slow = blocks.throttle(4 * block.bins(), 20)
        top.connect(source, slow, block)
        top.msg_connect(block, port, debug, "store")
        top.start()
        act()
        end = time.monotonic() + 10
        while debug.num_messages() == 0 and time.monotonic() < end:
            QtTest.QTest.qWait(20)
        top.stop()
        top.wait()
        return [debug.get_message(i) for i in range(debug.num_messages())]

    def test_a_click_is_a_message(self):
        block = self.make(freq=100e6)
        self.run_block(block, np.full((5, BINS), -90))
        widget = self.shown(block)
        where = QtCore.QPoint(450, 100)
        messages = self.receive(
            block,
            "freq",
            lambda: QtTest.QTest.mouseClick(
                widget, QtCore.Qt.LeftButton, QtCore.Qt.NoModifier, where
            ),
        )
        freq = pmt.to_double(pmt.cdr(messages[0]))
        self.assertEqual(pmt.symbol_to_string(pmt.car(messages[0])), "freq")
        self.assertAlmostEqual(freq, 100e6 + RATE * (450 - 446) / 776, delta=RATE / 100)
        zoomed = self.receive(block, "zoom", lambda: block.set_view(99.9e6, 100.1e6))
        view = pmt.to_python(zoomed[0])
        self.assertAlmostEqual(view["low"], 99.9e6, delta=1)
        self.assertAlmostEqual(view["bandwidth"], 0.2e6, delta=1)
        self.assertGreater(view["columns"], 500)

    def test_commands_are_setters(self):
        block = self.make()
        for name, value in (
            ("freq", pmt.from_double(5e6)),
            ("samp_rate", pmt.from_double(-5)),  # refused, which is logged
            ("unit", pmt.intern("dbm")),
            ("unit", pmt.intern("volts")),
            ("range_db", pmt.cons(pmt.from_double(-50), pmt.from_double(-10))),
            ("colours", pmt.intern("inferno")),
            ("full_scale_dbm", pmt.from_double(10)),
        ):
            block.to_basic_block()._post(
                pmt.intern("command"), pmt.cons(pmt.intern(name), value)
            )
        self.run_block(block, np.full((5, BINS), -90))
        QtTest.QTest.qWait(100)
        self.assertEqual(block.freq(), 5e6)
        self.assertEqual(block.samp_rate(), RATE)
        self.assertAlmostEqual(block.levels("now")[0], -80, delta=1e-3)

    def test_histograms_of_another_band_are_not_shown(self):
        levels, bins = 16, 64
        histogram = np.zeros((levels, bins), np.float32)
        histogram[12, 40] = 7
        for counted, is_shown in ((433e6, False), (100e6, True)):
            block = self.make(freq=100e6, histogram_bins=bins, histogram_levels=levels,
                              panes="persistence")
            self.run_block(block, np.full((20, BINS), -90),
                           histograms=histogram.reshape(1, -1),
                           histogram_tags=[tag(0, "rx_freq", pmt.from_double(counted))])
            image = self.shown(block).grab().toImage()
            self.assertEqual(any(Qt.QColor(image.pixel(x, y)).hslSaturation() > 100
                                 for y in range(30, 550, 2) for x in range(60, 880, 2)),
                             is_shown)

    def test_histograms_are_shown(self):
        levels, bins = 16, 64
        histogram = np.zeros((levels, bins), np.float32)
        histogram[12, 40] = 7
        block = self.make(
            histogram_bins=bins,
            histogram_levels=levels,
            histogram_lowest_db=-160.0,
            histogram_highest_db=0.0,
            panes="persistence",
        )
        block.set_range_db(-160, 0)
        self.run_block(block, np.full((20, BINS), -90), histograms=histogram.reshape(1, -1))
        widget = self.shown(block)
        image = widget.grab().toImage()
        lit = [
            (x, y)
            for y in range(30, 570)
            for x in range(60, 880)
            if Qt.QColor(image.pixel(x, y)).hslSaturation() > 100
        ]
        x, y = np.mean(lit, axis=0)
        left, width, top, height = 58, 900 - 58 - 14, 20, 600 - 42
        # Bin 40 of 64, of which 32 is DC; level 12 of 16 from below.
        dc = left + width * (0.5 + 0.5 / BINS)
        self.assertAlmostEqual(x, dc + width * 8 / 64, delta=4)
        self.assertAlmostEqual(y, top + height * (1 - 12.5 / 16), delta=4)

    def test_samples_become_spectra_and_histograms(self):
        rate, length = 1e6, 256
        n = np.arange(500000)
        samples = 0.1 * np.exp(2j * np.pi * (200e3 / rate) * n)
        block = gpufft.display_c(rate, 50e6, length, rate=100.0, renderer="raster")
        top = gr.top_block()
        source = blocks.vector_source_c(samples.tolist())
        top.connect(source, block)
        top.run()
        frames = (len(n) - length) // (length // 2) + 1
        expected = int(frames * (length // 2) / rate * 100)
        self.assertAlmostEqual(block.display.spectra(), expected, delta=1)
        levels = block.display.levels("now")
        hz = 50e6 + (np.argmax(levels) - length // 2) * rate / length
        self.assertAlmostEqual(hz, 50.2e6, delta=rate / length)
        self.assertAlmostEqual(max(levels), -20, delta=1.5)  # between two bins
        block.set_freq(60e6)
        block.set_samp_rate(2e6)
        self.assertEqual(block.spectrum.samp_rate(), 2e6)
        alone = gpufft.display_c(rate, panes="waterfall", renderer="raster")
        self.assertIsNone(alone.persistence)
        with self.assertRaises(ValueError):
            gpufft.display_c(rate, rate=0)

    def test_zooming_in_brings_finer_bins_and_back(self):
        """Two tones, nearer to each other than a bin, in a display of the whole band."""
        rate, length = 2e6, 512
        tones = (100.3e6, 100.3015e6)  # bins are 3906 Hz wide
        top = gr.top_block()
        block = gpufft.display_c(rate, 100e6, length, rate=50.0, renderer="raster")
        both = blocks.add_cc()
        for place, hz in enumerate(tones):
            sine = analog.sig_source_c(rate, analog.GR_COS_WAVE, hz - 100e6, 0.1)
            top.connect(sine, (both, place))
        top.connect(both, blocks.throttle(8, rate), block)
        widget = self.shown(block, 0)
        top.start()

        def wait(wanted):
            self.assertTrue(self.wait_for(wanted), (block.zoom.decimation(), block.display.samp_rate()))

        wait(lambda: block.display.spectra() > 5)
        block.set_view(100.3e6 - 4e3, 100.3e6 + 6e3)
        wait(lambda: block.display.samp_rate() < rate)
        decimation = block.zoom.decimation()
        self.assertEqual(block.display.samp_rate(), rate / decimation)
        self.assertEqual(block.display.freq(), block.zoom.center_freq())
        self.assertGreaterEqual(decimation, 64)
        before = block.display.spectra()
        wait(lambda: block.display.spectra() > before + 20)
        levels = np.array(block.display.levels("now"))
        bin_hz = rate / decimation / length
        for hz in tones:
            place = round((hz - block.display.freq()) / bin_hz) + length // 2
            self.assertAlmostEqual(max(levels[place - 1:place + 2]), -20, delta=1.45)
        self.assertLess(levels[round((100.30075e6 - block.display.freq()) / bin_hz)
                               + length // 2], -60)
        # Home: all of the band again, although the stream is narrow now.
        QtTest.QTest.keyClick(widget, QtCore.Qt.Key_Home)
        wait(lambda: block.display.samp_rate() == rate)
        before = block.display.spectra()
        wait(lambda: block.display.spectra() > before + 5)
        self.assertEqual((block.zoom.decimation(), block.display.freq()), (1, 100e6))
        self.assertAlmostEqual(
            (np.argmax(block.display.levels("now")) - length // 2) * rate / length, 300e3,
            delta=rate / length)
        top.stop()
        top.wait()

    def test_samples_of_an_annotation_while_zooming(self):
        """Count all samples that came, although each zoom leaves out some of them."""
        rate, length = 2e6, 512
        top = gr.top_block()
        block = gpufft.display_c(rate, 100e6, length, rate=50.0, renderer="raster",
                                 panes="spectrum,waterfall")
        source = analog.sig_source_c(rate, analog.GR_COS_WAVE, 300e3, 0.1)
        top.connect(source, blocks.throttle(8, rate), block)
        self.shown(block, 0)
        top.start()
        display = block.display

        def wait_for_more():
            before = display.spectra()
            self.assertTrue(self.wait_for(lambda: display.spectra() > before + 2))

        for _ in range(4):
            wait_for_more()
            block.set_view(100.3e6 - 3e3, 100.3e6 + 3e3)
            self.assertTrue(self.wait_for(lambda: display.samp_rate() < rate))
            wait_for_more()
            block.set_view(99e6, 101e6)
            self.assertTrue(self.wait_for(lambda: display.samp_rate() == rate))
        wait_for_more()
        top.stop()
        top.wait()
        display.set_seconds(600)
        display.select(100.2e6, 100.4e6)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.sigmf-meta")
            display.save_annotation(path)
            with open(path) as file:
                (annotation,) = json.load(file)["annotations"]
        self.assertEqual(annotation["core:sample_start"], 0)
        # What the last unfinished spectrum has is not shown, and times are right to half of
        # one of 40000 samples.
        missing = block.zoom.nitems_read(0) - annotation["core:sample_count"]
        self.assertGreater(missing, -20000)
        self.assertLess(missing, 100000)

    def test_tuning_while_zoomed_in(self):
        rate, length = 2e6, 512
        top = gr.top_block()
        block = gpufft.display_c(rate, 100e6, length, rate=50.0, renderer="raster")
        top.connect(blocks.null_source(8), blocks.throttle(8, rate), block)
        widget = self.shown(block, 0)
        top.start()
        shown, zoom = block.display, block.zoom
        shown.set_view(100.3e6 - 5e3, 100.3e6 + 5e3)
        self.assertTrue(self.wait_for(lambda: shown.samp_rate() < rate))
        narrow = shown.samp_rate()

        def command(name, value):
            shown.to_basic_block()._post(pmt.intern("command"), pmt.cons(
                pmt.intern(name), pmt.from_double(value)))

        for tune, freq in ((lambda: block.set_freq(100.001e6), 100.001e6),
                           (lambda: block.set_samp_rate(rate), 100.001e6),
                           (lambda: command("samp_rate", rate), 100.001e6),
                           (lambda: command("freq", 100.002e6), 100.002e6)):
            tune()
            self.assertTrue(self.wait_for(lambda: zoom.freq() == freq))
            before = shown.spectra()
            self.assertTrue(self.wait_for(lambda: shown.spectra() > before + 10))
            # The axis is that of the narrow stream, not the receiver's.
            self.assertEqual((shown.samp_rate(), shown.freq()), (narrow, zoom.center_freq()))
            self.assertEqual(block.spectrum.samp_rate(), narrow)
        QtTest.QTest.keyClick(widget, QtCore.Qt.Key_Home)
        self.assertTrue(self.wait_for(lambda: shown.samp_rate() == rate))
        self.assertEqual((zoom.decimation(), shown.freq()), (1, 100.002e6))
        top.stop()
        top.wait()

    def wait_for(self, wanted, seconds=30):
        end = time.monotonic() + seconds
        while not wanted() and time.monotonic() < end:
            QtTest.QTest.qWait(20)
        return wanted()

    def test_extremes(self):
        for bins, count in ((1, 1000), (1 << 20, 3)):
            spectra = np.full((count, bins), np.nan, np.float32)
            spectra[-1, bins // 2] = -33
            block = self.make(bins, spectra_rate=10.0)
            self.run_block(block, spectra)
            self.shown(block, 0.5)
            self.assertEqual(block.spectra(), count)
            self.assertEqual(block.levels("max")[bins // 2], -33)

    def test_pictures_are_saved(self):
        block = self.make()
        self.run_block(block, np.full((5, BINS), -90))
        with tempfile.TemporaryDirectory() as folder:
            block.save_png(f"{folder}/a.png", 640, 480)
            image = Qt.QImage(f"{folder}/a.png")
            self.assertEqual((image.width(), image.height()), (640, 480))
            block.save_csv(f"{folder}/a.csv", "max")
            frequencies, levels = np.loadtxt(f"{folder}/a.csv", delimiter=",", skiprows=1).T
            np.testing.assert_allclose(frequencies, (np.arange(BINS) - BINS // 2) * RATE / BINS)
            np.testing.assert_allclose(levels, -90)
            with self.assertRaisesRegex(RuntimeError, "nothing is selected"):
                block.save_annotation(f"{folder}/a.sigmf-meta")
            block.select(10e3, 20e3)
            block.save_annotation(f"{folder}/a.sigmf-meta")
            with open(f"{folder}/a.sigmf-meta") as file:
                (annotation,) = json.load(file)["annotations"]
            self.assertEqual(annotation["core:freq_upper_edge"], 20e3)
            with self.assertRaisesRegex(RuntimeError, "cannot be written"):
                block.save_png("/dev/null/a.png")

    def test_arguments_are_refused(self):
        for arguments, words in (
            ({"bins": 0}, "0 bins"),
            ({"bins": (1 << 24) + 1}, "16777216"),
            ({"samp_rate": 0.0}, "samp_rate"),
            ({"samp_rate": float("nan")}, "samp_rate"),
            ({"spectra_rate": -1.0}, "spectra_rate"),
            ({"input": "volts"}, "dbfs_per_hz"),
            ({"panes": "scope"}, "scope"),
            ({"renderer": "crayons"}, "raster"),
            ({"histogram_bins": -1}, "histograms"),
            ({"histogram_bins": 8, "histogram_levels": 1}, "levels"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                self.make(**arguments)
        with self.assertRaises(ValueError):
            self.make().set_unit("volts")

    def python(self, code, **environment):
        cleared = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "QT_QPA_PLATFORM")}
        return subprocess.run(
            [sys.executable, "-c", code],
            env={**cleared, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )

    def test_no_application_and_no_screen(self):
        make = "from gnuradio import gpufft\ngpufft.display(64, 1e6)"
        done = self.python(make, DISPLAY=os.environ["DISPLAY"])
        self.assertIn("RuntimeError: display: there is no QApplication", done.stdout)
        self.assertIn("Qt.QApplication(sys.argv)", done.stdout)
        done = self.python(make)
        self.assertIn("neither DISPLAY nor WAYLAND_DISPLAY is set", done.stdout)
        done = self.python(
            "from gnuradio import gpufft\n"
            "print(gpufft.display.why_no_window() or 'fine')",
            QT_QPA_PLATFORM="offscreen",
        )
        self.assertEqual(done.stdout.strip(), "fine")

    def test_pictures_without_a_screen(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.python(
                "import sys\nfrom PyQt5 import Qt\nfrom gnuradio import gpufft\n"
                "app = Qt.QApplication(sys.argv[:1])\n"
                f"gpufft.display(64, 1e6).save_png('{folder}/a.png', 300, 200)\n",
                QT_QPA_PLATFORM="offscreen",
            )
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertEqual(Qt.QImage(f"{folder}/a.png").width(), 300)


if __name__ == "__main__":
    gr_unittest.run(qa_display)
