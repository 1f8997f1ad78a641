#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft spectrogram from the command line to the picture: levels, places, damage."""
import contextlib
import io
import json
import os
import pathlib
import struct
import tempfile
import unittest
from unittest import mock

import numpy as np
import soundfile

from gnuradio.gpufft import picture, spectrogram
from gnuradio.gpufft.spectrogram_columns import SpectrumColumns

# why, arguments ({} is a good recording, {o} a good picture), status, what stderr says
COMMAND_LINES = [
    ("no recording", "-o {o}", 1,
     "one recording is needed, got none; see gpufft spectrogram "
     "--help"),
    ("two recordings", "a b -o {o}", 1, "one recording is needed, got a b; see gpufft "
     "spectrogram --help"),
    ("no picture", "{}", 1, "no picture is named; give one with -o, e.g. -o "
     "spectrogram.png; see gpufft spectrogram --help"),
    ("another kind of picture", "{} -o x.jpg", 1, "-o x.jpg: pictures are PNG files; -o "
     "x.png works; see gpufft spectrogram --help"),
    ("an extension alone", "{} -o .png", 1, "-o .png: pictures are PNG files; -o "
     "spectrogram.png works; see gpufft spectrogram --help"),
    ("unknown option", "{} -o {o} --fast", 1, "unknown option --fast; see gpufft "
     "spectrogram --help"),
    ("shortened option", "{} -o {o} --dur 1", 1, "unknown option --dur; see gpufft "
     "spectrogram --help"),
    ("length 0", "{} -o {o} --length 0", 1,
     "-l/--length: must be a whole number of at least "
     "1, got 0; see gpufft spectrogram --help"),
    ("length in words", "{} -o {o} --length ten", 1,
     "-l/--length: must be a whole number of "
     "at least 1, got ten; see gpufft spectrogram --help"),
    ("negative hop", "{} -o {o} --hop -5", 1,
     "--hop: must be a whole number of at least 1, "
     "got -5; see gpufft spectrogram --help"),
    ("no rate", "{} -o {o} --samp-rate 0", 1,
     "-s/--samp-rate: must be a number of Hz, above "
     "0, e.g. 2M or 48e3, got 0; see gpufft spectrogram --help"),
    ("negative start", "{} -o {o} --start -1", 1,
     "--start: must be a number of seconds, at "
     "least 0, e.g. 1.5 or 20m, got -1; see gpufft spectrogram --help"),
    ("infinite duration", "{} -o {o} --duration inf", 1,
     "--duration: must be a number of "
     "seconds, above 0, e.g. 1.5 or 20m, got inf; see gpufft spectrogram --help"),
    ("more decibels than there are", "{} -o {o} --dynamic-range 1e308", 1,
     "--dynamic-range: must be a number of dB, above 0, up to 1000, e.g. 60, got 1e308; "
     "see gpufft spectrogram --help"),
    ("start beyond the end", "{} -o {o} --start 9", 1,
     "--start 9 lies beyond the end: {} "
     "lasts 1 s (4000 samples)"),
    ("no such file", "/none.cu8 -o {o}", 1, "/none.cu8: no such file"),
    ("no folder for the picture", "{} -o /none/x.png", 1, "/none: the folder to write to "
     "does not exist"),
    ("raw without a rate", "{raw} -o {o}", 1,
     "{raw}: nothing says its sampling rate; give "
     "--samp-rate, e.g. --samp-rate 2M"),
    ("cut in a sample", "{cut} -s 1k -o {o}", 1,
     "{cut}: 4001 bytes of samples end in the "
     "middle of one: 2 bytes make a sample (cu8), 1 are left over; the file was cut off "
     "or --format is another; --allow-damaged leaves them out"),
    ("shorter than a frame", "{raw} -s 1k -l 2001 -o {o}", 1,
     "--length 2001 is longer than the recording, 2000 samples (2 s); --length 64 works"),
    ("a rate whose levels are no floats", "{raw} -s 1e308 -o {o}", 1,
     "{raw}: levels at a sampling rate of 1e+308 Hz are beyond single precision; a "
     "--samp-rate between 1e-06 and 1e+15 works"),
    ("the recording itself", "{picture} -f cu8 -s 1k -o {picture}", 1,
     "-o {picture}: is the recording itself; name another file"),
    ("no such window", "{} -o {o} -l 16 -w kaiser,x", 1, "--window kaiser,x is none that "
     "SciPy makes of 16 taps (could not convert string to float: 'x'); blackmanharris, "
     "hann, flattop, boxcar and kaiser,8.6 are some that work"),
]


class qa_spectrogram(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.png = self.path("out.png")

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_program(self, *argv):
        """Status, stdout, stderr and what was drawn (None: nothing was)."""
        out, err, drawn = io.StringIO(), io.StringIO(), []

        def draw(scene, *rest):
            drawn.append(scene)
            return self.really_draw(scene, *rest)

        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), \
                mock.patch.object(picture, "draw", draw):
            status = spectrogram.main([str(word) for word in argv])
        self.assertNotIn("Traceback", err.getvalue())
        return status, out.getvalue(), err.getvalue(), drawn[0] if drawn else None

    really_draw = staticmethod(picture.draw)

    def draw(self, *argv, status=0):
        got, out, err, scene = self.run_program(*argv, "-o", self.png, "--json")
        self.assertEqual(got, status, err)
        self.assertEqual(os.path.exists(self.png), scene is not None)
        return json.loads(out), err, scene

    def raw(self, name, samples, dtype=np.complex64):
        np.asarray(samples, dtype).tofile(self.path(name))
        return self.path(name)

    def peak(self, scene):
        """Frequency in Hz and level in dBFS/Hz of the strongest row, mean over time."""
        mean = scene.power.mean(axis=1)
        row = int(np.argmax(mean))
        low, high = scene.frequencies_hz
        return low + (row + 0.5) * (high - low) / len(mean), 10 * np.log10(mean[row])

    def test_command_lines(self):
        good = self.path("good.wav")
        soundfile.write(good, np.zeros(4000), 4000)
        names = {"raw": self.raw("r.cu8", np.zeros(4000), "u1"),
                 "cut": self.raw("c.cu8", np.zeros(4001), "u1"),
                 "o": self.png,
                 "picture": self.raw("p.png", np.zeros(4000), "u1")}
        for why, line, status, want in COMMAND_LINES:
            with self.subTest(why):
                got, out, err, _ = self.run_program(*line.format(good, **names).split())
                self.assertEqual(err, "gpufft spectrogram: "
                                 + want.format(good, **names) + "\n")
                self.assertEqual((got, out), (status, ""))
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.cu8", "good.wav", "p.png",
                                                           "r.cu8"])
        self.assertEqual(os.path.getsize(names["picture"]), 4000)

    def test_any_length_works(self):
        # No whole number of frames of the second length fits a page of memory.
        for length in (1021, 531441):
            path = self.raw("x.cu8", np.zeros(5 * 2 * length), "u1")
            status, out, err, _ = self.run_program(path, "-s", 1000, "-l", length, "-o",
                                                   self.png)
            self.assertEqual((status, err), (0, ""), out)
            self.assertTrue(os.path.getsize(self.png))

    def test_a_device_that_is_not_there(self):
        path = self.raw("x.cf32", np.zeros(2000))
        status, out, err, _ = self.run_program(path, "-s", 1000, "-o", self.png,
                                               "--device", "opencl:99")
        self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
        self.assertIn("opencl:99", err)
        self.assertFalse(os.path.exists(self.png))

    def test_help_is_the_text(self):
        text = pathlib.Path(__file__).with_name("help").joinpath("spectrogram.txt")
        for option in ("-h", "--help"):
            self.assertEqual(self.run_program(option), (0, text.read_text(), "", None))
        self.assertLessEqual(max(map(len, text.read_text().splitlines())), 90)
        self.assertRegex(self.run_program("--version")[1], r"^gpufft \d+\.\d+\.\d+\n$")

    def test_a_complex_tone_lies_in_its_row_at_its_level(self):
        # SigMF, 100 MHz centre; tone of amplitude 0.5 at +125 kHz
        n = np.arange(20000)
        self.raw("t.sigmf-data", 0.5 * np.exp(2j * np.pi * 0.125 * n))
        with open(self.path("t.sigmf-meta"), "w") as file:
            json.dump({"global": {"core:datatype": "cf32_le", "core:sample_rate": 1e6},
                       "captures": [{"core:sample_start": 0, "core:frequency": 100e6,
                                     "core:datetime": "2026-01-02T03:04:05Z"}]}, file)
        for length in (256, 360, 512):
            for window in ("blackmanharris", "hann", "boxcar", "kaiser,8.6"):
                with self.subTest(length=length, window=window):
                    result, _, scene = self.draw(self.path("t"), "-l", length, "-w",
                                                 window)
                    frequency, level = self.peak(scene)
                    self.assertAlmostEqual(frequency, 100.125e6, delta=1e6 / length / 100)
                    want = 10 * np.log10(0.25 / result["rbw_hz"])
                    self.assertAlmostEqual(level, want, delta=0.01)
        self.assertEqual(scene.frequencies_hz[0], 100e6 - 1e6 / 2 - 1e6 / 512 / 2)
        self.assertEqual(scene.title, "t.sigmf-meta - centre 100 MHz - 1 MS/s - "
                                      "2026-01-02T03:04:05Z")
        with open(self.png, "rb") as file:
            self.assertEqual(struct.unpack(">II", file.read(24)[16:]), (1200, 700))

    def test_a_real_tone_is_one_sided(self):
        path = self.path("x.wav")
        soundfile.write(path, 0.5 * np.cos(2 * np.pi * 0.25 * np.arange(20000)), 48000,
                        subtype="FLOAT")
        result, _, scene = self.draw(path, "-l", 256)
        frequency, level = self.peak(scene)
        self.assertAlmostEqual(frequency, 12000, delta=1)
        self.assertAlmostEqual(level, 10 * np.log10(0.125 / result["rbw_hz"]), delta=0.01)
        self.assertEqual(scene.power.shape[0], 129)
        self.assertEqual(scene.frequencies_hz, (-93.75, 24093.75))

    def test_white_noise_reads_its_density(self):
        rng = np.random.default_rng(1)
        noise = rng.standard_normal(400000).view(complex) * np.sqrt(0.02 / 2)
        path = self.raw("x.cf32", noise)
        for length, window in [(128, "boxcar"), (500, "hann"), (512, "flattop")]:
            _, _, scene = self.draw(path, "-s", "2M", "-l", length, "-w", window)
            self.assertAlmostEqual(scene.power.mean() / (0.02 / 2e6), 1, delta=0.02)

    def test_every_frame_counts(self):
        # A click in one frame only shows in its column, wherever the frame lies.
        for length, hop, samples in [(64, 32, 100000), (64, 64, 100000), (100, 7, 30000),
                                     (64, 200, 90000), (8, 1, 20000), (1, 1, 3000)]:
            frames = (samples - length) // hop + 1
            for frame in (0, 1, frames // 3, frames - 1):
                with self.subTest(length=length, hop=hop, frame=frame):
                    values = np.zeros(samples)
                    click = frame * hop + length // 2
                    values[click] = 1
                    result, _, scene = self.draw(self.raw("x.cf32", values), "-s", 1000,
                                                 "-l", length, "--hop", hop, "-w",
                                                 "boxcar")
                    self.assertEqual(result["frames"], frames)
                    hit = [k for k in range(frames)
                           if k * hop <= click < k * hop + length]
                    # |X|^2 of a click is 1 in every bin
                    power = np.zeros(result["columns"] * result["average"])
                    power[hit] = 1 / (1000 * length)
                    means = power.reshape(-1, result["average"]).sum(axis=1)
                    means /= np.diff(np.append(np.arange(0, frames, result["average"]),
                                               frames))
                    np.testing.assert_allclose(
                        scene.power, np.tile(means, (len(scene.power), 1)), rtol=1e-4,
                        atol=1e-12)

    def test_nan_is_reported_and_stays_in_its_frames(self):
        values = np.ones(3200, np.complex64)
        options = ("-s", 1000, "-l", 64, "--hop", 64)
        clean = self.draw(self.raw("x.cf32", values), *options)[2]
        values[[640, 2000]] = np.nan, np.inf
        path = self.raw("x.cf32", values)
        result, err, scene = self.draw(path, *options, status=1)
        self.assertEqual(err, (
            f"gpufft spectrogram: {path}: 2 of 50 frames, the first at 0.64 s, hold "
            f"samples that are NaN or infinite; their columns are white; --allow-damaged accepts "
            f"that\n"))
        self.assertEqual(result["nan_frames"], 2)
        bad = np.isnan(scene.power).any(axis=0)
        self.assertEqual(list(np.flatnonzero(bad)), [10, 31])
        np.testing.assert_array_equal(scene.power[:, ~bad], clean.power[:, ~bad])
        _, err, _ = self.draw(path, *options, "--allow-damaged", status=0)
        self.assertIn("2 of 50 frames", err)
        # Seconds are the recording's, wherever the picture begins.
        _, err, _ = self.draw(path, *options, "--start", 0.32, status=1)
        self.assertIn("2 of 45 frames, the first at 0.64 s", err)

    def test_samples_whose_powers_overflow_are_not_said_to_be_nan(self):
        values = np.ones(640, np.complex64)
        values[100] = 3e38
        path = self.raw("x.cf32", values)
        _, err, _ = self.draw(path, "-s", 1000, "-l", 64, "--hop", 64, status=1)
        self.assertIn("1 of 10 frames, the first at 0.064 s, hold samples that are too "
                      "large for powers in single precision; their columns are white", err)
        # A NaN before the picture begins is none of it.
        values[10] = np.nan
        path = self.raw("x.cf32", values)
        _, err, _ = self.draw(path, "-s", 1000, "-l", 64, "--hop", 64, "--start", 0.064,
                              status=1)
        self.assertIn("1 of 9 frames, the first at 0.064 s, hold samples that are too "
                      "large", err)

    def test_stereo_says_which_channel_it_took(self):
        path = self.path("x.wav")
        soundfile.write(path, np.zeros((4000, 2)), 4000)
        _, err, _ = self.draw(path)
        self.assertEqual(err, f"gpufft spectrogram: {path}: 2 channels, this is channel "
                              f"0; --channel takes another, --iq-channels two as I and Q\n")
        self.assertEqual(self.draw(path, "--channel", 1)[1], "")
        _, err, scene = self.draw(path, "--iq-channels")
        self.assertEqual((err, scene.frequencies_hz[0] < -1999), ("", True))

    def test_retuning_gives_offsets(self):
        self.raw("x.sigmf-data", np.zeros(2000))
        with open(self.path("x.sigmf-meta"), "w") as file:
            json.dump({"global": {"core:datatype": "cf32_le", "core:sample_rate": 1000},
                       "captures": [{"core:sample_start": 0, "core:frequency": 1e6},
                                    {"core:sample_start": 1000, "core:frequency": 2e6}],
                       "annotations": [{"core:sample_start": 1100, "core:sample_count": 9,
                                        "core:freq_lower_edge": 2e6 - 100,
                                        "core:freq_upper_edge": 2e6 + 100}]}, file)
        _, err, scene = self.draw(self.path("x"), "-l", 100, "--annotations")
        self.assertIn("centre frequency changes in this part (1 MHz, 2 MHz)", err)
        self.assertTrue(scene.is_offset)
        self.assertEqual((scene.boxes[0].lower_hz, scene.boxes[0].upper_hz), (-100, 100))
        _, err, scene = self.draw(self.path("x"), "-l", 100, "--start", 1)
        self.assertEqual((err, scene.frequencies_hz[0]), ("", 2e6 - 505))

    def test_a_failure_on_the_way_ends_in_one_line(self):
        path = self.raw("x.cu8", np.zeros(4000000), "u1")
        for error, status in [(ValueError("x.cu8: ended"), 1),
                              (OSError(5, "Input/output error"), 1),
                              (RuntimeError("it broke"), 2)]:
            with self.subTest(error=error):
                with mock.patch("gpufft._survey.average_rows", side_effect=error):
                    got, out, err, _ = self.run_program(path, "-s", 1000, "-l", 64, "-o",
                                                        self.png)
                self.assertEqual((got, out), (status, ""))
                words = error.strerror if isinstance(error, OSError) else error
                self.assertEqual(err, f"gpufft spectrogram: {words}\n")
                self.assertFalse(os.path.exists(self.png))

    def test_a_recording_that_is_cut_off_on_the_way_ends_in_one_line(self):
        path = self.path("x.cu8")
        with open(path, "wb") as file:
            file.truncate(1 << 28)
        add = SpectrumColumns.add

        def add_and_cut(columns, *arguments):
            os.truncate(path, 1 << 20)
            add(columns, *arguments)

        # A frame a column, and so few columns in what is handed out at a time.
        with mock.patch.object(SpectrumColumns, "add", add_and_cut):
            status, out, err, _ = self.run_program(path, "-s", 1000, "-l", 65536, "--hop",
                                                   1 << 17, "-o", self.png)
        self.assertEqual((status, out, err.count("\n")), (1, "", 1), err)
        self.assertIn(f"gpufft spectrogram: {path}: ", err)
        self.assertFalse(os.path.exists(self.png))

    def test_a_full_disk_ends_in_one_line(self):
        path = self.raw("x.cf32", np.zeros(2000))
        with mock.patch("os.fsync", side_effect=OSError(28, "No space left on device")):
            got, out, err, _ = self.run_program(path, "-s", 1000, "-o", self.png)
        self.assertEqual((got, out), (1, ""))
        self.assertEqual(err, f"gpufft spectrogram: {self.png}: No space left on "
                              f"device\n")
        self.assertEqual(os.listdir(self.folder), ["x.cf32"])

    def test_lines_for_people(self):
        path = self.raw("x.cf32", np.zeros(2000))
        status, out, err, _ = self.run_program(path, "-s", 1000, "-o", self.png)
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, rf"^picture  {self.png}\ndevice   \S.*\n"
                              rf"speed    [\d.e-]+ MS/s \(1984 samples in [\d.e-]+ s\)\n$")


if __name__ == "__main__":
    unittest.main()
