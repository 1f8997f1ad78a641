#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is written in every format and container reads back, in whole and in pieces."""
import json
import os
import tempfile
import unittest

import numpy as np
import soundfile

from gnuradio.gpufft.recording import open_recording
from gnuradio.gpufft.sample_format import parse_format

# name, stored numbers (I, Q, I, Q or four real samples), what they read as
FORMATS = [
    ("cf16", "<f2", [0.5, -1, 3, 0], [0.5 - 1j, 3]),
    ("cf16_be", ">f2", [0.5, -1, 3, 0], [0.5 - 1j, 3]),
    ("rf16_be", ">f2", [0.5, -1, 3, 0], [0.5, -1, 3, 0]),
    ("cf32", "<f4", [0.5, -1, 3, 0], [0.5 - 1j, 3]),
    ("cf32_be", ">f4", [0.5, -1, 3, 0], [0.5 - 1j, 3]),
    ("cf64_le", "<f8", [0.5, -1, 1e300, 0], [0.5 - 1j, np.inf]),
    ("ci8", "i1", [-128, 64, 127, 0], [-1 + 0.5j, 127 / 128]),
    ("cu8", "u1", [0, 255, 127, 128], [(-127.5 + 127.5j) / 128, (-0.5 + 0.5j) / 128]),
    ("ci16_le", "<i2", [-32768, 16384, 1, 0], [-1 + 0.5j, 2.0**-15]),
    ("ci16_be", ">i2", [-32768, 16384, 1, 0], [-1 + 0.5j, 2.0**-15]),
    ("cu16_le", "<u2", [0, 65535, 32768, 32767],
     [(-32767.5 + 32767.5j) / 32768, (0.5 - 0.5j) / 32768]),
    ("ci32_be", ">i4", [-(2**31), 2**30, 1, 0], [-1 + 0.5j, 2.0**-31]),
    ("cu32_le", "<u4", [0, 2**32 - 1, 2**31, 2**31 - 1],
     [-1 + 1j, (0.5 - 0.5j) / 2**31]),
    ("rf32_le", "<f4", [0.5, -1, 3, 0], [0.5, -1, 3, 0]),
    ("rf64_be", ">f8", [0.5, -1, 3, 0], [0.5, -1, 3, 0]),
    ("ri8", "i1", [-128, 64, 127, 0], [-1, 0.5, 127 / 128, 0]),
    ("ru8", "u1", [0, 255, 127, 128], [-127.5 / 128, 127.5 / 128, -0.5 / 128, 0.5 / 128]),
    ("ri16_be", ">i2", [-32768, 16384, 1, 0], [-1, 0.5, 2.0**-15, 0]),
    ("ru16_le", "<u2", [0, 65535], [-32767.5 / 32768, 32767.5 / 32768]),
    ("ri32_le", "<i4", [-(2**31), 2**30], [-1, 0.5]),
    ("ru32_be", ">u4", [0, 2**31 - 1], [-(2**31 - 0.5) / 2**31, -0.5 / 2**31]),
]

# extension, the format that it can only mean
EXTENSIONS = [
    (".cu8", "cu8"), (".cs8", "ci8"), (".cs16", "ci16_le"), (".sc16", "ci16_le"),
    (".cf32", "cf32_le"), (".fc32", "cf32_le"), (".cfile", "cf32_le"),
    (".cf64", "cf64_le"), (".CU8", "cu8"),
]


class qa_recording(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def raw(self, name, numbers, dtype):
        np.asarray(numbers, dtype).tofile(self.path(name))
        return self.path(name)

    def sigmf(self, name, numbers, dtype, captures=({"core:sample_start": 0},),
              before=b"", after=b"", data=None, annotations=(), **fields):
        glob = {f"core:{key}": value for key, value in fields.items()}
        glob.setdefault("core:sample_rate", 48000)
        with open(self.path(name + ".sigmf-meta"), "w") as file:
            json.dump({"global": glob, "captures": list(captures),
                       "annotations": list(annotations)}, file)
        with open(self.path(data or name + ".sigmf-data"), "wb") as file:
            file.write(before + np.asarray(numbers, dtype).tobytes() + after)
        return self.path(name)

    def read_all(self, path, **options):
        with open_recording(path, **options) as recording:
            values = recording.read(0, recording.samples)
            self.assertEqual(len(values), recording.samples)
            self.assertEqual(values.dtype,
                             np.complex64 if recording.is_complex else np.float32)
            return values

    def test_every_format_reads_as_written(self):
        for name, dtype, numbers, want in FORMATS:
            with self.subTest(format=name):
                raw = self.raw("x", numbers, dtype)
                np.testing.assert_array_equal(
                    self.read_all(raw, format=name, samp_rate=1),
                    np.asarray(want, np.complex64 if name[0] == "c" else np.float32))
                self.sigmf("s", numbers, dtype, datatype=name)
                np.testing.assert_array_equal(
                    self.read_all(self.path("s")),
                    self.read_all(raw, format=name, samp_rate=1))

    def test_extensions_stand_for_formats(self):
        for extension, name in EXTENSIONS:
            with self.subTest(extension=extension):
                path = self.raw("x" + extension, [0] * 16, "u1")
                with open_recording(path, samp_rate=8000) as recording:
                    self.assertEqual(recording.format_name, name)
                    self.assertEqual(recording.samples, 16 // parse_format(name).bytes)

    def test_format_option_wins_over_extension(self):
        path = self.raw("x.cu8", [0, 64], "i1")
        np.testing.assert_array_equal(
            self.read_all(path, format="ci8", samp_rate=1), [0.5j])

    def test_sigmf_is_found_under_any_of_its_names(self):
        base = self.sigmf("radio_2.4GHz", [0, 64], "i1", datatype="ci8")
        for name in (base, base + ".sigmf-meta", base + ".sigmf-data"):
            with self.subTest(name=name), open_recording(name) as recording:
                self.assertEqual((recording.samples, recording.samp_rate), (1, 48000))
                self.assertEqual(recording.path, base + ".sigmf-meta")

    def test_options_win_over_metadata(self):
        base = self.sigmf("x", [0, 255], "u1", datatype="ci8")
        with open_recording(base, format="cu8", samp_rate=2e6) as recording:
            self.assertEqual((recording.format_name, recording.samp_rate), ("cu8", 2e6))

    def test_channels_are_told_apart(self):
        # sample by sample: channel 0, 1, 2
        base = self.sigmf("r", [1, 2, 3, 4, 5, 6], "i1", datatype="ri8", num_channels=3)
        for channel, iq, want in [(None, False, [1, 4]), (2, False, [3, 6]),
                                  (None, True, [1 + 2j, 4 + 5j]),
                                  (1, True, [2 + 3j, 5 + 6j])]:
            with self.subTest(channel=channel, iq=iq):
                got = self.read_all(base, channel=channel, iq_channels=iq)
                np.testing.assert_array_equal(got * 128, want)
        base = self.sigmf("c", range(1, 9), "<i2", datatype="ci16_le", num_channels=2)
        np.testing.assert_array_equal(self.read_all(base, channel=1) * 32768,
                                      [3 + 4j, 7 + 8j])

    def test_metadata_offsets_and_foreign_headers(self):
        # Two captures with a header each and a trailer, in a data file of another name;
        # indices count from an earlier file.
        base = self.sigmf(
            "x", np.r_[np.arange(3), [99] * 5, np.arange(3, 8)], "i1", data="foreign.bin",
            before=b"head", after=b"tail!!", datatype="ri8", dataset="foreign.bin",
            trailing_bytes=6, offset=1000,
            captures=[{"core:sample_start": 1000, "core:header_bytes": 4,
                       "core:frequency": 100e6, "core:datetime": "2026-01-01T00:00:00Z"},
                      {"core:sample_start": 1003, "core:header_bytes": 5,
                       "core:frequency": 101e6}],
            annotations=[{"core:sample_start": 1002, "core:sample_count": 3,
                          "core:label": "burst"}])
        with open_recording(base) as recording:
            self.assertEqual(recording.samples, 8)
            for start in range(8):
                for count in range(1, 9 - start):
                    np.testing.assert_array_equal(
                        recording.read(start, count) * 128,
                        np.arange(start, start + count), f"{start} {count}")
            self.assertEqual([c.centre_hz for c in recording.captures_in(0, 3)], [100e6])
            self.assertEqual([c.centre_hz for c in recording.captures_in(2, 3)],
                             [100e6, 101e6])
            self.assertEqual([c.centre_hz for c in recording.captures_in(3, 5)], [101e6])
            self.assertEqual(recording.captures[0].datetime, "2026-01-01T00:00:00Z")
            self.assertEqual((recording.annotations[0].start,
                              recording.annotations[0].label), (2, "burst"))

    def test_sound_files(self):
        stereo = np.array([[-32768, 16384], [1, 0], [5, 7]], np.int16)
        for name, subtype in [("x.wav", "PCM_16"), ("x.flac", "PCM_16"),
                              ("x.au", "PCM_16"), ("x.WAV", "FLOAT")]:
            with self.subTest(name=name, subtype=subtype):
                soundfile.write(self.path(name), stereo / 32768, 44100, subtype=subtype)
                with open_recording(self.path(name)) as recording:
                    self.assertEqual((recording.samp_rate, recording.channels,
                                      recording.samples), (44100, 2, 3))
                    # backwards, so that it must seek
                    np.testing.assert_array_equal(recording.read(1, 2) * 32768, [1, 5])
                    np.testing.assert_array_equal(recording.read(0, 1), [-1])
                np.testing.assert_array_equal(
                    self.read_all(self.path(name), iq_channels=True) * 32768,
                    [-32768 + 16384j, 1, 5 + 7j])

    def test_cut_sample_is_left_out_where_allowed(self):
        path = self.raw("x.cs16", np.arange(11), "u1")
        with open_recording(path, samp_rate=1, allow_damaged=True) as recording:
            self.assertEqual(recording.samples, 2)


if __name__ == "__main__":
    unittest.main()
