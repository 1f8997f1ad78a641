#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft show --npy, --hdf5 and --fil: what other programs read is what the survey holds."""
import json
import os
import shutil
import struct
import subprocess
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

from survey_files import PROGRAM, noise, run, write_sigmf

RATE = 1e6
T0 = np.datetime64("2026-11-26T06:38:32", "ns")
#: Values behind keywords of a filterbank's header, after SIGPROC's own reader.
KINDS = {"source_name": str, "rawdatafile": str, "machine_id": "i", "telescope_id": "i",
         "data_type": "i", "nchans": "i", "nbits": "i", "nifs": "i", "fch1": "d", "foff": "d",
         "tsamp": "d", "tstart": "d"}


def read_filterbank(path):
    """The header and float32[time][channel] of a file, by the rules of SIGPROC."""
    with open(path, "rb") as file:
        def word():
            count, = struct.unpack("<i", file.read(4))
            assert 1 <= count < 80
            return file.read(count).decode()

        assert word() == "HEADER_START"
        header = {}
        while (keyword := word()) != "HEADER_END":
            kind = KINDS[keyword]
            header[keyword] = word() if kind is str else struct.unpack(
                "<" + kind, file.read(struct.calcsize(kind)))[0]
        assert (header["nbits"], header["nifs"], header["data_type"]) == (32, 1, 1)
        data = np.fromfile(file, "<f4")
    return header, data.reshape(-1, header["nchans"])


class ExportsTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.shared.cleanup)
        base = os.path.join(cls.shared.name, "a")
        write_sigmf(base, noise(98000), RATE, captures=[
            {"core:sample_start": 0, "core:frequency": 100e6, "core:datetime": f"{T0}Z"},
            # 30 ms later than the samples lead to.
            {"core:sample_start": 50000, "core:datetime": f"{T0 + np.timedelta64(80, 'ms')}Z"}])
        cls.survey = cls.make("s.zarr", base, "--statistics", "mean,max,variance", "--peaks", 3,
                              "--bands", "low=99.6M:99.9M,high=100.1M:100.3M")
        cls.found = xarray.open_zarr(cls.survey).load()

    @classmethod
    def make(cls, name, *arguments):
        out = os.path.join(cls.shared.name, name)
        done = run("process", *arguments, "--length", 512, "--hop", 256, "--average", 4,
                   "--out", out)
        assert done.returncode == 0, done.stderr
        return out

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def show(self, option, *arguments, survey=None, status=0):
        path = os.path.join(self.folder, "x" + option[1:])
        done = run("show", survey or self.survey, option, path, *arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stdout, "")
        if status:
            self.assertEqual(os.listdir(self.folder), [])
            return done.stderr
        self.assertEqual(done.stderr, "")
        return path

    def part(self, **bounds):
        """The survey's rows and bins of a part."""
        return self.found.sel(frequency=slice(*bounds["hz"])).isel(time=[
            i for i, t in enumerate(self.found.time.values)
            if T0 + bounds["ms"][0] <= t < T0 + bounds["ms"][1]])

    PART = ["--start", "0.02", "--duration", "0.02", "--low", "99.9M", "--high", "100.2M"]
    BOUNDS = {"hz": (99.9e6, 100.2e6),
              "ms": (np.timedelta64(20, "ms"), np.timedelta64(40, "ms"))}

    def test_npy(self):
        path = self.show("--npy")
        np.testing.assert_array_equal(np.load(path), self.found["mean"].values)
        with open(path + ".json", encoding="ascii") as file:
            axes = json.load(file)
        np.testing.assert_array_equal(axes["frequency_hz"], self.found.frequency.values)
        np.testing.assert_array_equal(
            np.array([t.rstrip("Z") for t in axes["time_utc"]], "datetime64[ns]"),
            self.found.time.values)
        self.assertEqual((axes["units"], axes["dimensions"], axes["attributes"]["length"]),
                         ("dBFS/Hz", ["time", "frequency"], 512))
        np.testing.assert_array_equal(np.load(self.show("--npy", *self.PART)),
                                      self.part(**self.BOUNDS)["mean"].values)
        peaks = np.load(self.show("--npy", "--product", "peak_frequency"))
        self.assertEqual(peaks.dtype, np.float64)
        np.testing.assert_array_equal(peaks, self.found["peak_frequency"].values)

    def test_npy_in_memory_is_a_file(self):
        if not os.path.isdir("/dev/shm"):
            self.skipTest("there is no /dev/shm")
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
            done = run("show", self.survey, "--npy", os.path.join(folder, "x.npy"))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(sorted(os.listdir(folder)), ["x.npy", "x.npy.json"])

    def test_npy_to_a_pipe(self):
        done = subprocess.run([PROGRAM, "show", self.survey, "--npy", "/dev/stdout"],
                              capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertTrue(done.stdout.startswith(b"\x93NUMPY\x01\x00"))
        self.assertEqual(done.stdout[-self.found["mean"].nbytes:],
                         self.found["mean"].values.tobytes())

    def test_hdf5_by_h5py(self):
        with h5py.File(self.show("--hdf5"), "r") as file:
            for name in ("mean", "max", "variance", "band_power", "peak_frequency",
                         "peak_level", "peak_bandwidth"):
                self.assertEqual(file[name].dtype, self.found[name].dtype)
                np.testing.assert_array_equal(file[name], self.found[name].values)
                self.assertEqual(file[name].attrs["units"], self.found[name].attrs["units"])
            self.assertEqual(file["mean"].dims[0][0], file["time"])
            self.assertEqual(file["mean"].dims[1][0], file["frequency"])
            self.assertEqual(list(file["band"].asstr()), ["low", "high"])
            np.testing.assert_array_equal(file["band_high"], [99.9e6, 100.3e6])
            for name in ("length", "hop", "window", "rbw_hz", "sample_rate_hz", "units",
                         "calibration_offset_db", "source"):
                self.assertEqual(file.attrs[name], self.found.attrs[name])

    def test_hdf5_by_xarray(self):
        try:
            import h5netcdf  # noqa: F401
        except ImportError:
            self.skipTest("h5netcdf is not installed")
        whole = xarray.open_dataset(self.show("--hdf5"), engine="h5netcdf")
        np.testing.assert_array_equal(whole.time, self.found.time)
        np.testing.assert_array_equal(whole.frequency, self.found.frequency)
        np.testing.assert_array_equal(whole["mean"], self.found["mean"])
        self.assertEqual(whole["mean"].dims, ("time", "frequency"))
        np.testing.assert_array_equal(whole["center_frequency"],
                                      self.found["center_frequency"])
        part = xarray.open_dataset(self.show("--hdf5", *self.PART), engine="h5netcdf")
        expected = self.part(**self.BOUNDS)
        np.testing.assert_array_equal(part["max"], expected["max"])
        np.testing.assert_array_equal(part.time, expected.time)
        np.testing.assert_array_equal(part.frequency, expected.frequency)
        np.testing.assert_array_equal(part["band_power"], expected["band_power"])
        one = xarray.open_dataset(self.show("--hdf5", "--product", "max"), engine="h5netcdf")
        # Newer releases of xarray take what "coordinates" names for coordinates.
        self.assertEqual(set(one.reset_coords().data_vars),
                         {"max", "frames", "center_frequency"})

    def test_hdf5_leaves_out_recordings_that_have_none_of_the_part(self):
        bases = []
        for name, count in (("long", 60000), ("short", 20000)):
            bases.append(os.path.join(self.shared.name, name))
            write_sigmf(bases[-1], noise(count), RATE)
        survey = self.make(f"some{id(self)}.zarr", *bases)
        path = os.path.join(self.folder, "part.h5")
        done = run("show", survey, "--hdf5", path, "--start", "0.03")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, "^gpufft show: short: no row lies .*; it is left out\n$")
        with h5py.File(path, "r") as file:
            self.assertEqual(list(file), ["long"])
        os.unlink(path)
        self.assertIn("no row lies", self.show("--hdf5", "--start", "70", survey=survey,
                                               status=1))

    def test_hdf5_of_several_recordings(self):
        bases = []
        for i in range(2):
            bases.append(os.path.join(self.shared.name, f"r{i}"))
            write_sigmf(bases[-1], noise(20000, i), RATE)
        survey = self.make(f"both{id(self)}.zarr", *bases)
        with h5py.File(self.show("--hdf5", survey=survey), "r") as file:
            for i in range(2):
                expected = xarray.open_zarr(survey, group=f"r{i}")
                np.testing.assert_array_equal(file[f"r{i}/mean"], expected["mean"])
                np.testing.assert_array_equal(file[f"r{i}/time"], expected.time)
        with h5py.File(self.show("--hdf5", "--group", "r1", survey=survey), "r") as file:
            np.testing.assert_array_equal(file["mean"], expected["mean"])
        self.assertIn("the survey has the groups r0, r1", run(
            "show", survey, "--npy", os.path.join(self.folder, "n")).stderr)

    def test_filterbank(self):
        header, data = read_filterbank(self.show("--fil"))
        self.assertEqual(header["tsamp"], 4 * 256 / RATE)
        self.assertEqual((header["nchans"], header["source_name"], header["rawdatafile"]),
                         (512, "survey", "a.sigmf-meta"))
        hz = 1e6 * (header["fch1"] + header["foff"] * np.arange(512))
        np.testing.assert_allclose(hz, self.found.frequency.values[::-1], rtol=1e-12)
        since = (header["tstart"] - 40587) * 86400e9 - T0.astype(np.int64)
        self.assertLess(abs(since), 1e6)  # of MJD a double holds a microsecond
        power = 10 ** (self.found["mean"].values.astype(float) / 10)
        # The gap is of 30 ms: rows lie where their first samples were, to half a row.
        begins = (self.found.time.values - T0) / np.timedelta64(1, "s") - (
            (self.found.frames.values - 1) * 256 + 512) / RATE / 2
        at = np.round(begins / header["tsamp"]).astype(int)
        self.assertEqual(len(data), at[-1] + 1)
        self.assertGreater(len(data), len(power) + 25)
        np.testing.assert_allclose(data[at], power[:, ::-1], rtol=2e-6)
        self.assertFalse(np.delete(data, at, axis=0).any())

    def test_filterbank_of_a_part_and_of_linear_power(self):
        header, data = read_filterbank(self.show("--fil", *self.PART, "--product", "max"))
        expected = self.part(**self.BOUNDS)["max"]
        np.testing.assert_allclose(data, 10**(expected.values.astype(float)[:, ::-1] / 10),
                                   rtol=2e-6)
        self.assertAlmostEqual(header["fch1"] * 1e6, float(expected.frequency[-1]), places=3)
        base = os.path.join(self.shared.name, "plain")
        write_sigmf(base, noise(20000), RATE)
        survey = self.make(f"l{id(self)}.zarr", base, "--unit", "power")
        header, data = read_filterbank(self.show("--fil", survey=survey))
        np.testing.assert_array_equal(
            data, xarray.open_zarr(survey)["mean"].values[:, ::-1])
        self.assertEqual(header["tstart"], 0)  # nobody knows

    def test_what_is_refused(self):
        self.assertIn("variance is no power over frequency", self.show(
            "--fil", "--product", "variance", status=1))
        self.assertIn("is no power over frequency", self.show(
            "--fil", "--product", "band_power", status=1))
        self.assertIn("no product none", self.show("--npy", "--product", "none", status=1))
        self.assertIn("no product none", self.show("--hdf5", "--product", "none", status=1))
        self.assertIn("no row lies", self.show("--hdf5", "--start", "70", status=1))
        base = os.path.join(self.shared.name, "two")
        write_sigmf(base, noise(20000), RATE, captures=[
            {"core:sample_start": 0, "core:frequency": 1e8, "core:datetime": f"{T0}Z"},
            {"core:sample_start": 10000, "core:frequency": 2e8}])
        survey = self.make(f"two{id(self)}.zarr", base)
        self.assertIn("has one centre frequency", self.show("--fil", survey=survey, status=1))
        for i in range(2):
            header, data = read_filterbank(self.show(
                "--fil", "--start", str(0.01 * i), "--duration", "0.01", survey=survey))
            self.assertEqual(header["fch1"], 100 * (i + 1) + 0.5 - 1 / 512)
            self.assertEqual(header["foff"], -1 / 512)
            self.assertTrue(data.any(axis=1).all())
            os.unlink(os.path.join(self.folder, "x-fil"))
        write_sigmf(base, noise(20000), RATE, captures=[
            {"core:sample_start": 0, "core:datetime": "2026-01-01T00:00:00Z"},
            {"core:sample_start": 10000, "core:datetime": "2026-02-01T00:00:00Z"}])
        survey = self.make(f"gap{id(self)}.zarr", base)
        self.assertIn("gaps would make", self.show("--fil", survey=survey, status=1))
        # Few rows, and 2 GiB of zeros.
        write_sigmf(base, noise(2 << 19), RATE, captures=[
            {"core:sample_start": 0, "core:datetime": "2026-01-01T00:00:00Z"},
            {"core:sample_start": 1 << 19, "core:datetime": "2026-01-01T00:10:00Z"}])
        survey = os.path.join(self.shared.name, f"wide{id(self)}.zarr")
        done = run("process", base, "--length", 1 << 19, "--hop", 1 << 19, "--average", 1,
                   "--out", survey)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("gaps would make", self.show("--fil", survey=survey, status=1))
        done = run("show", self.survey, "--hdf5", "/dev/stdout")
        self.assertEqual(done.returncode, 1)
        self.assertIn("it is no file, which this format needs", done.stderr)

    def test_a_full_disk_leaves_what_was_there(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        done = run("show", self.survey, "--npy", "/dev/full")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write /dev/full: No space left", done.stderr)

    def test_rows_that_are_not_done(self):
        """They are NaN in NPY and HDF5, and 0 in a filterbank, which has no NaN."""
        survey = os.path.join(self.shared.name, f"part{id(self)}.zarr")
        shutil.copytree(self.survey, survey)
        os.unlink(os.path.join(survey, "mean", "0.0"))
        self.assertTrue(np.isnan(np.load(self.show("--npy", survey=survey))).all())
        with h5py.File(self.show("--hdf5", survey=survey), "r") as file:
            self.assertTrue(np.isnan(file["mean"][()]).all())
            self.assertFalse(np.isnan(file["max"][()]).any())
        self.assertFalse(read_filterbank(self.show("--fil", survey=survey))[1].any())


if __name__ == "__main__":
    unittest.main()
