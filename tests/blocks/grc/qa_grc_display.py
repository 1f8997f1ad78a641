#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC block display: generated, and run in a window; in C++, too."""

import pathlib
import subprocess
import sys
import time

import numpy as np
from gnuradio import gpufft, gr_unittest
from grc_flowgraphs import GrcTestCase, block

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "display"))
from screen import open_screen  # noqa: E402

BINS = 64

RUNNER = """
import signal, sys
from PyQt5 import Qt, QtCore, sip
import made
app = Qt.QApplication(sys.argv[:1])
top = made.made()
top.start()
top.show()
def end():
    widget = sip.wrapinstance(top.shown.qwidget(), Qt.QWidget)
    print("spectra", top.shown.spectra(), "pictures", top.shown.pictures(),
          "size", widget.width(), widget.height(), "visible", widget.isVisible(),
          "freq", top.shown.freq(), "level", max(top.shown.levels("max")))
    top.set_freq(5e6)
    QtCore.QTimer.singleShot(500, finish)
def finish():
    print("then", top.shown.freq())
    top.stop()
    top.wait()
    app.quit()
QtCore.QTimer.singleShot(1500, end)
app.exec_()
"""


class qa_grc_display(GrcTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        open_screen()

    def flowgraph_of(self, language, **changed):
        np.arange(-100, -100 + BINS, dtype=np.float32).tofile(self.folder / "in")
        blocks = [
            block("samp_rate", "variable", value="1e6"),
            block("freq", "variable", value="1e8"),
            block(
                "source",
                "blocks_file_source",
                file=self.folder / "in",
                type="float",
                repeat="True",
                vlen=str(BINS),
                begin_tag="pmt.PMT_NIL",
                offset="0",
                length="0",
            ),
            block("slow", "blocks_throttle", type="float", samples_per_second="200", vlen=str(BINS),
                  ignoretag="True"),
            block(
                "shown",
                "gpufft_display",
                **{
                    "bins": BINS,
                    "samp_rate": "samp_rate",
                    "freq": "freq",
                    "input": "dbfs",
                    "spectra_rate": "200",
                    "hop": "100",
                    "title": "a title",
                    "gui_hint": "",
                    "unit": "dbm",
                    "full_scale_dbm": "10",
                    "has_max": "True",
                    **changed,
                },
            ),
        ]
        return {
            "options": {
                "parameters": {
                    "id": "made",
                    "title": "made",
                    "generate_options": "qt_gui",
                    "output_language": language,
                    "run_options": "prompt",
                    "run": "True",
                },
                "states": {"coordinate": [0, 0], "rotation": 0, "state": "enabled"},
            },
            "blocks": blocks,
            "connections": [["source", "0", "slow", "0"], ["slow", "0", "shown", "0"]],
            "metadata": {"file_format": 1},
        }

    def test_python(self):
        status, text = self.compile(self.flowgraph_of("python"))
        self.assertEqual(status, 0, text)
        self.assertIn("shown.set_spectra_rate(200, 100)", (self.folder / "made.py").read_text())
        done = subprocess.run(
            [sys.executable, "-c", RUNNER],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stdout)
        words = next(x for x in done.stdout.splitlines() if x.startswith("spectra")).split()
        seen = dict(zip(words[::2], words[1::2]))
        self.assertGreater(int(seen["spectra"]), 50, done.stdout)
        self.assertGreater(int(seen["pictures"]), 2, done.stdout)
        self.assertIn("visible True", done.stdout)
        self.assertIn("freq 100000000.0", done.stdout)
        self.assertAlmostEqual(float(words[-1]), -100 + BINS - 1 + 10, delta=1e-3)
        self.assertIn("then 5000000.0", done.stdout)

    def test_samples(self):
        flowgraph = self.flowgraph_of("python")
        flowgraph["blocks"][2:] = [
            block("source", "analog_noise_source_x", type="complex", amp="0.1", seed="0",
                  noise_type="analog.GR_GAUSSIAN"),
            block("slow", "blocks_throttle", type="complex", samples_per_second="1e5", vlen="1",
                  ignoretag="True"),
            block("shown", "gpufft_display_c", samp_rate="1e5", freq="freq", length="256",
                  rate="50", gui_hint=""),
            block("zoom", "gpufft_zoom_c", samp_rate="1e5", freq="freq"),
        ]
        flowgraph["connections"] = [["source", "0", "slow", "0"], ["slow", "0", "zoom", "0"],
                                    ["zoom", "0", "shown", "0"], ["shown", "zoom", "zoom", "zoom"]]
        status, text = self.compile(flowgraph)
        self.assertEqual(status, 0, text)
        runner = RUNNER.replace("top.shown.", "top.shown.display.").replace(
            "top.shown.display.qwidget", "top.shown.qwidget"
        )
        done = subprocess.run(
            [sys.executable, "-c", runner],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, "spectra [1-9][0-9]")
        self.assertIn("then 5000000.0", done.stdout)

    def test_cpp(self):
        flowgraph = self.flowgraph_of("cpp")
        flowgraph["blocks"] += [
            block("samples", "blocks_null_source", type="complex", vlen="1", num_outputs="1"),
            block("zoom", "gpufft_zoom_c", samp_rate="samp_rate", freq="freq"),
            block("of_samples", "gpufft_display_c", samp_rate="samp_rate", freq="freq",
                  length="256", gui_hint=""),
        ]
        flowgraph["connections"] += [["samples", "0", "zoom", "0"], ["zoom", "0", "of_samples", "0"],
                                     ["of_samples", "zoom", "zoom", "zoom"]]
        status, text = self.compile(flowgraph)
        self.assertEqual(status, 0, text)
        made = next(self.folder.rglob("made.cpp"))
        self.assertIn("shown->set_spectra_rate(200, 100);", made.read_text())
        listing = (made.parent / "CMakeLists.txt").read_text()
        self.assertIn("gnuradio::gnuradio-gpufft-display", listing)
        # GNU Radio's own file source puts its path between Python's quotes.
        samples = str(self.folder / "in")
        made.write_text(made.read_text().replace(f"'{samples}'", f'"{samples}"'))
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "Qt5Widgets"],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout.split()
        build = pathlib.Path(gpufft.__file__).resolve().parents[3]
        display, blocks, engine = (f"{build}/lib{x}" for x in ("/blocks/display", "/blocks", ""))
        # CMake would have Qt's compiler write this of the window's class.
        tools = subprocess.run(
            ["pkg-config", "--variable=host_bins", "Qt5Core"], stdout=subprocess.PIPE, text=True
        ).stdout.strip()
        subprocess.run(
            [f"{tools}/moc", "made.hpp", "-o", "moc_made.cpp"], cwd=made.parent, check=True
        )
        subprocess.run(
            ["g++", f"@{build}/tests/flowgraph_options", "-fPIC", "-I.", made.name, "-o", "made"]
            + [f"-L{display}", f"-L{blocks}"]
            + [f"-Wl,-rpath,{display}:{blocks}:{engine}", f"-Wl,-rpath-link,{blocks}:{engine}"]
            + "-lgnuradio-gpufft-display -lgnuradio-gpufft -lgnuradio-qtgui".split()
            + "-lgnuradio-blocks -lgnuradio-runtime -lgnuradio-pmt".split()
            + "-lfmt -lspdlog -lboost_program_options".split()
            + flags,
            cwd=made.parent,
            check=True,
        )
        with subprocess.Popen(
            [made.parent / "made"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as running:
            time.sleep(3)
            self.assertIsNone(running.poll(), "it has a window, and goes on until that is closed")
            running.kill()
            self.assertNotIn("error", running.stdout.read().lower())

    def test_refused(self):
        for changed, words in (({"bins": "0"}, "1 <= bins"), ({"seconds": "0"}, "seconds")):
            status, text = self.compile(self.flowgraph_of("python", **changed))
            self.assertNotEqual(status, 0)
            self.assertIn(words, text)


if __name__ == "__main__":
    gr_unittest.run(qa_grc_display)
