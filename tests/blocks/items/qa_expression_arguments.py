#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Expressions from Python: beside GNU Radio's own blocks, live numbers, what is refused."""

import time

import numpy as np
import pmt
from flowgraphs import noise
from gnuradio import blocks, gpufft, gr, gr_unittest

TYPES = {"c": np.complex64, "f": np.float32, "i": np.int32, "s": np.int16, "b": np.int8}
SOURCES = {
    "c": blocks.vector_source_c,
    "f": blocks.vector_source_f,
    "i": blocks.vector_source_i,
    "s": blocks.vector_source_s,
    "b": blocks.vector_source_b,
}
SINKS = {
    "c": blocks.vector_sink_c,
    "f": blocks.vector_sink_f,
    "i": blocks.vector_sink_i,
    "s": blocks.vector_sink_s,
    "b": blocks.vector_sink_b,
}

# expression, inputs, output, vlen, what GNU Radio has for it
IN_TREE = [
    ("x0 * x1", "cc", "c", 1, lambda: blocks.multiply_cc()),
    ("x0 * x1 * x2", "ccc", "c", 3, lambda: blocks.multiply_cc(3)),
    ("x0 * conj(x1)", "cc", "c", 1, lambda: blocks.multiply_conjugate_cc()),
    ("x0 * conj(x1)", "cc", "c", 100, lambda: blocks.multiply_conjugate_cc(100)),
    ("norm(x)", "c", "f", 1, lambda: blocks.complex_to_mag_squared()),
    ("abs(x)", "c", "f", 7, lambda: blocks.complex_to_mag(7)),
    ("x0 + x1", "cc", "c", 1, lambda: blocks.add_cc()),
    ("x0 + x1 + x2", "fff", "f", 5, lambda: blocks.add_ff(5)),
    ("x0 - x1", "ff", "f", 1, lambda: blocks.sub_ff()),
    ("x0 / x1", "cc", "c", 1, lambda: blocks.divide_cc()),
    ("x0 + x1", "ss", "s", 4, lambda: blocks.add_ss(4)),
    ("x0 * x1", "ii", "i", 1, lambda: blocks.multiply_ii()),
    ("conj(x)", "c", "c", 1, lambda: blocks.conjugate_cc()),
    ("complex(x0, x1)", "ff", "c", 2, lambda: blocks.float_to_complex(2)),
    ("x * (0.5 - 2 * i)", "c", "c", 1, lambda: blocks.multiply_const_cc(0.5 - 2j)),
]
TAPS = [1 + 1j, 2, 3j]

# why, arguments, what the message says
REFUSED = [
    ("a name that is none", ("x * g",), 'the expression "x * g" is wrong at column 5, "g": "g" is no name'),
    ("more than there are inputs", ("x0 * x2", "cc"), 'column 6, "x2"'),
    ("on a second line", ("x0 *\n (x1 + ", "cc"), "something is missing here"),
    ("complex where reals go out", ("x", "c", "f"), "the whole is complex, and the output is not"),
    ("no input", ("1", ""), "0 inputs"),
    ("too many inputs", ("1", "c" * 33), "33 inputs"),
    ("a type that is none", ("x", "z"), 'types of the inputs are "z"'),
    ("two outputs", ("x", "c", "cc"), "2 outputs"),
    ("no samples in an item", ("x", "c", "c", 0), "vlen is 0"),
    ("too many", ("x", "c", "c", 2**28), "vlen is 268435456"),
    ("a number that is not used", ("x", "c", "c", 1, {"g": 1}), "does not use g"),
    ("an input's name", ("x * x1", "c", "c", 1, {"x1": 1}), "name x1, which is an input's"),
    ("a command's name", ("x * status", "c", "c", 1, {"status": 1}), "name status"),
    ("an empty buffer", ("x * h[0]", "c", "c", 1, {}, {"h": []}), "buffer h has 1 to"),
]


def samples(letter, count, seed):
    if letter == "c":
        return noise(count, seed=seed)
    if letter == "f":
        return noise(count, real=True, seed=seed)
    return np.random.default_rng(seed).integers(-1000, 1000, count).astype(TYPES[letter])


def run(block, inputs, output, vlen, data, tags=()):
    """What comes out, and its tags; tags: those of each input."""
    graph = gr.top_block()
    for i, (letter, items) in enumerate(zip(inputs, data)):
        source = SOURCES[letter](items.tolist(), False, vlen, tags[i] if tags else [])
        graph.connect(source, (block, i))
    sink = SINKS[output](vlen)
    graph.connect(block, sink)
    graph.run()
    # A sink gives bytes from 0 to 255, which NumPy 2 does not take for signed ones.
    return np.array(sink.data()).astype(TYPES[output]), sink.tags()


class qa_expression_arguments(gr_unittest.TestCase):
    def test_sample_for_sample_as_in_tree(self):
        for text, inputs, output, vlen, make in IN_TREE:
            with self.subTest(f"{text} of {inputs}, vlen {vlen}"):
                data = [samples(t, 2100 * vlen, 1 + i) for i, t in enumerate(inputs)]
                got, _ = run(gpufft.expression(text, inputs, output, vlen), inputs, output, vlen, data)
                want, _ = run(make(), inputs, output, vlen, data)
                self.assertEqual(got.shape, want.shape)
                np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)

    def test_what_is_computed_is_what_numpy_computes(self):
        vlen = 3
        x = noise(3000)
        n, row = np.arange(3000) % vlen, np.arange(3000) // vlen
        for text, want in (
            ("x * h[n]", x * np.array(TAPS)[n]),
            ("x * h[row % 2]", x * np.array(TAPS)[row % 2]),
            ("x * h[n + 1]", x * np.array([TAPS[1], TAPS[2], TAPS[2]])[n]),
            ("h[0] * x + n - row", TAPS[0] * x + n - row),
            ("select(real(x) < 0, -x, x * h[2])", np.where(x.real < 0, -x, x * TAPS[2])),
            ("exp(x) * h[1] + sqrt(norm(x))", np.exp(x) * TAPS[1] + abs(x)),
        ):
            with self.subTest(text):
                block = gpufft.expression(text, "c", "c", vlen, {}, {"h": TAPS})
                got, _ = run(block, "c", "c", vlen, [x])
                np.testing.assert_allclose(got, want, rtol=2e-5, atol=1e-5)

    def test_buffers_are_complex_where_an_element_is(self):
        x = noise(30)
        taps = np.array(TAPS, np.complex64)
        for why, given in (
            ("an array", taps),
            ("NumPy's numbers in a list", list(taps)),
            ("the last of a list", [1 + 1j, np.float32(2), np.complex64(3j)]),
            ("an array of objects", np.array(TAPS, object)),
        ):
            with self.subTest(why):
                block = gpufft.expression("x * h[row % 3]", buffers={"h": given})
                got, _ = run(block, "c", "c", 1, [x])
                np.testing.assert_allclose(got, x * np.tile(block.buffer("h"), 10), rtol=1e-6)
                self.assertEqual(block.buffer("h")[2], 3j)

    def test_commands_take_complex_numbers_of_every_kind(self):
        block = gpufft.expression("x * h[0]", buffers={"h": [1j]})
        graph = gr.top_block()
        graph.connect(blocks.vector_source_c([1], True), blocks.throttle(8, 1e5), block, blocks.null_sink(8))
        graph.start()
        try:
            for value, want in (
                (pmt.to_pmt(np.array([2j])), 2j),
                (pmt.to_pmt(np.array([3j], np.complex64)), 3j),
                (pmt.make_vector(1, pmt.from_complex(4j)), 4j),
                (pmt.list1(pmt.from_complex(5j)), 5j),
                (pmt.make_vector(1, pmt.from_long(6)), 6),
                # refused: what follows is in force
                (pmt.make_vector(1, pmt.intern("much")), 6),
                (pmt.to_pmt(np.array([7.5])), 7.5),
            ):
                message = pmt.cons(pmt.intern("h"), value)
                block.to_basic_block()._post(pmt.intern("command"), message)
                end = time.monotonic() + 20
                while block.buffer("h") != [want] and time.monotonic() < end:
                    time.sleep(0.01)
                self.assertEqual(block.buffer("h"), [want])
        finally:
            graph.stop()
            graph.wait()

    def test_whole_numbers_are_rounded_and_limited(self):
        x = np.array([0.5, 1.5, -2.5, 3e9, -3e9, np.nan, 300, 127.6], np.float32)
        limits = {"i": (2**31 - 1, -(2**31)), "s": (32767, -32768), "b": (127, -128)}
        for letter, (most, least) in limits.items():
            with self.subTest(letter):
                got, _ = run(gpufft.expression("x", "f", letter), "f", letter, 1, [x])
                want = [0, 2, -2, most, least, 0, min(300, most), min(128, most)]
                self.assertEqual([int(each) for each in got], want)

    def test_between_transforms_of_the_device_at_hand(self):
        """fft -> expression -> fft, on PoCL where there is no GPU: a delay by 3."""
        length = 64
        x = noise((500, length))
        turns = np.exp(-2j * np.pi * 3 * np.arange(length) / length) / length
        block = gpufft.expression("x * h[n]", "c", "c", length, {}, {"h": turns})
        graph = gr.top_block()
        sink = blocks.vector_sink_c(length)
        graph.connect(
            blocks.vector_source_c(x.ravel().tolist(), False, length),
            gpufft.fft_vcc(length, True, []),
            block,
            gpufft.fft_vcc(length, False, []),
            sink,
        )
        graph.run()
        got = np.array(sink.data(), np.complex64).reshape(x.shape)
        np.testing.assert_allclose(got, np.roll(x, 3, axis=1), atol=1e-5)

    def test_tags_of_all_inputs_stay_at_their_items(self):
        def tag(offset, key):
            made = gr.tag_t()
            made.offset, made.key, made.value = offset, pmt.intern(key), pmt.from_long(offset)
            return made

        tags = [[tag(n, key) for n in range(0, 500, step)] for key, step in (("a", 7), ("b", 11))]
        data = [noise(500), noise(500, seed=2)]
        came = {}
        for name, block in (("ours", gpufft.expression("x0 + x1", "cc")), ("theirs", blocks.add_cc())):
            _, all_tags = run(block, "cc", "c", 1, data, tags)
            came[name] = sorted((t.offset, pmt.symbol_to_string(t.key)) for t in all_tags)
        self.assertEqual(came["ours"], came["theirs"])
        self.assertEqual(len(came["ours"]), sum(map(len, tags)))

    def test_numbers_and_buffers_change_while_it_runs(self):
        block = gpufft.expression("x * g * h[0]", "f", "f", 1, {"g": 1}, {"h": [1.0]})
        graph = gr.top_block()
        probe = blocks.probe_signal_f()
        graph.connect(blocks.vector_source_f([1.0], True), blocks.throttle(4, 1e5), block, probe)

        def send(key, value):
            message = pmt.cons(pmt.intern(key), value)
            block.to_basic_block()._post(pmt.intern("command"), message)

        graph.start()
        try:
            for change, want in (
                (lambda: None, 1),
                (lambda: block.set_number("g", 2), 2),
                (lambda: block.set_numbers({"g": 3}), 3),
                (lambda: send("g", pmt.from_double(5)), 5),
                (lambda: block.set_buffer("h", [2]), 10),
                (lambda: send("h", pmt.init_f32vector(1, [3])), 15),
                # refused, logged, and nothing changes
                (lambda: block.set_number("z", 7), 15),
                (lambda: block.set_number("g", "much"), 15),
                (lambda: block.set_buffer("h", [1, 2]), 15),
                (lambda: block.set_buffer("h", [1j]), 15),
                (lambda: send("g", pmt.intern("much")), 15),
                (lambda: block.set_numbers({"g": 1, "z": 1}), 15),
                (lambda: block.set_buffers({"h": [1]}), 5),
            ):
                change()
                end = time.monotonic() + 20
                while probe.level() != want and time.monotonic() < end:
                    time.sleep(0.01)
                self.assertEqual(probe.level(), want)
        finally:
            graph.stop()
            graph.wait()
        self.assertEqual((block.number("g"), block.buffer("h")), (5, [1]))

    def test_what_cannot_be_is_refused(self):
        for why, arguments, says in REFUSED:
            with self.subTest(why):
                with self.assertRaises(ValueError) as caught:
                    gpufft.expression(*arguments)
                self.assertIn(says, str(caught.exception))
        block = gpufft.expression("x * g", "c", "c", 1, {"g": 1})
        with self.assertRaisesRegex(ValueError, 'no number "h"; it has g'):
            block.set_number("h", 1)
        with self.assertRaisesRegex(ValueError, "no buffer"):
            block.set_buffer("g", [1])
        self.assertEqual(block.text(), "x*g")


if __name__ == "__main__":
    gr_unittest.run(qa_expression_arguments)
