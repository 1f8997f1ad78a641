#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The GRC block of the tuner: it compiles in both languages, connected or not; and is placed,
changed, generated and run as by hand, through GRC's own classes."""

import importlib.util
import re

import numpy as np
import pmt
from gnuradio import gpufft, gr_unittest
from grc_flowgraphs import GrcTestCase, block, description
from patience import wait_until

POINTS = np.arange(12).astype(np.complex64)

REFUSED = [
    ("no time", {"budget_s": "0"}, "budget_s > 0"),
    ("a word for a list", {"transforms": '"4096"'}, "isinstance(transforms, (list"),
    ("a number for a list", {"transforms": "4096"}, "isinstance(transforms, (list"),
    ("nothing for a list", {"transforms": ""}, "isinstance(transforms, (list"),
]

# What a user may put into each field: (field, value, whether GRC takes it).
FIELDS = [
    ("device", "auto", True),
    ("device", "opencl:0/2", True),
    ("effort", "estimate", True),
    ("effort", "exhaustive", True),
    ("transforms", "[]", True),
    ("transforms", "[points, 128]", True),
    ("transforms", "('64', '8x8', 'r2c forward 8')", True),
    ("transforms", "some_of_them", True),
    ("transforms", "points", False),
    ("transforms", "not_there", False),
    ("budget_s", "points / 100", True),
    ("budget_s", "0", False),
    ("budget_s", "'long'", False),
    ("enabled", "searching", True),
    ("enabled", "False", True),
    ("enabled", "not_there", False),
]


class Canvas:
    """A flowgraph as GRC's window makes one: blocks are placed, changed and connected.

    source -> throttle -> stream to vector -> FFT -> sink; the tuner beside them, with what
    it says going to a message debug, and commands from a message strobe, which is silent.
    """

    def __init__(self, folder, platform):
        self.platform = platform
        self.graph = self.platform.make_flow_graph()
        self.folder = folder
        options = self.graph.options_block.params
        for key, value in {"id": "by_hand", "generate_options": "no_gui"}.items():
            options[key].set_value(value)
        for name, value in {
            "points": "48",
            "some_of_them": "[16, '4x4']",
            "searching": "True",
        }.items():
            self.place(name, "variable", value=value)
        self.place("source", "blocks_null_source", type="complex")
        self.place("pace", "blocks_throttle", type="complex", samples_per_second="1e5")
        self.place("frames", "blocks_stream_to_vector", num_items="points")
        self.place("fft", "gpufft_fft_vxx", fft_size="points", window="[]")
        self.place("sink", "blocks_null_sink", type="complex", vlen="points")
        self.tuner = self.place("tuner", "gpufft_tuner")
        self.place("heard", "blocks_message_debug")
        command = "pmt.cons(pmt.intern('tune'), pmt.from_long(8))"
        self.place("commands", "blocks_message_strobe", msg=command, period="2000")
        chain = ["source", "pace", "frames", "fft", "sink"]
        for before, behind in zip(chain, chain[1:]):
            self.connect(before, "0", behind, "0")
        self.connect("tuner", "results", "heard", "store")
        self.connect("commands", "strobe", "tuner", "command")

    def place(self, name, key, **parameters):
        placed = self.graph.new_block(key)
        for field, value in {"id": name, **parameters}.items():
            placed.params[field].set_value(value)
        self.graph.rewrite()
        return placed

    def connect(self, before, source, behind, sink):
        self.graph.connect(
            self.graph.get_block(before).get_source(source),
            self.graph.get_block(behind).get_sink(sink),
        )

    def faults(self):
        """What GRC would show in red."""
        self.graph.rewrite()
        self.graph.validate()
        return [text for _, text in self.graph.iter_error_messages()]

    def program(self):
        """The class that GRC generates."""
        self.platform.Generator(self.graph, str(self.folder)).write()
        path = self.folder / "by_hand.py"
        spec = importlib.util.spec_from_file_location("by_hand", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.by_hand


def searched(debug):
    """The transforms that the tuner has told the end of."""
    messages = [pmt.to_python(debug.get_message(i)) for i in range(debug.num_messages())]
    return {each["transform"] for each in messages if each["event"] in ("result", "known")}


class qa_grc_tuner(GrcTestCase):
    def beside_an_fft(self, language, **parameters):
        fft = block(
            "fft", "gpufft_fft_vxx", fft_size="6", window="[]", shift="False"
        )
        made = self.flowgraph(language, fft, ("complex", 6), ("complex", 6), [])
        tuner = block("tuned", "gpufft_tuner", **parameters)
        made["blocks"].insert(0, tuner)
        return made

    def test_generated_python_runs(self):
        made = self.beside_an_fft("python", transforms='["64", "r2c forward 8"]')
        got = self.run_flowgraph(made, POINTS)
        want = np.fft.fft(POINTS.reshape(-1, 6)).ravel()
        self.assertLess(np.max(abs(got - want)), 1e-4)
        script = (self.folder / "made.py").read_text()
        self.assertIn("transforms=['64', 'r2c forward 8']", script.replace('"', "'"))

    def test_generated_cpp_runs(self):
        made = self.beside_an_fft(
            "cpp", transforms='["64", "r2c forward 8"]', enabled="False"
        )
        got = self.run_flowgraph(made, POINTS)
        want = np.fft.fft(POINTS.reshape(-1, 6)).ravel()
        self.assertLess(np.max(abs(got - want)), 1e-4)

    def test_every_setter_has_a_callback(self):
        described = description("gpufft_tuner")
        setters = {name for name in vars(gpufft.tuner) if name.startswith("set_")}
        for language in ("templates", "cpp_templates"):
            text = str(described[language]["callbacks"])
            self.assertEqual(set(re.findall(r"set_\w+", text)), setters, language)

    def test_wrong_arguments_are_refused_before_anything_runs(self):
        for why, parameters, failed_assert in REFUSED:
            with self.subTest(why):
                made = self.beside_an_fft("python", **parameters)
                status, text = self.compile(made)
                self.assertNotEqual(status, 0, why)
                self.assertIn(failed_assert, text, why)

    def test_fields_take_what_they_should(self):
        canvas = Canvas(self.folder, self.platform)
        self.assertEqual(canvas.faults(), [])
        for field, value, is_good in FIELDS:
            with self.subTest(f"{field} = {value}"):
                param = canvas.tuner.params[field]
                before = param.get_value()
                param.set_value(value)
                self.assertEqual(canvas.faults() == [], is_good, canvas.faults())
                param.set_value(before)
        self.assertEqual(canvas.faults(), [])

    def test_by_hand(self):
        canvas = Canvas(self.folder, self.platform)
        for field, value in {
            "transforms": "[16, '4x4']",
            "budget_s": "points / 96",
            "enabled": "searching",
        }.items():
            canvas.tuner.params[field].set_value(value)
        self.assertEqual(canvas.faults(), [])
        made = canvas.program()()
        self.assertEqual(made.tuner.effort(), "measure")
        self.assertEqual(made.tuner.budget_s(), 0.5)
        made.start()
        try:
            self.wait_for(made, "16", "4x4", "48", "8")
            # The variable is a callback of the tuner's.
            made.set_searching(False)
            self.assertFalse(made.tuner.enabled())
            made.set_searching(True)
            self.assertTrue(made.tuner.enabled())
        finally:
            made.stop()
            made.wait()

    def wait_for(self, made, *shapes):
        wanted = {f"c2c forward {shape}" for shape in shapes}
        are_searched = wait_until(lambda: wanted <= searched(made.heard))
        self.assertTrue(are_searched, f"only {searched(made.heard)}")


if __name__ == "__main__":
    gr_unittest.run(qa_grc_tuner)
