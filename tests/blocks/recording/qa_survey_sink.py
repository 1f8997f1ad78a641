#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""survey_sink: rows, axes and tags of a survey that grows, is resumed, refused, or fails."""

import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
import pmt
from gnuradio import blocks, gpufft, gr, gr_unittest

try:
    import xarray
    import zarr
except ImportError:
    print("skipped: no xarray to read surveys with (Debian: python3-xarray, python3-zarr)")
    sys.exit(77)

LENGTH, HOP, FRAMES, RATE = 64, 32, 10, 1e6
STEP = FRAMES * HOP  # samples from a row to the next
SPAN = (FRAMES - 1) * HOP + LENGTH  # samples of a row
UTC = 1_700_000_000

# A flowgraph that is killed: spectra whose number is their level.
ENDLESS = """
import sys
import numpy as np
from gnuradio import blocks, gpufft, gr

class numbers(gr.sync_block):
    def __init__(self, begin):
        gr.sync_block.__init__(self, "numbers", None, [(np.float32, 64)])
        self.next = begin

    def work(self, _, out):
        out[0][:] = self.next + np.arange(len(out[0]))[:, None]
        self.next += len(out[0])
        return len(out[0])

top = gr.top_block()
sink = gpufft.survey_sink(sys.argv[1], 64, 1e6, frames=10, flush_seconds=0.02)
source, slow = numbers(sink.rows()), blocks.throttle(256, 3000)
source.set_max_noutput_items(16)
top.connect(source, slow, sink)
top.run()
"""


def tag(offset, key, value):
    t = gr.tag_t()
    t.offset, t.key, t.value = offset, pmt.intern(key), value
    return t


def rx_time(offset, seconds):
    whole, part = divmod(seconds, 1)
    value = pmt.make_tuple(pmt.from_uint64(int(whole)), pmt.from_double(part))
    return tag(offset, "rx_time", value)


def spectra(rows, seed=1, bins=LENGTH):
    return np.random.default_rng(seed).standard_normal((rows, bins)).astype(np.float32)


class qa_survey_sink(gr_unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.survey = os.path.join(self.folder, "s.zarr")

    def make(self, **changed):
        named = {"hop": HOP, "frames": FRAMES, "flush_seconds": 100.0, **changed}
        return gpufft.survey_sink(self.survey, LENGTH, RATE, **named)

    def run_sink(self, rows, tags=(), **changed):
        """A flowgraph of its own that records `rows`, or several inputs of these."""
        sink = self.make(**changed)
        top = gr.top_block()
        inputs = rows if isinstance(rows, list) else [rows]
        for port, each in enumerate(inputs):
            each_tags = tags if port == 0 else ()
            source = blocks.vector_source_f(each.ravel().tolist(), False, each.shape[1], each_tags)
            top.connect(source, (sink, port))
        top.run()
        return sink

    def opened(self):
        with xarray.open_zarr(self.survey, decode_times=False) as found:
            return found.load()

    def tags(self):
        text = pathlib.Path(self.survey, "tags.jsonl").read_text()
        return [json.loads(line) for line in text.splitlines()]

    def test_rows_and_axes(self):
        rows = spectra(300)
        sink = self.run_sink(rows, freq=100e6, utc=False)
        self.assertEqual(sink.rows(), 300)
        found = self.opened()
        np.testing.assert_array_equal(found["mean"], rows)
        np.testing.assert_array_equal(found["sample"], np.arange(300) * STEP)
        np.testing.assert_array_equal(found["frames"], np.full(300, FRAMES))
        np.testing.assert_allclose(found["time"], (np.arange(300) * STEP + SPAN / 2) / RATE)
        want = 100e6 + np.fft.fftshift(np.fft.fftfreq(LENGTH, 1 / RATE))
        np.testing.assert_allclose(found["frequency"], want)
        self.assertEqual(found["mean"].attrs["units"], "dBFS/Hz")
        self.assertAlmostEqual(found.attrs["rbw_hz"] / (2.0044 * RATE / LENGTH), 1, 3)
        del sink
        self.assertFalse(os.path.exists(os.path.join(self.survey, ".gpufft")))

    def test_more_rows_than_a_chunk_has(self):
        """Chunks of 4 MiB and of 65536 times: 16384 and 65536 rows."""
        rows = spectra(70_001)
        self.run_sink(rows, utc=False, output="power")
        found = self.opened()
        np.testing.assert_array_equal(found["mean"], rows)
        np.testing.assert_array_equal(found["sample"], np.arange(70_001) * STEP)
        self.assertEqual(len(list(pathlib.Path(self.survey, "mean").glob("*.0"))), 5)

    def test_several_statistics_of_real_samples(self):
        names, bins = ["max", "mean", "min"], LENGTH // 2 + 1
        inputs = [spectra(20, seed, bins) for seed in range(3)]
        self.run_sink(inputs, statistics="max,mean,min", one_sided=True, utc=False)
        found = self.opened()
        for name, rows in zip(names, inputs):
            np.testing.assert_array_equal(found[name], rows, name)
        self.run_sink(inputs[::-1], statistics="min,mean,max", one_sided=True, utc=False)
        again = self.opened()
        for name, rows in zip(names, inputs):
            np.testing.assert_array_equal(again[name], np.concatenate([rows, rows]), name)
        np.testing.assert_allclose(found["frequency"], np.arange(bins) * RATE / LENGTH)

    def test_times_and_gaps_are_those_of_tags(self):
        rows, later = spectra(30), UTC + 5.25
        # The second is where it is expected, within its row; the third is 5 s late.
        tags = [rx_time(0, UTC), rx_time(10, UTC + (10 * STEP + 17) / RATE), rx_time(20, later)]
        self.run_sink(rows, tags)
        row = np.arange(30)
        want = np.where(row < 20, UTC * 10**9 + row * STEP * 1000,
                        UTC * 10**9 + 5_250_000_000 + (row - 20) * STEP * 1000) + SPAN * 500
        np.testing.assert_array_equal(self.opened()["time"], want)

    def test_tags_move_the_frequencies_and_are_kept(self):
        tags = [rx_time(0, UTC), tag(0, "rx_freq", pmt.from_double(90e6)),
                tag(5, "burst", pmt.PMT_T), tag(6, "rx_freq", pmt.from_double(95e6)),
                tag(6, "rx_rate", pmt.from_double(RATE)),
                tag(7, "name", pmt.intern("here")), tag(8, "number", pmt.from_long(-3)),
                tag(9, "pair", pmt.cons(pmt.from_long(1), pmt.from_long(2)))]
        self.run_sink(spectra(10), tags)
        found = self.opened()
        np.testing.assert_array_equal(found["center_frequency"], [90e6] * 6 + [95e6] * 4)
        # They are relative to it then, and time goes on.
        self.assertAlmostEqual(float(found["frequency"][LENGTH // 2]), 0)
        np.testing.assert_allclose(np.diff(found["time"]), STEP * 1000, atol=SPAN * 1000)
        kept = {(each["row"], each["key"]): each["value"] for each in self.tags()}
        self.assertEqual(len(kept), len(tags))
        self.assertEqual(kept[0, "rx_freq"], 90e6)
        self.assertIs(kept[5, "burst"], True)
        self.assertEqual(kept[7, "name"], "here")
        self.assertEqual(kept[8, "number"], -3)
        self.assertEqual(kept[9, "pair"], "(1 . 2)")

    def test_times_of_arrival_where_no_tag_says_one(self):
        before = time.time()
        self.run_sink(spectra(100))
        now = self.opened()["time"].values / 1e9
        self.assertGreater(now[0], before - 100 * STEP / RATE)
        self.assertLess(now[-1], time.time() + 1)
        np.testing.assert_allclose(np.diff(now), STEP / RATE, atol=1e-6)

    def test_set_freq(self):
        sink = self.make(freq=1e6)
        sink.set_freq(2e6)
        self.assertEqual(sink.freq(), 2e6)
        with self.assertRaisesRegex(ValueError, "finite"):
            sink.set_freq(float("nan"))

    def test_it_goes_on(self):
        first, second = spectra(33, 1), spectra(44, 2)
        self.run_sink(first, [rx_time(0, UTC), tag(32, "a", pmt.PMT_T)], freq=5e6)
        sink = self.run_sink(second, [rx_time(0, UTC + 60), tag(0, "b", pmt.PMT_T)], freq=5e6)
        self.assertEqual(sink.rows(), 77)
        found = self.opened()
        np.testing.assert_array_equal(found["mean"], np.concatenate([first, second]))
        times = found["time"].values
        self.assertEqual(times[33] - times[0], 60 * 10**9)
        self.assertEqual(times[76] - times[33], 43 * STEP * 1000)
        self.assertTrue(np.all(np.diff(found["sample"]) > 0))
        self.assertEqual([(t["row"], t["key"]) for t in self.tags()],
                         [(0, "rx_time"), (32, "a"), (33, "rx_time"), (33, "b")])

    def test_kills_lose_no_row_that_was_there(self):
        rows, script = 0, os.path.join(self.folder, "endless.py")
        pathlib.Path(script).write_text(ENDLESS)
        for _ in range(4):
            process = subprocess.Popen([sys.executable, script, self.survey])
            while (now := self.rows_there()) < rows + 50:
                self.assertIsNone(process.poll())
                time.sleep(0.02)
            process.kill()
            process.wait()
            self.assertGreaterEqual(self.rows_there(), now)
            rows = self.rows_there()
        # Rows that were not written come again, since rows() says where to begin.
        found = self.opened()["mean"].values
        np.testing.assert_array_equal(found[:, 0], np.arange(len(found)))

    def rows_there(self):
        try:
            text = pathlib.Path(self.survey, ".zmetadata").read_text()
        except FileNotFoundError:
            return 0
        return json.loads(text)["metadata"]["mean/.zarray"]["shape"][0]

    def test_it_can_be_read_while_it_grows(self):
        sink = self.make(flush_seconds=0.05)
        top = gr.top_block()
        source = blocks.vector_source_f(spectra(1).ravel().tolist(), True, LENGTH)
        top.connect(source, blocks.throttle(4 * LENGTH, 500), sink)
        top.start()
        deadline = time.monotonic() + 60
        seen = [0]
        while len(seen) < 4 and time.monotonic() < deadline:
            if (now := self.rows_there()) > seen[-1]:
                seen.append(now)
                self.assertGreaterEqual(len(self.opened()["mean"]), now)
        top.stop()
        top.wait()
        self.assertEqual(len(seen), 4)
        self.assertEqual(self.rows_there(), sink.rows())

    def refusal(self, kind, words, **changed):
        with self.assertRaisesRegex(kind, words):
            self.make(**changed)

    def test_other_settings_are_refused(self):
        self.run_sink(spectra(3))
        before = pathlib.Path(self.survey, ".zmetadata").read_bytes()
        self.refusal(RuntimeError, 'begun with unit "dbfs_per_hz"', output="dbfs")
        self.refusal(RuntimeError, "begun with hop 32, and 16", hop=16)
        self.refusal(RuntimeError, 'format "complex spectra"', one_sided=True)
        self.refusal(RuntimeError, "begun with times in UTC", utc=False)
        self.assertEqual(pathlib.Path(self.survey, ".zmetadata").read_bytes(), before)
        first = self.make()
        self.refusal(RuntimeError, "written by another survey_sink")
        del first
        self.make()

    def test_wrong_arguments_are_refused(self):
        for words, changed in [("frames", {"frames": 0}), ("hop", {"hop": -1}),
                               ("window", {"window": "x"}), ("variance", {"statistics": "variance"}),
                               ("asked for twice", {"statistics": "mean,mean"}),
                               ("p50", {"statistics": "mean,p50"}),
                               ("flush_seconds", {"flush_seconds": 0.0}),
                               ("finite", {"freq": float("inf")}), ("unit", {"output": "volt"})]:
            self.refusal(ValueError, words, **changed)
        with self.assertRaisesRegex(ValueError, "samp_rate"):
            gpufft.survey_sink(self.survey, LENGTH, 0.0)
        self.assertFalse(os.path.exists(self.survey))

    def test_a_folder_of_something_else_is_refused(self):
        os.mkdir(self.survey)
        pathlib.Path(self.survey, "letter.txt").write_text("mine")
        self.refusal(RuntimeError, "holds other files and no survey")

    def ends_the_stream(self, tags=(), spoil=None):
        """An endless flowgraph with these tags ends by itself."""
        sink = self.make(flush_seconds=0.05)
        top = gr.top_block()
        source = blocks.vector_source_f(spectra(100).ravel().tolist(), True, LENGTH, tags)
        top.connect(source, blocks.throttle(4 * LENGTH, 2000), sink)
        top.start()
        while spoil and self.rows_there() == 0:
            time.sleep(0.01)
        if spoil:
            spoil()
        done = threading.Thread(target=top.wait)
        done.start()
        done.join(60)
        ended = not done.is_alive()
        top.stop()
        done.join()
        self.assertTrue(ended)

    def test_files_that_cannot_be_written_end_the_stream(self):
        """A file lies where a folder was: refused to root as well, as on a full disk."""
        mean, kept = os.path.join(self.survey, "mean"), os.path.join(self.folder, "mean")

        def spoil():
            os.rename(mean, kept)
            pathlib.Path(mean).write_text("")

        self.ends_the_stream(spoil=spoil)
        rows = self.rows_there()
        os.unlink(mean)
        os.rename(kept, mean)
        # What is written stays, and the survey can be gone on with.
        sink = self.run_sink(spectra(5))
        self.assertEqual(sink.rows(), rows + 5)
        self.assertEqual(len(self.opened()["mean"]), rows + 5)

    def record(self, sink, rows, tags=()):
        """A flowgraph with a sink that others may have had before."""
        top = gr.top_block()
        length = rows.shape[1]
        top.connect(blocks.vector_source_f(rows.ravel().tolist(), False, length, tags), sink)
        top.run()

    def test_rows_of_a_full_chunk_wait_for_room(self):
        """A chunk of 16 rows cannot be written; the same block goes on when it can."""
        bins, chunk_rows = 1 << 16, 16
        sink = gpufft.survey_sink(self.survey, bins, RATE, flush_seconds=100.0)

        def numbered(begin, end):
            return np.repeat(np.arange(begin, end, dtype=np.float32)[:, None], bins, 1)

        self.record(sink, numbered(0, 4))
        mean, kept = os.path.join(self.survey, "mean"), os.path.join(self.folder, "mean")
        os.rename(mean, kept)
        pathlib.Path(mean).write_text("")
        self.record(sink, numbered(4, 24))
        self.assertEqual(sink.rows(), chunk_rows)
        self.record(sink, numbered(50, 52))
        self.assertEqual(sink.rows(), chunk_rows)
        os.unlink(mean)
        os.rename(kept, mean)
        self.record(sink, numbered(100, 105))
        self.assertEqual(sink.rows(), chunk_rows + 5)
        found = self.opened()["mean"].values
        np.testing.assert_array_equal(found[:, 0], [*range(chunk_rows), *range(100, 105)])
        np.testing.assert_array_equal(found[:, -1], found[:, 0])

    def test_tags_that_a_full_disk_tore_are_there_once(self):
        most = 1 << 16
        tags = [tag(row, f"key_{number}", pmt.from_long(number)) for row in range(10)
                for number in range(300)]
        sink = self.make()
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
            self.record(sink, spectra(10), tags)
            self.assertEqual(pathlib.Path(self.survey, "tags.jsonl").stat().st_size, 0)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        self.record(sink, spectra(1))
        self.assertEqual(sink.rows(), 11)
        self.assertGreater(pathlib.Path(self.survey, "tags.jsonl").stat().st_size, most)
        self.assertEqual([(t["row"], t["value"]) for t in self.tags()],
                         [(row, number) for row in range(10) for number in range(300)])

    def test_a_damaged_survey_is_refused(self):
        """Lists of samples that are no rows: too many for the frequencies, or out of order."""
        tags = [tag(0, "rx_freq", pmt.from_double(90e6)), tag(5, "rx_freq", pmt.from_double(95e6))]
        for what, values in [("center frequencies", np.arange(70_000)),
                             ("first sample is 0, not 1 ..", np.zeros(10)),
                             ("first sample is -5, not 0 ..", np.arange(-5, 5)),
                             ("first sample is 92", np.arange(10) + ((1 << 63) - 10))]:
            with self.subTest(what):
                shutil.rmtree(self.survey, ignore_errors=True)
                self.run_sink(spectra(10), tags, utc=False)
                shutil.rmtree(os.path.join(self.survey, "sample"))
                group = zarr.open_group(self.survey, mode="a")
                # zarr 3.0 fills no array that it makes, and writes no chunk of fill values.
                made = group.create_dataset("sample", shape=values.shape, dtype="<i8",
                                            chunks=(65536,), fill_value=-1)
                made[:] = values
                made.attrs["_ARRAY_DIMENSIONS"] = ["time"]
                zarr.consolidate_metadata(self.survey)
                self.refusal(RuntimeError, what + ".*damaged", utc=False)

    def test_another_rate_ends_the_stream(self):
        self.ends_the_stream([tag(50, "rx_rate", pmt.from_double(2 * RATE))])
        self.assertEqual(self.rows_there(), 50)


if __name__ == "__main__":
    gr_unittest.run(qa_survey_sink)
