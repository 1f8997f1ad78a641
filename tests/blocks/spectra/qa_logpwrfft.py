#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""logpwrfft_c and logpwrfft_f are gnuradio.fft's: same frames, numbers and methods."""

import inspect
import types

import numpy as np
from flowgraphs import noise, run
from gnuradio import gpufft, gr_unittest
from gnuradio.fft import logpwrfft as theirs
from gnuradio.fft import window
from gnuradio.gpufft import logpwrfft as ours

# What each row is there for: real samples, arguments, samples.
ROWS = {
    "every frame": (False, (64e3, 64, 2, 1000, 1.0, False), 64 * 50),
    "averaged, as it settles": (False, (64e3, 64, 2, 1000, 0.3, True), 64 * 50),
    "alpha without average": (False, (64e3, 64, 2, 1000, 0.3, False), 64 * 50),
    "one frame in three": (False, (64e3, 64, 2, 333, 0.5, True), 64 * 50),
    "one frame in seven, an odd size": (False, (63e3, 63, 1, 1000 / 7, 0.9, True), 5000),
    "rounded to one in two": (False, (64e3, 64, 2, 399, 1.0, False), 64 * 51 + 7),
    "more frames asked for than there are": (False, (64e3, 64, 2, 9e3, 1.0, False), 640),
    "fewer samples than a frame": (False, (64e3, 64, 2, 1000, 1.0, False), 63),
    "another window and scale": (
        False,
        (1e6, 128, 0.1, 7812.5, 0.5, True, window.hann),
        9000,
    ),
    "shifted": (False, (64e3, 64, 2, 500, 0.5, True, None, True), 64 * 50),
    "shifted, an odd size": (False, (63e3, 63, 2, 1000, 1, False, None, True), 63 * 20),
    "real": (True, (64e3, 64, 2, 1000, 0.5, True), 64 * 50),
    "real, shifted, decimated": (
        True,
        (64e3, 64, 2, 500, 1.0, False, None, True),
        64 * 50,
    ),
}


def chain(module, real, arguments):
    return (module.logpwrfft_f if real else module.logpwrfft_c)(*arguments)


class qa_logpwrfft(gr_unittest.TestCase):
    def test_gives_the_same_numbers(self):
        for why, (real, arguments, samples) in ROWS.items():
            x = noise(samples, real=real)
            got, want = (
                run(chain(module, real, arguments), x, dtype=np.float32)
                for module in (ours, theirs)
            )
            with self.subTest(why):
                self.assertEqual(got.shape, want.shape)
                np.testing.assert_allclose(got, want, atol=1e-3)

    def test_reads_0_db_at_the_reference(self):
        n = np.arange(64 * 10)
        x = (0.25 * np.exp(2j * np.pi * 5 * n / 64)).astype(np.complex64)
        block = ours.logpwrfft_c(64e3, 64, 0.5, 1000, 1, False, window.rectangular)
        levels = run(block, x, dtype=np.float32)
        np.testing.assert_allclose(levels[:, 5], 0, atol=1e-4)

    def test_has_the_same_methods(self):
        arguments = (64e3, 64, 2, 1000, 0.5, True)
        made = [chain(module, False, arguments) for module in (ours, theirs)]
        methods = [
            name
            for name, value in vars(theirs._logpwrfft_base).items()
            if isinstance(value, types.FunctionType) and not name.startswith("_")
        ]
        self.assertIn("set_vec_rate", methods)

        setters = {name for name in methods if name.startswith("set_")}

        def answers(block):
            return [getattr(block, name)() for name in methods if name not in setters]

        steps = (
            ("set_vec_rate", 400),
            ("set_sample_rate", 128e3),
            ("set_decimation", 7),
            ("set_decimation", 0.2),
            ("set_avg_alpha", 0.1),
            ("set_average", False),
            ("set_vec_rate", 3),
        )
        self.assertEqual(answers(made[0]), answers(made[1]))
        self.assertEqual(setters, {name for name, _ in steps})
        for name, value in steps:
            for block in made:
                getattr(block, name)(value)
            self.assertEqual(answers(made[0]), answers(made[1]), (name, value))

    def test_settings_before_the_start_count_from_the_first_sample(self):
        x = noise(64 * 60)
        outputs = []
        for module in (ours, theirs):
            block = chain(module, False, (64e3, 64, 2, 1000, 0.5, False))
            block.set_vec_rate(250)
            block.set_average(True)
            outputs.append(run(block, x, dtype=np.float32))
        self.assertEqual(outputs[0].shape, (15, 64))
        np.testing.assert_allclose(*outputs, atol=1e-3)

    def test_frames_begin_where_samples_were_skipped_to(self):
        x = noise(64 * 20)
        for skips, first in (((), 0), ((100,), 100), ((1000, 7), 7), ((5, 0), 0)):
            block = gpufft.spectrum_c(64, 50, "hann", 1, output="power")
            for samples in skips:
                block.skip(samples)
            got = run(block, x, dtype=np.float32)
            whole = gpufft.spectrum_c(64, 50, "hann", 1, output="power")
            want = run(whole, x[first:], dtype=np.float32)
            self.assertEqual(len(got), (len(x) - first - 64) // 50 + 1)
            np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-9)
        with self.assertRaises(ValueError):
            gpufft.spectrum_c(64, 50, "hann", 1).skip(-1)

    def test_takes_the_same_arguments_and_a_device(self):
        wanted = inspect.signature(theirs.logpwrfft_c.__init__).parameters
        have = inspect.signature(ours.logpwrfft_c.__init__).parameters
        self.assertEqual(list(have), [*wanted, "device"])
        for name, parameter in wanted.items():
            self.assertEqual(have[name].default, parameter.default)
        block = gpufft.logpwrfft_f(64e3, 64, 2, 1000, 0.5, True, device="auto")
        self.assertIn(":", block.device_name())

    def test_a_name_changed_in_a_script_is_enough(self):
        script = """
from gnuradio import blocks, gr
from gnuradio.fft import logpwrfft
graph = gr.top_block()
source = blocks.vector_source_c(samples)
chain = logpwrfft.logpwrfft_c(sample_rate=32e3, fft_size=32, ref_scale=2, frame_rate=30,
                              avg_alpha=1.0, average=False, shift=True)
chain.set_decimation(4)
sink = blocks.vector_sink_f(32)
graph.connect(source, chain, sink)
graph.run()
"""
        results = []
        for text in (script, script.replace("gnuradio.fft", "gnuradio.gpufft")):
            names = {"samples": noise(512).tolist()}
            exec(text, names)
            results.append(names["sink"].data())
        self.assertEqual(len(results[0]), 4 * 32)
        np.testing.assert_allclose(*results, atol=1e-3)


if __name__ == "__main__":
    gr_unittest.run(qa_logpwrfft)
