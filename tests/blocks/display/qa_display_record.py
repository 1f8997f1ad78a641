#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A display records its spectra in a survey: what is in it, when it ends, and what is refused."""

import os
import pathlib
import shutil
import sys
import tempfile
import time

import numpy as np
import pmt
from gnuradio import blocks, gpufft, gr, gr_unittest
from PyQt5 import Qt, QtCore, QtTest, sip
from screen import open_screen
from time_values import NO_TIMES, TIMES

try:
    import xarray
except ImportError:
    print("skipped: no xarray to read surveys with (Debian: python3-xarray, python3-zarr)")
    sys.exit(77)

import gpufft as engine

BINS, RATE, FREQ = 64, 1e6, 100e6
SPECTRA_RATE, HOP = 1000.0, 50  # 20 frames each
STEP = 20 * HOP
UTC = 1_700_000_000


def tag(offset, key, value):
    return gr.tag_utils.python_to_tag((offset, pmt.intern(key), value))


def rx_time(offset, seconds):
    whole, part = divmod(seconds, 1)
    return tag(offset, "rx_time",
               pmt.make_tuple(pmt.from_uint64(int(whole)), pmt.from_double(part)))


def spectra(rows, seed=1):
    return np.random.default_rng(seed).normal(-80, 8, (rows, BINS)).astype(np.float32)


class qa_display_record(gr_unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        open_screen()
        cls.app = Qt.QApplication(sys.argv[:1])

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.survey = os.path.join(self.folder, "s.zarr")

    def make(self, **arguments):
        block = gpufft.display(BINS, RATE, FREQ, **{"input": "dbfs", "renderer": "raster",
                                                    **arguments})
        block.set_spectra_rate(SPECTRA_RATE, HOP)
        block.set_enbw(1.25)
        return block

    def run_block(self, block, rows, tags=()):
        top = gr.top_block()
        top.connect(blocks.vector_source_f(rows.ravel().tolist(), False, BINS, tags), block)
        top.run()

    def opened(self, survey=None):
        with xarray.open_zarr(survey or self.survey, decode_times=False) as found:
            return found.load()

    def wait_for(self, wanted, seconds=30):
        end = time.monotonic() + seconds
        while not wanted() and time.monotonic() < end:
            QtTest.QTest.qWait(20)
        self.assertTrue(wanted())

    def test_what_is_in_a_survey(self):
        rows = spectra(300)
        # A gap of 5 s before row 200.
        tags = [rx_time(0, UTC + 0.25), rx_time(200, UTC + 0.25 + 200 / SPECTRA_RATE + 5)]
        block = self.make()
        self.run_block(block, spectra(40, 2))
        block.record(self.survey)
        self.assertEqual((block.recording(), block.recorded_rows()), (self.survey, 0))
        self.run_block(block, rows, tags)
        block.record("")
        self.assertEqual((block.recording(), block.recording_problem()), ("", ""))
        self.run_block(block, spectra(40, 3))
        self.assertEqual((block.recorded_rows(), block.spectra()), (300, 380))
        found = self.opened()
        np.testing.assert_array_equal(found["mean"], rows)
        row = np.arange(300)
        middle = ((20 - 1) * HOP + BINS) / 2 / RATE
        want = UTC + 0.25 + row / SPECTRA_RATE + np.where(row < 200, 0, 5) + middle
        np.testing.assert_allclose(found["time"].values / 1e9 - UTC, want - UTC, atol=1e-6)
        np.testing.assert_allclose(found["frequency"],
                                   FREQ + (np.arange(BINS) - BINS // 2) * RATE / BINS)
        np.testing.assert_array_equal(found["frames"], np.full(300, 20))
        self.assertEqual(found["mean"].attrs["units"], "dBFS")
        self.assertEqual(found.attrs["window"], "unknown")
        self.assertAlmostEqual(found.attrs["rbw_hz"], 1.25 * RATE / BINS)
        self.assertFalse(os.path.exists(os.path.join(self.survey, ".gpufft")))
        part = engine.open_survey(self.survey)
        np.testing.assert_array_equal(np.asarray(part["mean"]), rows)

    def test_real_samples(self):
        block = gpufft.display(BINS // 2 + 1, RATE, 0.0, "power", one_sided=True)
        block.record(self.survey)
        rows = np.abs(np.random.default_rng(1).normal(size=(20, BINS // 2 + 1)))
        rows = rows.astype(np.float32)
        top = gr.top_block()
        top.connect(blocks.vector_source_f(rows.ravel().tolist(), False, BINS // 2 + 1), block)
        top.run()
        block.record("")
        found = self.opened()
        np.testing.assert_array_equal(found["mean"], rows)
        np.testing.assert_allclose(found["frequency"], np.arange(BINS // 2 + 1) * RATE / BINS)
        self.assertIn("full scale", found["mean"].attrs["units"])

    def test_times_of_arrival(self):
        block = self.make()
        block.record(self.survey)
        before = time.time()
        self.run_block(block, spectra(100))
        after = time.time()
        block.record("")
        now = self.opened()["time"].values / 1e9
        self.assertGreater(now[0], before - 100 / SPECTRA_RATE - 0.01)
        self.assertLess(now[-1], after + 0.01)
        np.testing.assert_allclose(np.diff(now), 1 / SPECTRA_RATE, atol=2e-6)

    def test_times_of_tags(self):
        for value, seconds in [*TIMES, *((bad, None) for bad in NO_TIMES)]:
            shutil.rmtree(self.survey, ignore_errors=True)
            block = self.make()
            block.record(self.survey)
            self.run_block(block, spectra(1), [tag(0, "rx_time", value)])
            block.record("")
            found = self.opened()["time"].values[0] / 1e9 - ((20 - 1) * HOP + BINS) / 2 / RATE
            if seconds is None:
                self.assertLess(abs(found - time.time()), 600, value)
            else:
                self.assertAlmostEqual(found, seconds, 6)

    def test_a_rate_that_is_no_whole_number_of_frames(self):
        """Rows lie no farther from their time than an eighth of one."""
        block = self.make()
        block.set_spectra_rate(970.0, HOP)  # 20.6 frames
        block.record(self.survey)
        self.run_block(block, spectra(2000), [rx_time(0, UTC)])
        block.record("")
        found = self.opened()
        np.testing.assert_array_equal(found["frames"], np.full(2000, 21))
        middle = ((21 - 1) * HOP + BINS) / 2 / RATE
        np.testing.assert_allclose(found["time"].values / 1e9 - UTC,
                                   np.arange(2000) / 970 + middle, atol=21 * HOP / RATE / 8 + 1e-6)

    def test_on_and_off_and_on_again(self):
        block = self.make()
        one, two = spectra(30, 1), spectra(40, 2)
        block.record(self.survey)
        self.run_block(block, one, [rx_time(0, UTC)])
        block.record("")
        self.run_block(block, spectra(9, 3))
        block.record(self.survey)  # goes on with it
        self.assertEqual(block.recorded_rows(), 30)
        self.run_block(block, two, [rx_time(0, UTC + 60)])
        self.assertEqual(block.recording(), self.survey)
        del block  # ends it as well
        found = self.opened()
        np.testing.assert_array_equal(found["mean"], np.concatenate([one, two]))
        self.assertEqual(round((found["time"].values[30] - found["time"].values[0]) / 1e9), 60)

    def test_tuning_and_other_rates(self):
        """Another frequency is in the same survey, another rate in one beside it."""
        rows = spectra(50)
        tags = [tag(10, "rx_freq", pmt.from_double(90e6)),
                tag(20, "rx_rate", pmt.from_double(RATE / 4)),
                tag(30, "rx_rate", pmt.from_double(RATE)),
                tag(40, "rx_rate", pmt.from_double(RATE / 4))]
        block = self.make()
        block.record(self.survey)
        self.run_block(block, rows, tags)
        block.record("")
        whole, part = self.opened(), self.opened(os.path.join(self.folder, "s-2.zarr"))
        np.testing.assert_array_equal(whole["mean"], np.concatenate([rows[:20], rows[30:40]]))
        np.testing.assert_array_equal(whole["center_frequency"], [FREQ] * 10 + [90e6] * 20)
        np.testing.assert_array_equal(part["mean"], np.concatenate([rows[20:30], rows[40:]]))
        self.assertEqual(part.attrs["sample_rate_hz"], RATE / 4)
        self.assertEqual(sorted(os.listdir(self.folder)), ["s-2.zarr", "s.zarr"])

    def test_it_can_be_read_while_it_grows(self):
        block = self.make()
        block.record(self.survey)
        top = gr.top_block()
        source = blocks.vector_source_f(spectra(1).ravel().tolist(), True, BINS)
        top.connect(source, blocks.throttle(4 * BINS, 200), block)
        top.start()
        there = os.path.join(self.survey, ".zmetadata")
        self.wait_for(lambda: os.path.exists(there))
        self.assertGreater(len(self.opened()["mean"]), 0)
        self.assertGreater(block.recorded_rows(), 0)
        top.stop()
        top.wait()

    def test_refused(self):
        block = self.make()
        block.record(self.survey)
        self.run_block(block, spectra(3))
        block.record("")
        other, letter = os.path.join(self.folder, "o"), os.path.join(self.folder, "letter")
        os.mkdir(other)
        pathlib.Path(other, "letter").write_text("mine")
        pathlib.Path(letter).write_text("mine")
        block.set_enbw(2.0)
        for survey, words in (
                (self.survey, "begun with enbw 1.25, and 2.0 is asked for"),
                (other, "holds other files and no survey"),
                (letter, "cannot write .*letter: .*"),
                (letter + "/x", "cannot write .*letter/x: .*letter is a file, and a folder is needed"),
                ("/proc/x", "cannot write /proc/x: ")):
            with self.assertRaisesRegex(RuntimeError, "display: nothing is recorded: .*" + words):
                block.record(survey)
            self.assertEqual(block.recording(), "")
        block.set_enbw(1.25)
        block.record(self.survey)
        with self.assertRaisesRegex(RuntimeError, "is written by another"):
            self.make().record(self.survey)
        self.assertEqual(block.recording(), self.survey)

    def shown(self, block):
        widget = sip.wrapinstance(block.qwidget(), Qt.QWidget)
        widget.resize(900, 600)
        widget.show()
        QtTest.QTest.qWaitForWindowExposed(widget)
        return widget

    def warning_pixels(self, widget):
        """(in the header, in the line below it) of the colour of warnings, #ff6b5e."""
        QtTest.QTest.qWait(100)
        image = widget.grab().toImage().convertToFormat(Qt.QImage.Format_RGB32)
        pixels = np.frombuffer(image.constBits().asstring(image.byteCount()), np.uint8)
        pixels = pixels.reshape(image.height(), image.width(), 4)[..., :3].astype(int)
        near = np.abs(pixels - [0x5e, 0x6b, 0xff]).max(-1) < 24
        if "GPUFFT_TEST_PICTURES" in os.environ:
            image.save(os.path.join(os.environ["GPUFFT_TEST_PICTURES"], f"{self.id()}.png"))
        return near[:20].sum(), near[20:45].sum()

    def test_files_that_cannot_be_written_end_it(self):
        """A file lies where a folder was: refused to root as well, as on a full disk."""
        block = self.make()
        widget = self.shown(block)
        block.record(self.survey)
        top = gr.top_block()
        source = blocks.vector_source_f(spectra(1).ravel().tolist(), True, BINS)
        top.connect(source, blocks.throttle(4 * BINS, 500), block)
        top.start()
        self.wait_for(lambda: os.path.exists(os.path.join(self.survey, ".zmetadata")))
        header, below = self.warning_pixels(widget)
        self.assertGreater(header, 20)
        self.assertEqual(below, 0)
        mean, kept = os.path.join(self.survey, "mean"), os.path.join(self.folder, "kept")
        os.rename(mean, kept)
        pathlib.Path(mean).write_text("")
        self.wait_for(lambda: block.recording() == "")
        self.assertRegex(block.recording_problem(),
                         "^cannot write .*s.zarr/mean.*; the recording has ended, and goes on")
        header, below = self.warning_pixels(widget)
        self.assertEqual(header, 0)
        self.assertGreater(below, 100)
        QtTest.QTest.keyClick(widget, QtCore.Qt.Key_Escape)
        self.assertEqual(self.warning_pixels(widget), (0, 0))
        # Spectra go on, and so does the survey when there is room again.
        seen = block.spectra()
        self.wait_for(lambda: block.spectra() > seen + 20)
        os.unlink(mean)
        os.rename(kept, mean)
        block.record(self.survey)
        rows = block.recorded_rows()
        self.wait_for(lambda: block.recorded_rows() > rows)
        self.assertEqual(block.recording_problem(), "")
        top.stop()
        top.wait()
        block.record("")
        self.assertEqual(len(self.opened()["mean"]), block.recorded_rows())

    def test_key_and_dialog(self):
        block = self.make()
        widget = self.shown(block)

        def fill_in():
            dialog = Qt.QApplication.activeModalWidget()
            dialog.setTextValue(self.survey)
            dialog.findChild(Qt.QDialogButtonBox).button(Qt.QDialogButtonBox.Ok).click()

        for _ in range(2):  # the second time it is there, and nobody is asked
            QtCore.QTimer.singleShot(300, fill_in)
            QtTest.QTest.keyClick(widget, QtCore.Qt.Key_W)
            self.assertEqual(block.recording(), self.survey)
            self.run_block(block, spectra(10))
            QtTest.QTest.keyClick(widget, QtCore.Qt.Key_W)
            self.assertEqual(block.recording(), "")
        self.assertEqual(len(self.opened()["mean"]), 20)

    def test_command(self):
        block = self.make()
        post = lambda name: block.to_basic_block()._post(
            pmt.intern("command"), pmt.cons(pmt.intern("record"), pmt.intern(name)))
        top = gr.top_block()
        source = blocks.vector_source_f(spectra(1).ravel().tolist(), True, BINS)
        top.connect(source, blocks.throttle(4 * BINS, 500), block)
        top.start()
        post(self.survey)
        self.wait_for(lambda: block.recorded_rows() > 5)
        post("")
        self.wait_for(lambda: block.recording() == "")
        post("/proc/x")
        self.wait_for(lambda: "cannot write /proc/x" in block.recording_problem())
        top.stop()
        top.wait()
        self.assertEqual(len(self.opened()["mean"]), block.recorded_rows())


if __name__ == "__main__":
    gr_unittest.run(qa_display_record)
