#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every damaged or misdescribed recording is refused in one line that says what works."""
import json
import os
import tempfile
import unittest

import numpy as np
import soundfile

from gnuradio.gpufft.recording import open_recording
from gnuradio.gpufft.recording_error import RecordingError
from gnuradio.gpufft.sample_format import KNOWN

GOOD = {"core:datatype": "ci8", "core:sample_rate": 48000}

# why, global object of the metadata, the other fields, the message after the file's name
METADATA = [
    ("rate is a string", {**GOOD, "core:sample_rate": "48k"}, {},
     'core:sample_rate must be a number above 0, got "48k"'),
    ("rate is 0", {**GOOD, "core:sample_rate": 0}, {},
     "core:sample_rate must be a number above 0, got 0.0"),
    ("rate is true, which Python takes for 1", {**GOOD, "core:sample_rate": True}, {},
     "core:sample_rate must be a number above 0, got true"),
    ("rate is no finite number", {**GOOD, "core:sample_rate": float("inf")}, {},
     "core:sample_rate must be a number above 0, got Infinity"),
    ("rate is beyond floats", {**GOOD, "core:sample_rate": 10**400}, {},
     "core:sample_rate must be a number above 0, got Infinity"),
    ("no datatype", {"core:sample_rate": 1}, {},
     "global has no core:datatype, which must be a string"),
    ("datatype is a number", {"core:datatype": 16}, {},
     "core:datatype must be a string, got 16"),
    ("datatype is not known", {"core:datatype": "cx16_le"}, {},
     f"core:datatype: sample format 'cx16_le' is not known; known are {KNOWN}"),
    ("float of 8 bits", {"core:datatype": "cf8"}, {},
     f"core:datatype: sample format 'cf8' is not known; known are {KNOWN}"),
    ("no channels", {**GOOD, "core:num_channels": 0}, {},
     "core:num_channels must be a whole number of at least 1, got 0"),
    ("channels are no whole number", {**GOOD, "core:num_channels": 1.5}, {},
     "core:num_channels must be a whole number of at least 1, got 1.5"),
    ("data file outside the folder", {**GOOD, "core:dataset": "../x"}, {},
     "core:dataset must be the name of a file in the same folder, got '../x'"),
    ("a zero in the data file's name", {**GOOD, "core:dataset": "a\0b"}, {},
     "core:dataset must be the name of a file in the same folder, got 'a\\x00b'"),
    ("half a surrogate pair in the data file's name", {**GOOD, "core:dataset": "a\ud800"}, {},
     "core:dataset must be the name of a file in the same folder, got 'a\\ud800'"),
    ("no samples by intention", {**GOOD, "core:metadata_only": True}, {},
     "core:metadata_only is set: it has no samples"),
    ("trailer longer than the file", {**GOOD, "core:trailing_bytes": 9}, {}, None),
    ("global is a list", [], {}, "global must be an object, got []"),
    ("captures is an object", GOOD, {"captures": {}}, "captures must be a list, got {}"),
    ("capture is a number", GOOD, {"captures": [7]},
     "captures[0] must be an object, got 7"),
    ("capture without a start", GOOD, {"captures": [{}]},
     "captures[0] has no core:sample_start, which must be a whole number"),
    ("frequency is a string", GOOD,
     {"captures": [{"core:sample_start": 0, "core:frequency": "1 GHz"}]},
     'captures[0]: core:frequency must be a number, got "1 GHz"'),
    ("capture before the file", {**GOOD, "core:offset": 100},
     {"captures": [{"core:sample_start": 98}]},
     "captures[0] starts at sample 98, and the data file begins with sample 100 "
     "(core:offset)"),
    ("capture beyond the end of a file that is not the first", {**GOOD, "core:offset": 100},
     {"captures": [{"core:sample_start": 105}]},
     "captures[0] starts 5 samples into the data, the 105 of its core:sample_start less "
     "the 100 of core:offset, which holds 4; the data file is cut off or another's"),
    ("captures out of order", GOOD,
     {"captures": [{"core:sample_start": 2}, {"core:sample_start": 1}]},
     "captures[1] starts at sample 1, before sample 2; captures must be in order"),
    ("captures out of order in a file that is not the first", {**GOOD, "core:offset": 100},
     {"captures": [{"core:sample_start": 103}, {"core:sample_start": 102}]},
     "captures[1] starts at sample 102, before sample 103; captures must be in order"),
    ("the second capture beyond the end, behind headers", {**GOOD, "core:offset": 100},
     {"captures": [{"core:sample_start": 100, "core:header_bytes": 2},
                   {"core:sample_start": 104, "core:header_bytes": 2}]},
     "captures[1] starts 4 samples into the data, the 104 of its core:sample_start less "
     "the 100 of core:offset, which holds 2; the data file is cut off or another's"),
    ("capture beyond the end", GOOD, {"captures": [{"core:sample_start": 5}]},
     "captures[0] starts 5 samples into the data, which holds 4; the data file is cut "
     "off or another's"),
    ("annotations is a string", GOOD, {"annotations": "none"},
     'annotations must be a list, got "none"'),
    ("annotation before the file", GOOD, {"annotations": [{"core:sample_start": -1.5}]},
     "annotations[0]: core:sample_start must be a whole number of at least 0, got -1.5"),
]

# why, text of the metadata, how the message goes on after "not JSON: "
NOT_JSON = [
    ("cut off", b'{"global": {', "Expecting property name"),
    ("empty", b"", "Expecting value"),
    ("binary", b"\xff\xfe\x00", "'utf-8' codec can't decode"),
    ("nested without end", b"[" * 100000, "maximum recursion depth"),
]

# why, file name, contents, options, message with the file's name as {}
FILES = [
    ("no such file", "gone.cu8", None, {}, "{}: no such file"),
    ("empty", "x.cu8", b"", {}, "{}: the file is empty (0 bytes)"),
    ("nothing says the rate", "x.cu8", b"1234", {},
     "{}: nothing says its sampling rate; give --samp-rate, e.g. --samp-rate 2M"),
    ("nothing says the format", "x.iq", b"1234", {"samp_rate": 1},
     "{}: its name does not say how samples are stored; give --format, e.g. --format "
     f"ci16_le (known: {KNOWN})"),
    ("format is not known", "x.iq", b"1234", {"samp_rate": 1, "format": "ci12"},
     f"--format: sample format 'ci12' is not known; known are {KNOWN}"),
    ("odd byte count", "x.cu8", b"12345", {"samp_rate": 1},
     "{}: 5 bytes of samples end in the middle of one: 2 bytes make a sample (cu8), 1 "
     "are left over; the file was cut off or --format is another; --allow-damaged leaves "
     "them out"),
    ("less than one sample", "x.cf32", b"1234567",
     {"samp_rate": 1, "allow_damaged": True}, "{}: holds no sample"),
    ("no such channel", "x.cu8", b"1234", {"samp_rate": 1, "channel": 1},
     "{}: has 1 channel, channel 1 was asked; --channel 0 works"),
    ("complex already", "x.cu8", b"1234", {"samp_rate": 1, "iq_channels": True},
     "{}: its samples are complex; --iq-channels is for two real channels"),
    ("one real channel", "x", b"1234",
     {"samp_rate": 1, "format": "ri8", "iq_channels": True},
     "{}: has 1 channel, channels 0 and 1 as I and Q was asked; leave out --iq-channels"),
    ("no sound in it", "x.wav", b"hello", {},
     "{}: libsndfile cannot read it: Format not recognised; is it a sound file? Rename a "
     "raw one and give --format"),
    ("empty sound file", "x.wav", b"", {}, "{}: the file is empty (0 bytes)"),
    ("sound file knows its format", "x.wav", b"hello", {"format": "ci16"},
     "{}: a sound file says itself how its samples are stored; leave out --format ci16"),
    ("an archive", "x.sigmf", b"hello", {},
     "{}: is no archive of SigMF that can be read: Unrecognized archive format; unpacked "
     "files work, e.g. of: tar -xf {}"),
    ("data without metadata", "x.sigmf-data", b"1234", {}, None),
    ("a rate beyond what is drawn", "x.cu8", b"1234", {"samp_rate": 1e16},
     "{}: levels at a sampling rate of 1e+16 Hz are beyond single precision; a --samp-rate "
     "between 1e-06 and 1e+15 works"),
    ("a rate below what is drawn", "x.cu8", b"1234", {"samp_rate": 1e-7},
     "{}: levels at a sampling rate of 1e-07 Hz are beyond single precision; a --samp-rate "
     "between 1e-06 and 1e+15 works"),
]


class qa_bad_recordings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, contents):
        path = os.path.join(self.folder, name)
        if contents is not None:
            with open(path, "wb") as file:
                file.write(contents)
        return path

    def refusal(self, path, **options):
        with self.assertRaises(RecordingError) as caught:
            open_recording(path, **options)
        text = str(caught.exception)
        self.assertNotIn("\n", text)
        return text

    def test_metadata_of_the_wrong_kind(self):
        self.write("x.sigmf-data", bytes(8))
        for why, glob, rest, want in METADATA:
            with self.subTest(why):
                text = json.dumps({"global": glob, **rest}).encode()
                path = self.write("x.sigmf-meta", text)
                got = self.refusal(path)
                if want is None:
                    path = path[:-5] + "-data"
                    want = ("8 bytes are less than the 9 bytes of headers and trailer "
                            "that its metadata promises")
                self.assertEqual(got, f"{path}: {want}")

    def test_metadata_that_is_not_json(self):
        self.write("x.sigmf-data", bytes(8))
        for why, contents, want in NOT_JSON:
            with self.subTest(why):
                path = self.write("x.sigmf-meta", contents)
                self.assertIn(f"{path}: not JSON: {want}", self.refusal(path))

    def test_metadata_that_is_a_list(self):
        path = self.write("x.sigmf-meta", b"[1, 2]")
        self.assertEqual(self.refusal(path),
                         f"{path}: the metadata must be an object, got [1, 2]")

    def test_metadata_without_its_data(self):
        path = self.write("x.sigmf-meta", json.dumps({"global": GOOD}).encode())
        self.assertEqual(self.refusal(path), f"{path[:-5]}-data: no such file (the data "
                                             f"file of {path})")
        self.write("x.sigmf-data", b"")
        self.assertEqual(self.refusal(path), f"{path[:-5]}-data: the file is empty "
                                             f"(0 bytes)")

    def test_metadata_without_a_rate(self):
        self.write("x.sigmf-data", bytes(8))
        path = self.write("x.sigmf-meta", b'{"global": {"core:datatype": "ci8"}}')
        self.assertIn("nothing says its sampling rate", self.refusal(path))

    def test_files(self):
        for why, name, contents, options, want in FILES:
            with self.subTest(why):
                path = self.write(name, contents)
                got = self.refusal(path, **options)
                if want is None:
                    want = (f"{path[:-5]}-meta: no such file; without metadata give {{}} "
                            f"with --format and --samp-rate")
                self.assertEqual(got, want.replace("{}", path))

    def test_a_folder_and_a_device(self):
        self.assertEqual(self.refusal(self.folder),
                         f"{self.folder}: is a folder; name a recording on disk")
        self.assertEqual(self.refusal("/dev/zero"), "/dev/zero: is not a regular file; "
                                                    "name a recording on disk")

    def test_sound_file_cut_in_a_sample(self):
        path = os.path.join(self.folder, "x.wav")
        soundfile.write(path, np.zeros((100, 2)), 48000)
        os.truncate(path, os.path.getsize(path) - 3)
        self.assertEqual(
            self.refusal(path),
            f"{path}: 397 bytes of samples end in the middle of one: 4 bytes make a "
            f"sample (WAV PCM_16, 2 channels); the file was cut off; --allow-damaged leaves the "
            f"rest out")
        with open_recording(path, allow_damaged=True) as recording:
            self.assertEqual(recording.samples, 99)

    def test_sound_files_cut_off(self):
        rng = np.random.default_rng(1)
        for name in ("x.flac", "x.ogg"):
            path = os.path.join(self.folder, name)
            soundfile.write(path, rng.normal(0, 0.1, 48000), 48000)
            os.truncate(path, os.path.getsize(path) // 2)
        version = tuple(map(int, soundfile.__libsndfile_version__.split(".")))
        reason = "holds no sample" if version >= (1, 2, 2) else (
            "libsndfile finds no end of it; the file was cut off; a copy works, e.g. of: "
            f"ffmpeg -i {path} {path[:-4]}.wav")
        self.assertEqual(self.refusal(path), f"{path}: {reason}")
        with open_recording(path[:-4] + ".flac") as recording:
            with self.assertRaisesRegex(RecordingError, "x.flac: samples 40000 to 40099 "
                                        "cannot be read: .*; the file is damaged or was "
                                        "cut off$"):
                recording.read(40000, 100)

    def test_sound_file_that_shrinks_while_it_is_read(self):
        path = os.path.join(self.folder, "x.wav")
        soundfile.write(path, np.zeros(100000), 48000)
        with open_recording(path) as recording:
            os.truncate(path, os.path.getsize(path) - 2 * 40000)
            for start, missing in ((50000, 60000), (70000, 70000)):
                with self.assertRaisesRegex(
                        RecordingError, f"x.wav: has no sample {missing}, though its header "
                        "promises 100000; the file was cut off$"):
                    recording.read(start, 20000)

    def test_places_behind_headers_are_those_of_the_file(self):
        self.write("x.sigmf-data", bytes(60))
        captures = [{"core:sample_start": 0, "core:header_bytes": 4},
                    {"core:sample_start": 10, "core:header_bytes": 6}]
        self.write("x.sigmf-meta",
                   json.dumps({"global": GOOD, "captures": captures}).encode())
        path = os.path.join(self.folder, "x.sigmf-data")
        # Sample 5 lies at byte 4 + 2 * 5, and sample 12 at 4 + 2 * 12 + 6. The end is named
        # where it comes between samples, in the second header, and before the first sample.
        for start, left in ((5, 20), (8, 26), (12, 40), (12, 34), (15, 34)):
            self.write("x.sigmf-data", bytes(60))
            with self.subTest((start, left)), \
                    open_recording(os.path.join(self.folder, "x")) as recording:
                os.truncate(path, left)
                with self.assertRaises(RecordingError) as caught:
                    recording.read(start, 10)
                self.assertEqual(
                    str(caught.exception),
                    f"{path}: ended at byte {left} while it was being read; it was longer "
                    f"when it was opened")

    def test_file_that_shrinks_while_it_is_read(self):
        path = self.write("x.cu8", bytes(1000))
        with open_recording(path, samp_rate=1) as recording:
            os.truncate(path, 100)
            with self.assertRaisesRegex(RecordingError, "ended at byte 100 while it was"):
                recording.read(0, 500)


if __name__ == "__main__":
    unittest.main()
