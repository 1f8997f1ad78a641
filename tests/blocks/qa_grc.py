#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC block: flowgraphs made with it compile, run, and give the right numbers."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import yaml
from gnuradio import gpufft, gr_unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
YML = ROOT / "grc" / "gpufft_fft_vxx.block.yml"

SAMPLES = [complex(re, im) for re, im in zip([1, -2, 3, 0.5, 4, 1], [0, 1, -1, 2, 0, 3])]
VECTORS = 5  # of 6 points: the source's data, repeated by being given 5 times


def block(name, key, **parameters):
    return {
        "name": name,
        "id": key,
        "parameters": {key: str(value) for key, value in parameters.items()},
        "states": {"coordinate": [0, 0], "rotation": 0, "state": "true"},
    }


def flowgraph(language, folder, **fft):
    """file source -> GPU FFT -> file sink, as GRC stores it."""
    kind = fft.get("type", "complex")
    samples = np.tile(SAMPLES, VECTORS)
    if kind == "float":
        samples.real.astype(np.float32).tofile(folder / "samples")
    else:
        samples.astype(np.complex64).tofile(folder / "samples")
    source = block(
        "source",
        "blocks_file_source",
        file=folder / "samples",
        type=kind,
        repeat="False",
        vlen="fft_size",
        begin_tag="pmt.PMT_NIL",
        offset="0",
        length="0",
    )
    sink = block(
        "sink",
        "blocks_file_sink",
        type="complex",
        file=folder / "spectra",
        vlen="fft_size",
        unbuffered="True",
        append="False",
    )
    arguments = {
        "type": kind,
        "fft_size": "fft_size",
        "forward": "True",
        "window": "[]",
        "shift": "False",
        "nthreads": "1",
        "device": "auto",
        **fft,
    }
    return {
        "options": {
            "parameters": {
                "id": "made",
                "title": "made",
                "generate_options": "no_gui",
                "output_language": language,
                "run_options": "run",
                "run": "True",
            },
            "states": {"coordinate": [0, 0], "rotation": 0, "state": "enabled"},
        },
        "blocks": [
            block("fft_size", "variable", value="6"),
            block("taps", "variable", value="[1.0, 2.0, 3.0, 4.0, 5.0, 6.5]"),
            source,
            block("fft", "gpufft_fft_vxx", **arguments),
            sink,
        ],
        "connections": [["source", "0", "fft", "0"], ["fft", "0", "sink", "0"]],
        "metadata": {"file_format": 1},
    }


def expected(type="complex", forward="True", window="[]", shift="False", **_):
    x = np.array(SAMPLES)
    if type == "float":
        x = x.real
    x = x * {
        "[]": np.ones(6),
        "()": np.ones(6),
        "taps": np.array([1, 2, 3, 4, 5, 6.5]),
        "[1, 0.5, 1, 1, 1, 2]": np.array([1, 0.5, 1, 1, 1, 2]),
        "window.rectangular(fft_size)": np.ones(6),
    }[window]
    if forward == "True":
        y = np.fft.fft(x)
        y = np.fft.fftshift(y) if shift == "True" else y
    else:
        y = np.fft.ifft(np.fft.ifftshift(x) if shift == "True" else x) * 6
    return np.tile(y, VECTORS)


CASES = [
    ("as it is dropped in, no window", {}),
    ("empty tuple for no window", {"window": "()"}),
    ("window from a variable", {"window": "taps", "shift": "True"}),
    ("window as a list", {"window": "[1, 0.5, 1, 1, 1, 2]", "forward": "False"}),
    ("window function", {"window": "window.rectangular(fft_size)", "type": "float"}),
    ("real, reverse, shifted", {"type": "float", "forward": "False", "shift": "True"}),
]

REFUSED = [
    ("no points", {"fft_size": "0"}, "fft_size > 0"),
    ("negative", {"fft_size": "-4"}, "fft_size > 0"),
    ("a prime above 13", {"fft_size": "17"}, "30030 ** 26 % fft_size == 0"),
    ("too long", {"fft_size": "2**27"}, "fft_size <= 2 ** 26"),
    ("window of another length", {"window": "[1, 2]"}, "len(window) in (0, fft_size)"),
    ("no threads", {"nthreads": "0"}, "nthreads > 0"),
]


class qa_grc(gr_unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def tearDown(self):
        shutil.rmtree(self.folder)

    def compile(self, flowgraph):
        """Runs grcc; returns (exit status, all it printed)."""
        grc = self.folder / "made.grc"
        grc.write_text(yaml.safe_dump(flowgraph))
        # HOME: grcc keeps a cache of block descriptions in there.
        done = subprocess.run(
            [sys.executable, shutil.which("grcc"), "-o", str(self.folder), str(grc)],
            env={
                **os.environ,
                "GRC_BLOCKS_PATH": str(YML.parent),
                "HOME": str(self.folder),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout

    def check_numbers(self, why, fft):
        got = np.fromfile(self.folder / "spectra", np.complex64)
        want = expected(**fft)
        self.assertEqual(len(got), 6 * VECTORS, why)
        error = np.linalg.norm(got - want) / np.linalg.norm(want)
        self.assertLess(error, 1e-6, why)

    def test_generated_python_gives_the_right_numbers(self):
        for why, fft in CASES:
            with self.subTest(why):
                status, text = self.compile(flowgraph("python", self.folder, **fft))
                self.assertEqual(status, 0, text)
                script = (self.folder / "made.py").read_text()
                self.assertIn("gpufft.fft_v", script)
                subprocess.run([sys.executable, self.folder / "made.py"], check=True)
                self.check_numbers(why, fft)

    def test_setters_reach_the_running_block(self):
        status, text = self.compile(
            flowgraph("python", self.folder, window="taps", nthreads="len(taps)")
        )
        self.assertEqual(status, 0, text)
        script = (self.folder / "made.py").read_text()
        setter = script[script.index("def set_taps") :]
        self.assertIn("self.fft.set_window(self.taps)", setter)
        self.assertIn("self.fft.set_nthreads(", setter)

    def test_every_setter_has_a_callback(self):
        described = yaml.safe_load(YML.read_text())
        setters = {name for name in vars(gpufft.fft_vcc) if name.startswith("set_")}
        for language in ("templates", "cpp_templates"):
            text = str(described[language]["callbacks"])
            self.assertEqual(set(re.findall(r"set_\w+", text)), setters, language)

    def test_generated_cpp_gives_the_right_numbers(self):
        # A compiler's run each: the three ways in which taps are written.
        for why, fft in CASES[2:5]:
            with self.subTest(why):
                status, text = self.compile(flowgraph("cpp", self.folder, **fft))
                self.assertEqual(status, 0, text)
                self.run_cpp()
                self.check_numbers(why, fft)

    def run_cpp(self):
        made = next(self.folder.rglob("made.cpp"))
        listing = (made.parent / "CMakeLists.txt").read_text()
        self.assertIn("find_package(gnuradio-gpufft)", listing)
        self.assertIn("gnuradio::gnuradio-gpufft", listing)
        # GNU Radio's own file source puts its path between Python's quotes.
        samples = str(self.folder / "samples")
        made.write_text(made.read_text().replace(f"'{samples}'", f'"{samples}"'))
        build = pathlib.Path(gpufft.__file__).resolve().parents[3]
        blocks, engine = f"{build}/lib/blocks", f"{build}/lib"
        subprocess.run(
            ["g++", "-std=c++17", "-O0", "-w", made.name, "-o", "made"]
            + [f"-I{ROOT}/include", f"-L{blocks}", f"-Wl,-rpath,{blocks}:{engine}"]
            + [f"-Wl,-rpath-link,{engine}", "-lgnuradio-gpufft", "-lgnuradio-fft"]
            + "-lgnuradio-blocks -lgnuradio-runtime -lgnuradio-pmt".split()
            + "-lfmt -lspdlog -lboost_program_options".split(),
            cwd=made.parent,
            check=True,
        )
        subprocess.run([made.parent / "made"], check=True)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, fft, failed_assert in REFUSED:
            with self.subTest(why):
                status, text = self.compile(flowgraph("python", self.folder, **fft))
                self.assertNotEqual(status, 0, why)
                self.assertIn(failed_assert, text, why)


if __name__ == "__main__":
    gr_unittest.run(qa_grc)
