# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of the GRC blocks share: a flowgraph around one, generated and run."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import grc_home
import numpy as np
import yaml
from gnuradio import gpufft, gr_unittest
from grc_platform import ROOT, compile_flowgraph, make_platform

DTYPES = {"complex": np.complex64, "float": np.float32}


def description(key):
    """What the yml of a block says."""
    return yaml.safe_load((ROOT / "grc" / f"{key}.block.yml").read_text())


def block(name, key, **parameters):
    return {
        "name": name,
        "id": key,
        "parameters": {key: str(value) for key, value in parameters.items()},
        "states": {"coordinate": [0, 0], "rotation": 0, "state": "true"},
    }


class GrcTestCase(gr_unittest.TestCase):
    """A folder for each test, in which flowgraphs are generated, compiled and run."""

    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp())
        grc_home.fill(cls.home)
        cls.platform = make_platform(cls.home)

    @classmethod
    def tearDownClass(cls):
        grc_home.keep(cls.home)
        shutil.rmtree(cls.home)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def tearDown(self):
        shutil.rmtree(self.folder)

    def flowgraph(self, language, tested, takes, gives, variables):
        """file source -> `tested` -> file sink, as GRC stores it.

        takes, gives: (type, vlen) of the ports; variables: blocks.
        """
        source = block(
            "source",
            "blocks_file_source",
            file=self.folder / "in",
            type=takes[0],
            repeat="False",
            vlen=takes[1],
            begin_tag="pmt.PMT_NIL",
            offset="0",
            length="0",
        )
        sink = block(
            "sink",
            "blocks_file_sink",
            type=gives[0],
            file=self.folder / "out",
            vlen=gives[1],
            unbuffered="True",
            append="False",
        )
        name = tested["name"]
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
            "blocks": [*variables, source, tested, sink],
            "connections": [["source", "0", name, "0"], [name, "0", "sink", "0"]],
            "metadata": {"file_format": 1},
        }

    def stored(self, flowgraph):
        """Its file, as GRC stores it."""
        grc = self.folder / "made.grc"
        grc.write_text(yaml.safe_dump(flowgraph))
        return grc

    def compile(self, flowgraph):
        """What grcc does; returns (exit status, all it prints)."""
        return compile_flowgraph(self.platform, self.stored(flowgraph), self.folder)

    def run_grcc(self, flowgraph):
        """Runs grcc; returns (exit status, all it printed)."""
        done = subprocess.run(
            [sys.executable, shutil.which("grcc"), "-o", self.folder, self.stored(flowgraph)],
            env={
                **os.environ,
                "GRC_BLOCKS_PATH": str(ROOT / "grc"),
                "HOME": str(self.home),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout

    def assert_setters_are_called_back(self, name):
        """The GRC block calls each setter of gpufft.`name` when a variable changes."""
        made = getattr(gpufft, name)
        setters = {key for key in vars(made) if key.startswith("set_")}
        text = str(description(f"gpufft_{name}")["templates"]["callbacks"])
        self.assertEqual(set(re.findall(r"set_\w+", text)), setters)

    def assert_refused(self, flowgraph, failed_assert):
        """GRC generates nothing of `flowgraph`, and says which assertion failed."""
        status, text = self.compile(flowgraph)
        self.assertNotEqual(status, 0)
        self.assertIn(failed_assert, text)

    def run_flowgraph(self, flowgraph, points):
        """What comes out when `points` go in and the generated program runs."""
        status, text = self.compile(flowgraph)
        self.assertEqual(status, 0, text)
        points.tofile(self.folder / "in")
        if flowgraph["options"]["parameters"]["output_language"] == "cpp":
            self.run_cpp()
        else:
            subprocess.run([sys.executable, self.folder / "made.py"], check=True)
        sink = flowgraph["blocks"][-1]["parameters"]
        return np.fromfile(self.folder / "out", DTYPES[sink["type"]])

    def run_cpp(self):
        made = next(self.folder.rglob("made.cpp"))
        listing = (made.parent / "CMakeLists.txt").read_text()
        self.assertIn("find_package(gnuradio-gpufft)", listing)
        self.assertIn("gnuradio::gnuradio-gpufft", listing)
        # GNU Radio's own file source puts its path between Python's quotes.
        samples = str(self.folder / "in")
        made.write_text(made.read_text().replace(f"'{samples}'", f'"{samples}"'))
        build = pathlib.Path(gpufft.__file__).resolve().parents[3]
        blocks, engine = f"{build}/lib/blocks", f"{build}/lib"
        subprocess.run(
            ["g++", f"@{build}/tests/flowgraph_options", made.name, "-o", "made"]
            + ["-include", f"{build}/tests/flowgraph_headers.h"]
            + [f"-L{blocks}", f"-Wl,-rpath,{blocks}:{engine}"]
            + [f"-Wl,-rpath-link,{engine}", "-lgnuradio-gpufft", "-lgnuradio-fft"]
            + "-lgnuradio-blocks -lgnuradio-runtime -lgnuradio-pmt".split()
            + "-lfmt -lspdlog -lboost_program_options".split(),
            cwd=made.parent,
            check=True,
        )
        subprocess.run([made.parent / "made"], check=True)
