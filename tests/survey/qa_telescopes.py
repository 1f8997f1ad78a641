#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Digital RF, GUPPI RAW and VDIF make the rows that the same samples in SigMF make."""
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

import numpy as np

try:
    import h5py
    import xarray
    import zarr  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

from survey_files import noise, run, write_sigmf
from telescope_files import (guppi_block, packed, pairs_of as pairs, quantized, vdif_frame,
                             write_digital_metadata, write_digital_rf)

ROWS = ["--length", 64, "--hop", 64, "--average", 4]


def as_compound(samples, dtype="<i2"):
    """Samples of full scale 1 as Digital RF has them, and what those are again."""
    kept = np.round(pairs(samples) * 32768).astype(dtype)
    again = kept.astype(float) / 32768
    return kept.view([("r", dtype), ("i", dtype)]), again[::2] + 1j * again[1::2]


class FilesTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.surveys = 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def survey(self, *arguments, status=0, group=None, rows=ROWS):
        self.surveys += 1
        out = self.path(f"out{self.surveys}.zarr")
        done = run("process", *arguments, *rows, "--out", out)
        self.assertEqual(done.returncode, status, done.stderr)
        return xarray.open_zarr(out, group=group)

    def refused(self, message, *arguments):
        self.surveys += 1
        done = run("process", *arguments, *ROWS, "--out",
                   self.path(f"out{self.surveys}.zarr"))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def expected(self, samples, rate, name="cf64_le", captures=({"core:sample_start": 0},)):
        base = self.path(f"expected{self.surveys}")
        write_sigmf(base, samples, rate, name, captures)
        return self.survey(base)

    def assert_same(self, found, expected, tolerance=2e-4):
        np.testing.assert_allclose(found["mean"], expected["mean"], atol=tolerance)
        np.testing.assert_array_equal(found["sample"], expected["sample"])
        np.testing.assert_array_equal(found["frames"], expected["frames"])


class VdifTest(FilesTest):

    RATE = 16000  # 10 frames of 1600 samples a second

    def write(self, name, frames):
        pathlib.Path(self.path(name)).write_bytes(b"".join(frames))
        return self.path(name)

    def frames(self, numbers, bits, is_complex=True, **more):
        """Frames of samples that may be complex, 10 a second, from 7.3 s on."""
        codes, levels = quantized(pairs(numbers) if is_complex else numbers.real, bits)
        each = 3200 if is_complex else 1600
        frames = [vdif_frame((73 + i) // 10, (73 + i) % 10,
                             packed(codes[i * each:(i + 1) * each], bits), bits,
                             is_complex=is_complex, **more)
                  for i in range(len(codes) // each)]
        return frames, levels[::2] + 1j * levels[1::2] if is_complex else levels

    def test_samples_of_every_width(self):
        samples = noise(20 * 1600)
        for bits in (1, 2, 4, 8, 16, 32):
            for is_complex in (True, False):
                for more in ({"legacy": True}, {"rate_khz": self.RATE // (
                        1000 if is_complex else 2000)}):
                    with self.subTest(f"{bits} bits, complex {is_complex}, {more}"):
                        frames, levels = self.frames(samples, bits, is_complex, **more)
                        path = self.write("a.vdif", frames)
                        found = self.survey(path)
                        self.assert_same(found, self.expected(
                            levels, self.RATE, "cf64_le" if is_complex else "rf64_le"))
                        self.assertEqual(found.attrs["sample_rate_hz"], self.RATE)
                        # The second half of 2026, 7.3 s and half a row of 256 later.
                        self.assertEqual(found.time.values[0], np.datetime64(
                            "2026-07-01T00:00:07.308", "ns"))

    def test_a_gap_is_a_gap_whatever_makes_it(self):
        frames, levels = self.frames(noise(40 * 1600), 8, rate_khz=16)
        kept = np.delete(levels.reshape(40, 1600), [11, 25], axis=0).ravel()
        captures = [{"core:sample_start": 1600 * start, "core:global_index": 1600 * index}
                    for start, index in ((0, 0), (11, 12), (24, 26))]
        expected = self.expected(kept, self.RATE, captures=captures)
        found = self.survey(self.write("lost.vdif", np.delete(
            np.array(frames, object), [11, 25])))
        self.assert_same(found, expected)
        bad = list(frames)
        for i in (11, 25):
            word = int.from_bytes(bad[i][:4], "little") | 1 << 31
            bad[i] = word.to_bytes(4, "little") + bad[i][4:]
        self.assert_same(self.survey(self.write("invalid.vdif", bad)), expected)
        step = np.diff(found.time.values) / np.timedelta64(1, "ms")
        self.assertGreater(step.max(), 100)

    def test_threads_and_channels(self):
        """Two threads in any order, two channels in each: a gap of one is one of all."""
        samples = [noise(20 * 1600, seed) for seed in range(4)]
        codes, levels = zip(*(quantized(pairs(each), 2) for each in samples))
        frames = []
        for i in range(20):
            inside = slice(3200 * i, 3200 * (i + 1))
            both = [vdif_frame(9 + i // 10, i % 10, packed(np.stack(
                [codes[2 * t][inside].reshape(-1, 2), codes[2 * t + 1][inside].reshape(-1, 2)],
                1).ravel(), 2), 2, channels=2, thread=(5, 900)[t]) for t in range(2)]
            if i == 13:
                both = both[:1]
            frames += both[::1 if i % 3 else -1]
        path = self.write("t.vdif", frames)
        captures = [{"core:sample_start": 1600 * start, "core:global_index": 1600 * index}
                    for start, index in ((0, 0), (13, 14))]
        for channel in range(4):
            numbers = levels[channel][::2] + 1j * levels[channel][1::2]
            kept = np.delete(numbers.reshape(20, 1600), 13, axis=0).ravel()
            self.assert_same(self.survey(path, "--channel", channel, "--samp-rate", 16000),
                             self.expected(kept, 16000, captures=captures))
        # A file of more than a second says itself how many frames that has.
        self.assertEqual(self.survey(path, "--channel", 0).attrs["sample_rate_hz"], 16000)

    def test_what_fills_places_is_no_thread(self):
        frames, levels = self.frames(noise(20 * 1600), 8, thread=5, rate_khz=16)
        filler = [vdif_frame((73 + i) // 10, (73 + i) % 10, bytes(3200), 8, thread=0,
                             invalid=True, rate_khz=16) for i in range(20)]
        found = self.survey(self.write("f.vdif", [
            each for both in zip(filler, frames) for each in both]))
        self.assert_same(found, self.expected(levels, self.RATE))

    def test_a_sample_rate_is_needed_within_a_second(self):
        frames, _ = self.frames(noise(5 * 1600), 8)
        one = [vdif_frame(0, 0, bytes(1600), 8)]
        self.refused("give --samp-rate", self.write("one.vdif", one))
        self.refused("give --samp-rate", self.write("s.vdif", frames))
        self.refused("frames of 1600 samples do not make", self.path("s.vdif"),
                     "--samp-rate", 100)
        self.refused("another --samp-rate works", self.path("s.vdif"), "--samp-rate", 3200)

    def test_damaged_files(self):
        frames, _ = self.frames(noise(20 * 1600), 8, rate_khz=16)
        self.refused("ends in the middle of a frame",
                     self.write("d.vdif", frames + [frames[0][:500]]))
        self.survey(self.path("d.vdif"), "--allow-damaged")
        other = vdif_frame(8, 3, frames[0][32:], 8, channels=2, rate_khz=16)
        self.refused("frame 10, at byte 32320", self.write("d.vdif", frames[:10] + [other]))
        self.refused("hold no frame", self.write("d.vdif", [frames[0][:20]]))
        self.refused("claims 3232 bytes", self.write("d.vdif", [frames[0][:1000]]))
        self.refused("3 bits", self.write(
            "d.vdif", [vdif_frame(0, 0, bytes(800), 3)] * 3))
        self.refused("no frame that is valid", self.write(
            "d.vdif", [vdif_frame(0, i, bytes(1600), 8, invalid=True) for i in range(3)]))
        self.refused("says itself how its samples are stored", self.path("d.vdif"),
                     "--format", "ci8")


class GuppiTest(FilesTest):

    RATE = 1e4  # of a channel

    def cards(self, **more):
        return {"OBSNCHAN": 2, "NPOL": 4, "NBITS": 8, "OBSFREQ": 1500.0, "OBSBW": 0.02,
                "TBIN": 1 / self.RATE, "STT_IMJD": 61370, "STT_SMJD": 3600,
                "STT_OFFS": 0.5, "PKTSIZE": 80, **more}

    def channels(self, count, bits=8):
        """int[channel][sample][polarization][2], and samples of each."""
        full = 2**(bits - 1)
        data = np.stack([np.stack([pairs(noise(count, 2 * c + p)).reshape(-1, 2)
                                   for p in range(2)], 1) for c in range(2)])
        kept = np.round(data * full).astype(f"<i{bits // 8}")
        again = kept / full
        return kept, again[..., 0] + 1j * again[..., 1]

    def write(self, name, *blocks):
        pathlib.Path(self.path(name)).write_bytes(b"".join(blocks))
        return self.path(name)

    def test_channels_polarizations_and_their_frequencies(self):
        for bits in (8, 16):
            for direct_io in ((False,), (True,), (True, True)):
                with self.subTest(f"{bits} bits, {direct_io}"):
                    data, samples = self.channels(3000, bits)
                    packet = 80 * bits // 8  # 10 samples of all channels
                    path = self.write("g.0000.raw", *(
                        guppi_block(self.cards(NBITS=bits, PKTSIZE=packet, PKTIDX=100 * i),
                                    data[:, 1000 * i:1000 * (i + 1)], *direct_io)
                        for i in range(3)))
                    for channel in range(4):
                        found = self.survey(path, "--channel", channel)
                        c, p = divmod(channel, 2)
                        self.assert_same(found, self.expected(samples[c, :, p], self.RATE))
                        np.testing.assert_allclose(
                            found.frequency[32], 1500e6 + (-5e3, 5e3)[c])
                    self.assertEqual(found.time.values[0], np.datetime64(
                        "2026-11-26T01:00:00.512800", "ns"))

    def test_every_channel_is_a_group(self):
        data, samples = self.channels(1000)
        self.write("scan.0000.raw", guppi_block(self.cards(), data))
        pathlib.Path(self.path("other.raw")).write_bytes(b"no recording")
        found = self.survey(self.folder, group="scan.0000-channel3", status=0)
        self.assert_same(found, self.expected(samples[1, :, 1], self.RATE))

    def test_descending_frequencies(self):
        """A tone above the centre of the channel reads there, though stored mirrored."""
        tone = 0.5 * np.exp(2j * np.pi * 0.125 * np.arange(1000))
        stored = np.round(127 * np.stack([tone.real, -tone.imag], -1)).astype(np.int8)
        data = np.stack([stored[:, None], 0 * stored[:, None]])
        path = self.write("d.raw", guppi_block(
            self.cards(NPOL=1, OBSBW=-0.02, PKTSIZE=0), data))
        found = self.survey(path, "--channel", 0)
        peak = float(found.frequency[int(np.argmax(found["mean"].values[0]))])
        self.assertAlmostEqual(peak, 1500e6 + 5e3 + 0.125 * self.RATE, delta=1)

    def test_overlaps_and_lost_packets(self):
        data, samples = self.channels(4000)
        # Blocks of 1000 samples, of which the next has the last 40 again.
        starts = [0, 960, 1920, 2880]
        whole = self.write("o.raw", *(
            guppi_block(self.cards(OVERLAP=40, PKTIDX=s // 10), data[:, s:s + 1000])
            for s in starts))
        self.assert_same(self.survey(whole, "--channel", 2),
                         self.expected(samples[1, :3840, 0], self.RATE))
        gap = self.write("l.raw", *(
            guppi_block(self.cards(OVERLAP=40, PKTIDX=s // 10), data[:, s:s + 1000])
            for s in starts if s != 960))
        kept = np.concatenate([samples[1, :960, 0], samples[1, 1920:3840, 0]])
        found = self.survey(gap, "--channel", 2)
        self.assert_same(found, self.expected(kept, self.RATE, captures=[
            {"core:sample_start": 0, "core:global_index": 0},
            {"core:sample_start": 960, "core:global_index": 1920}]))
        self.assertEqual(found.time.values[4], np.datetime64(
            "2026-11-26T01:00:00.5", "ns") + np.timedelta64(192000 + 12800, "us"))

    def test_another_frequency(self):
        data, samples = self.channels(2000)
        path = self.write("f.raw", *(
            guppi_block(self.cards(PKTIDX=100 * i, OBSFREQ=1500.0 + i),
                        data[:, 1000 * i:1000 * (i + 1)]) for i in range(2)))
        found = self.survey(path, "--channel", 0)
        self.assert_same(found, self.expected(samples[0, :, 0], self.RATE, captures=[
            {"core:sample_start": 0, "core:frequency": 1e6},
            {"core:sample_start": 1000, "core:frequency": 2e6}]))
        np.testing.assert_allclose(np.unique(found.center_frequency),
                                   [1499.995e6, 1500.995e6])

    def test_times_without_numbers_of_packets(self):
        """A time that nanoseconds do not hold is none; others follow from the samples."""
        data, _ = self.channels(2000)
        path = self.write("t.raw", *(
            guppi_block(self.cards(PKTSIZE=0, OBSFREQ=1500.0 + i),
                        data[:, 1000 * i:1000 * (i + 1)]) for i in range(2)))
        found = self.survey(path, "--channel", 0)
        at = int(np.flatnonzero(found["sample"].values == 1000)[0])
        self.assertEqual(found.time.values[at], np.datetime64(
            "2026-11-26T01:00:00.5", "ns") + np.timedelta64(100000 + 12800, "us"))
        path = self.write("far.raw", guppi_block(self.cards(
            STT_IMJD=40587 + 106000, PKTIDX=9 * 10**11), data))
        self.assertEqual(self.survey(path, "--channel", 0).time.dtype, float)

    def test_beams_are_no_antennas(self):
        data, samples = self.channels(1000)
        path = self.write("b.raw", guppi_block(
            self.cards(NBEAMS=1, NANTS=2), data))
        found = self.survey(path, "--channel", 2)
        self.assert_same(found, self.expected(samples[1, :, 0], self.RATE))
        np.testing.assert_allclose(found.frequency[32], 1500e6 + 5e3)

    def test_what_is_stored_otherwise(self):
        data, _ = self.channels(1000)
        for fmt in ("SIMPLE", "SIMPLE' / a comment"):
            self.refused("PKTFMT is SIMPLE", self.write("s.raw", guppi_block(
                self.cards(PKTFMT=fmt), data)))
        self.survey(self.write("s.raw", guppi_block(self.cards(PKTFMT="1SFA"), data)))
        self.refused("its samples are real", self.write("r.raw", guppi_block(
            self.cards(OBSNCHAN=1, OBSBW=-0.005), data[:1])))

    def test_damaged_files(self):
        data, _ = self.channels(1000)
        block = guppi_block(self.cards(), data)
        self.refused("cut off", self.write("d.raw", block, block[:-1]))
        self.survey(self.path("d.raw"), "--allow-damaged")
        self.refused("has no END", self.write("d.raw", block[:320]))
        for why, change in [
                ("NBITS", {"NBITS": 4}), ("NPOL", {"NPOL": 3}), ("OBSNCHAN", {"OBSNCHAN": 0}),
                ("OBSNCHAN", {"OBSNCHAN": 1e300}), ("TBIN", {"TBIN": 0}),
                ("OVERLAP", {"OVERLAP": 1000}), ("NANTS", {"NANTS": 3}),
                ("BLOCSIZE", {"OBSNCHAN": 3}), ("PKTIDX", {"PKTIDX": 2**52, "PKTSIZE": 2**40}),
                ("TBIN must be a number", {"TBIN": "soon"})]:
            with self.subTest(why):
                self.refused(why, self.write("d.raw", guppi_block(
                    self.cards(**change), data)))
        self.refused("another format", self.write(
            "d.raw", block, guppi_block(self.cards(TBIN=1e-3), data)))


class DigitalRfTest(FilesTest):

    RATE = 10000
    START = 1795675112 * RATE + 2500  # 2026-11-26T06:38:32.25Z

    def test_samples_of_every_type(self):
        samples = noise(25000)
        for dtype in ("<i2", ">i2", "<f4", "<f8", "<i4", "i1"):
            with self.subTest(dtype):
                scale = {"i": 2.0**(8 * np.dtype(dtype).itemsize - 1)}.get(
                    np.dtype(dtype).kind, 1.0)
                kept = np.round(pairs(samples) * scale) if scale > 1 else pairs(samples)
                kept = kept.astype(dtype)
                again = kept.astype(float) / scale
                folder = self.path(f"ch_{dtype[-2:]}{dtype[0] == '>'}")
                write_digital_rf(folder, [
                    (self.START, kept.view([("r", dtype), ("i", dtype)]))], self.RATE, 10000)
                found = self.survey(folder)
                self.assert_same(found, self.expected(again[::2] + 1j * again[1::2],
                                                      self.RATE))
                self.assertEqual(found.time.values[0], np.datetime64(
                    "2026-11-26T06:38:32.2628", "ns"))

    def test_gaps_within_files_and_between_them(self):
        kept, again = as_compound(noise(30000))
        starts = [(0, 0), (3000, 4000), (17000, 40000), (20000, 43000)]
        blocks = [(self.START + at, kept[first:behind]) for (first, at), behind in zip(
            starts, [3000, 17000, 20000, 30000])]
        folder = self.path("gaps")
        write_digital_rf(folder, blocks, self.RATE, 5000)
        found = self.survey(folder)
        self.assert_same(found, self.expected(again, self.RATE, captures=[
            {"core:sample_start": first, "core:global_index": at}
            for first, at in starts[:3]]))
        at = int(np.flatnonzero(found["sample"].values == 17000)[0])
        self.assertEqual(found.time.values[at], np.datetime64(
            "2026-11-26T06:38:32.25", "ns") + np.timedelta64(4000000 + 12800, "us"))

    def test_subchannels_and_compression(self):
        kept, again = zip(*(as_compound(noise(12000, seed)) for seed in range(3)))
        folder = self.path("several")
        write_digital_rf(folder, [(self.START, np.stack(kept, 1))], self.RATE, 4000,
                         chunks=(500, 3), compression="gzip", shuffle=True, fletcher32=True)
        for channel in range(3):
            self.assert_same(self.survey(folder, "--channel", channel),
                             self.expected(again[channel], self.RATE))

    def test_real_samples_and_a_rate_that_is_a_fraction(self):
        samples = np.round(noise(12000).real * 32768).astype("<i2")
        folder = self.path("real")
        write_digital_rf(folder, [(10**6, samples)], self.RATE, 4000,
                         numerator=10**7, denominator=333)
        found = self.survey(folder)
        rate = 10**7 / 333
        self.assert_same(found, self.expected(samples / 32768, rate, "rf64_le"))
        self.assertEqual(found.attrs["sample_rate_hz"], rate)
        self.assertEqual(found.time.values[0], np.datetime64(round(
            (10**6 + 128) / rate * 1e9), "ns"))

    def test_frequencies_of_digital_metadata(self):
        """A tuning in the middle of a file begins a row; rates of its own are converted."""
        kept, again = zip(*(as_compound(noise(12000, seed)) for seed in range(2)))
        blocks = [(self.START, np.stack(kept, 1)[:8000]),
                  (self.START + 9000, np.stack(kept, 1)[8000:])]
        tunings = [(self.START - 100, [1e8, 1.2e8]), (self.START + 1000, [1e8, 1.2e8]),
                   (self.START + 3000, [2e8, 2.2e8]), (self.START + 8500, [3e8, 3.2e8])]
        for name, factor in (("same", 1), ("other", 10)):
            folder = self.path(name)
            write_digital_rf(folder, blocks, self.RATE, 5000)
            write_digital_metadata(f"{folder}/metadata",
                                   [(index * factor, hz) for index, hz in tunings],
                                   self.RATE * factor)
            for channel in range(2):
                found = self.survey(folder, "--channel", channel)
                self.assert_same(found, self.expected(again[channel], self.RATE, captures=[
                    {"core:sample_start": 0, "core:frequency": 1},
                    {"core:sample_start": 3000, "core:frequency": 2},
                    {"core:sample_start": 8000, "core:frequency": 3}]))
                np.testing.assert_allclose(np.unique(found.center_frequency), np.array(
                    [1e8, 2e8, 3e8]) + 2e7 * channel)
        for name in ("metadata@*.h5", "dmd_properties.h5"):
            next(pathlib.Path(folder).rglob(name)).write_bytes(b"nothing")
            self.refused("--allow-damaged leaves it out", folder)
            self.survey(folder, "--channel", 0, "--allow-damaged")

    def test_a_subchannel_that_is_retuned_by_itself_is_refused(self):
        kept, _ = zip(*(as_compound(noise(12000, seed)) for seed in range(2)))
        folder = self.path("alone")
        write_digital_rf(folder, [(self.START, np.stack(kept, 1))], self.RATE, 5000)
        # Neither was in force at a sample of the recording.
        outside = [(self.START - 100, [3e8, 4e8]), (self.START + 12000, [5e8, 7e8])]
        tunings = [(self.START, [1e8, 1.2e8]), (self.START + 6000, [1e8, 1.3e8])]
        write_digital_metadata(f"{folder}/metadata", outside + tunings[:1], self.RATE)
        self.assertEqual(set(self.survey(folder, "--channel", 1).center_frequency.values),
                         {1.2e8})
        shutil.rmtree(f"{folder}/metadata")
        write_digital_metadata(f"{folder}/metadata", outside + tunings, self.RATE)
        self.refused(f"at sample {self.START + 6000} subchannels were tuned", folder)

    def test_folders_of_channels(self):
        kept, again = as_compound(noise(12000))
        for name in ("ch0", "ch1"):
            write_digital_rf(self.path(f"top/{name}"), [(self.START, kept)], self.RATE, 5000)
        pathlib.Path(self.path("top/ch0/2026-11-26T00-00-00")).mkdir(exist_ok=True)
        pathlib.Path(self.path(
            "top/ch0/2026-11-26T00-00-00/tmp.rf@99.000.h5")).write_bytes(b"in the making")
        found = self.survey(self.path("top"), group="ch1")
        self.assert_same(found, self.expected(again, self.RATE))
        self.assert_same(self.survey(self.path("top/ch0/drf_properties.h5")), found)

    def test_damaged_files(self):
        kept, _ = as_compound(noise(12000))
        folder = self.path("bad")
        write_digital_rf(folder, [(self.START, kept)], self.RATE, 5000)
        files = sorted(pathlib.Path(folder).rglob("rf@*.h5"))
        whole = {each: each.read_bytes() for each in files}

        def refused(why, bad):
            victim = files[1]
            bad(victim)
            self.refused(why, folder)
            found = self.survey(folder, "--allow-damaged")
            self.assertLess(int(found.frames.sum()), 12000 // 64 - 50)
            for each, data in whole.items():
                each.write_bytes(data)

        def index_of(rows):
            def change(path):
                with h5py.File(path, "a") as file:
                    del file["rf_data_index"]
                    file["rf_data_index"] = np.array(rows, np.uint64)
            return change

        def without(path):
            with h5py.File(path, "a") as file:
                del file["rf_data"]

        def claims(rows):
            def change(path):
                with h5py.File(path, "a") as file:
                    dtype = file["rf_data"].dtype
                    del file["rf_data"]
                    file.create_dataset("rf_data", (rows, 1), dtype, chunks=(1000, 1))
            return change

        def of_texts(path):
            with h5py.File(path, "a") as file:
                del file["rf_data"]
                file["rf_data"] = np.array([[b"ab"]] * 10)

        start = self.START // 5000 * 5000 + 5000
        for why, change in [
                ("cannot open", lambda path: path.write_bytes(path.read_bytes()[:3000])),
                ("cannot open", lambda path: path.write_bytes(b"")),
                ("has no rf_data", without),
                ("of a type that is not read", of_texts),
                ("row 0 of rf_data_index", index_of([[0, 0]])),
                ("row 0 of rf_data_index", index_of([[start, 10]])),
                ("row 0 of rf_data_index", index_of([[start, 0], [start + 1, 0]])),
                ("row 1 of rf_data_index", index_of([[start, 0], [start + 5, 10]])),
                ("row 0 of rf_data_index", index_of([[start, 0], [start + 50, 2**40]])),
                ("row 0 of rf_data_index", index_of([[2**64 - 1, 0]])),
                ("row 0 of rf_data_index", index_of([[2**62 - 1, 0]])),
                (f"claims {2**46} rows", claims(2**46)),
                ("rf_data_index is of 1 x 3", index_of([[start, 0, 0]]))]:
            with self.subTest(why):
                refused(why, change)
        (pathlib.Path(folder) / "drf_properties.h5").write_bytes(b"nothing")
        self.refused("HDF5 cannot open it", folder)

    def test_another_recording_of_the_same_name_is_refused(self):
        kept, _ = as_compound(noise(12000))
        for seed in range(2):
            kept, _ = as_compound(noise(12000, seed))
            write_digital_rf(self.path(f"{seed}/ch"), [(self.START, kept)], self.RATE, 5000)
        out = self.path("same.zarr")
        self.assertEqual(run("process", self.path("0/ch"), "--out", out).returncode, 0)
        self.assertEqual(run("process", self.path("0/ch"), "--out", out).returncode, 0)
        again = run("process", self.path("1/ch"), "--out", out)
        self.assertEqual(again.returncode, 1)
        self.assertIn("another recording", again.stderr)


if __name__ == "__main__":
    unittest.main()
