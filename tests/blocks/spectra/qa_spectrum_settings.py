#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of the spectrum blocks: read back, refused, changed in a running flowgraph by
method and by message."""

import threading
import time

import numpy as np
import pmt
from flowgraphs import noise
from gnuradio import blocks, gpufft, gr, gr_unittest
from patience import LONG_S, wait_until
from scipy.signal import get_window
from spectra import decibels, frame_powers, run, worst_error

LENGTH, HOP = 48, 20

# setter, value, what the getter says then
SETTINGS = [
    ("hop", 24, 24),
    ("samp_rate", 2.5e6, 2.5e6),
    ("freq", 1e8, 1e8),
    ("average", "exponential", "exponential"),
    ("frames", 7, 7),
    ("seconds", 0.25, 0.25),
    ("rate", 30.0, 30.0),
    ("output", "power", "power"),
    ("centered", False, False),
    ("bins", 48, 48),
    ("bin_reduction", "mean", "mean"),
    ("max_latency_ms", 0.0, 0.0),
]

# arguments that differ from right ones, what the message says
REFUSED = [
    ({"length": 0}, "length must be 1 .. 134217728 (2^27), got 0"),
    ({"length": 2**27 + 1}, "length must be 1 .. 134217728 (2^27), got 134217729"),
    ({"hop": 0}, "hop must be 1 .. 1073741824 (2^30) samples, got 0; length (48) for "
     "frames that do not overlap"),
    ({"window": [1.0, 2.0]}, "window has 2 taps and length is 48; give 48 taps, or none "
     "for no window"),
    ({"window": [0.0] * 48}, "all taps of window are 0, and nothing would come out"),
    ({"window": [1.0, -1.0] * 24, "output": "dbfs"}, "the taps of window sum to 0, so a "
     "tone has no level in dbfs; power_per_hz and dbfs_per_hz work"),
    ({"window": [1.0] * 47 + [np.nan]}, "tap 47 of window is nan; all must be finite"),
    ({"samp_rate": 0.0}, "samp_rate must be above 0 Hz, got 0"),
    ({"samp_rate": np.inf}, "samp_rate must be above 0 Hz, got inf"),
    ({"average": "median"}, 'average "median" is not one of mean, exponential, max, min'),
    ({"frames": 0}, "frames must be at least 1; 0 is for max and min, got 0"),
    ({"frames": -1, "average": "max"}, "frames must be at least 1, or 0 for all since the "
     "last reset, got -1"),
    ({"seconds": -1.0}, "seconds must be 0 (no averaging) or more, got -1"),
    ({"output": "dBm"}, 'output "dBm" is not one of power, power_per_hz, dbfs, '
     "dbfs_per_hz"),
    ({"bins": 49}, "bins must be 1 .. 48, or 0 for all of them, got 49"),
    ({"rate": -1.0}, "rate must be 0 (an output for every `frames` frames) or more, got "
     "-1"),
    ({"max_latency_ms": np.nan}, "max_latency_ms must be 0 (no bound) or more, got nan"),
]  # fmt: skip


def spectrum(window="hann", average="mean", frames=1, seconds=0.0, **named):
    named = {"output": "power", "centered": False, **named}
    return gpufft.spectrum_c(
        LENGTH, HOP, window, 1e4, average, frames, seconds, **named
    )


class gate(gr.sync_block):
    """Lets samples pass up to where open() says; the stream ends after the last."""

    def __init__(self, items):
        super().__init__("gate", None, [np.complex64])
        self.items, self.done = items, 0
        self.allowed, self.changed = 0, threading.Condition()

    def open(self, end):
        with self.changed:
            self.allowed = end
            self.changed.notify()

    def work(self, input_items, output_items):
        if self.done == len(self.items):
            return -1
        with self.changed:
            if not self.changed.wait_for(lambda: self.allowed > self.done, LONG_S):
                return -1
            n = min(self.allowed - self.done, len(output_items[0]))
        output_items[0][:n] = self.items[self.done : self.done + n]
        self.done += n
        return n


def run_changing(block, items, changes):
    """What comes out when, at each of the samples in `changes`, its function is called
    once all frames before that one are out."""
    source, sink = gate(items), blocks.vector_sink_f(block.bins())
    graph = gr.top_block()
    graph.connect(source, block, sink)
    graph.start()
    for sample, change in changes:
        source.open(sample)
        # All that can be done is done once no more than a frame is left.
        wait_until(
            lambda: sample - block.nitems_read(0) < LENGTH and block.queue_depth() == 0
        )
        change()
    source.open(len(items))
    graph.wait()
    return np.array(sink.data(), np.float32).reshape(-1, block.bins())


class qa_spectrum_settings(gr_unittest.TestCase):
    def test_settings_read_as_they_were_set(self):
        block = gpufft.spectrum_c(LENGTH, HOP, ("kaiser", 8.6), 1e4)
        self.assertEqual(block.length(), LENGTH)
        np.testing.assert_array_equal(
            block.window(), get_window(("kaiser", 8.6), LENGTH).astype(np.float32)
        )
        defaults = {
            "hop": HOP, "samp_rate": 1e4, "average": "mean", "frames": 1, "seconds": 0,
            "output": "dbfs_per_hz", "centered": True, "bins": LENGTH, "rate": 0,
            "max_latency_ms": 50, "bin_reduction": "max", "queue_depth": 0, "dropped": 0,
        }  # fmt: skip
        for name, value in defaults.items():
            self.assertEqual(getattr(block, name)(), value, name)
        self.assertTrue(np.isnan(block.freq()))
        for name, value, want in SETTINGS:
            getattr(block, f"set_{name}")(value)
            self.assertEqual(getattr(block, name)(), want, name)

    def test_wrong_arguments_are_refused_in_words(self):
        right = {"length": LENGTH, "hop": HOP, "window": "hann", "samp_rate": 1e4}
        for wrong, message in REFUSED:
            arguments = {**right, **wrong}
            if "length" in wrong:
                arguments["window"] = []
            with self.assertRaises(ValueError) as raised:
                gpufft.spectrum_c(**arguments)
            self.assertEqual(str(raised.exception), message)
        with self.assertRaises(ValueError) as raised:
            gpufft.spectrum_b(**right, sample_type="int7")
        self.assertEqual(
            str(raised.exception), 'sample_type "int7" is not one of int8, uint8'
        )
        for window in ("no such window", "kaiser", ("kaiser",)):
            with self.assertRaises(ValueError) as raised:
                gpufft.spectrum_c(**{**right, "window": window})
            said = str(raised.exception)
            self.assertTrue(said.startswith(f"window {window!r} is none that SciPy makes ("))
            self.assertTrue(
                said.endswith(
                    '); "hann", "flattop" and ("kaiser", 8.6) are some that work'
                )
            )

    def test_setters_refuse_the_same_and_change_nothing(self):
        block = spectrum(output="dbfs_per_hz")
        for wrong, message in REFUSED:
            ((name, value), *others) = wrong.items()
            if name == "length" or others:
                continue
            before = getattr(block, name)()
            with self.assertRaises(ValueError) as raised:
                getattr(block, f"set_{name}")(value)
            self.assertEqual(str(raised.exception), message)
            np.testing.assert_array_equal(getattr(block, name)(), before)
        with self.assertRaises(ValueError) as raised:
            block.set_bins(24)
        self.assertEqual(
            str(raised.exception),
            "bins is 48 as long as the block lives, because the size of its items is; "
            "make another block for 24",
        )

    def test_windows_of_every_form_are_the_same(self):
        taps = get_window("flattop", LENGTH)
        x = noise(500)
        want = run(spectrum("flattop"), x)
        for window in (list(taps), tuple(taps), taps, taps.astype(np.float32)):
            np.testing.assert_array_equal(run(spectrum(window), x), want)
        ones = run(spectrum("boxcar"), x)
        for window in ([], (), None, [1] * LENGTH):
            np.testing.assert_array_equal(run(spectrum(window), x), ones)

    def test_each_setting_takes_effect_in_a_running_flowgraph(self):
        x = noise(4000)
        at = 2008  # ends frame 98; the next one begins at 1980
        powers = frame_powers(x, LENGTH, HOP, "hann")
        before, after = powers[:99], powers[99:]
        rolled = np.fft.fftshift(after, axes=-1)
        flat = frame_powers(x, LENGTH, HOP, "flattop")[99:]
        hopped = frame_powers(x[1980:], LENGTH, 30, "hann")
        of_two = after[:98].reshape(49, 2, LENGTH).mean(axis=1)
        of_fives = after[:95].reshape(19, 5, LENGTH).mean(axis=1)
        density = 1 / 1e4 / np.sum(get_window("hann", LENGTH) ** 2)
        density *= np.sum(get_window("hann", LENGTH)) ** 2
        for setting, value, want in [
            ("window", "flattop", flat),
            ("hop", 30, hopped),
            ("frames", 2, of_two),
            ("rate", 100.0, of_fives),
            ("output", "dbfs", decibels(after)),
            ("output", "power_per_hz", after * density),
            ("centered", True, rolled),
            ("average", "max", after),
            ("samp_rate", 2e4, after),
            ("freq", 1.0, after),
            ("max_latency_ms", 1.0, after),
        ]:
            block = spectrum()
            change = getattr(block, f"set_{setting}")
            got = run_changing(block, x, [(at, lambda: change(value))])
            want = np.concatenate([before, want])
            self.assertLess(worst_error(got, want), 1e-4, f"{setting} {value}")

    def test_an_average_goes_on_through_a_change_of_window_and_hop(self):
        x = noise(4000)
        at = 2008
        hann = frame_powers(x, LENGTH, HOP, "hann")[:99]
        flat = frame_powers(x, LENGTH, HOP, "flattop")[99:]
        hopped = frame_powers(x[1980:], LENGTH, 30, "hann")
        for setting, value, rest in [("window", "flattop", flat), ("hop", 30, hopped)]:
            for average, total in [("mean", np.mean), ("max", np.max), ("min", np.min)]:
                powers = np.concatenate([hann, rest])
                block = spectrum("hann", average, len(powers))
                change = getattr(block, f"set_{setting}")
                got = run_changing(block, x, [(at, lambda: change(value))])
                want = total(powers, axis=0)[None]
                self.assertLess(worst_error(got, want), 1e-4, f"{setting} {average}")

    def test_a_reset_begins_the_average_again(self):
        x = noise(4000)
        powers = frame_powers(x, LENGTH, HOP, "hann")
        for average in ("max", "min"):
            block = spectrum("hann", average, 0)
            got = run_changing(block, x, [(2008, block.reset)])
            best = np.maximum if average == "max" else np.minimum
            want = [best.accumulate(part) for part in (powers[:99], powers[99:])]
            self.assertLess(worst_error(got, np.concatenate(want)), 1e-4, average)

    def test_levels_stay_right_whatever_changes_when(self):
        # A tone reads its amplitude with any settings, so with any mixture of them.
        changes, samples_each = 200, 20000
        samples = changes * samples_each
        block = spectrum()
        source = gate(np.ones(samples, np.complex64))
        sink = blocks.vector_sink_f(LENGTH)
        graph = gr.top_block()
        graph.connect(source, block, sink)
        rng = np.random.default_rng(1)
        choices = {
            "window": ["hann", "boxcar", "flattop", ("kaiser", 5.0)],
            "hop": [7, 20, 48, 60],
            "frames": [1, 2, 50],
            "average": ["mean", "exponential", "max", "min"],
            "rate": [0.0, 1000.0],
            "seconds": [0.0, 0.01],
            "samp_rate": [1e4, 2e4],
            "freq": [1.0, 2.0],
            "bin_reduction": ["max", "mean"],
            "max_latency_ms": [0.0, 0.1, 50.0],
        }
        graph.start()
        # Some samples for each change, which are under way while it is made.
        for change in range(changes):
            source.open((change + 1) * samples_each)
            name = rng.choice(list(choices))
            value = choices[name][rng.integers(len(choices[name]))]
            getattr(block, f"set_{name}")(value)
            wait_until(lambda: block.nitems_read(0) > (change - 1) * samples_each)
        graph.wait()
        self.assertGreater(block.nitems_read(0), samples - 2 * LENGTH - 60)
        got = np.array(sink.data(), np.float32).reshape(-1, LENGTH)
        self.assertGreater(len(got), 1000)
        np.testing.assert_allclose(got[:, 0], 1, rtol=1e-4)

    def test_each_setting_is_a_command(self):
        block = gpufft.spectrum_c(LENGTH, HOP, "hann", 1e4)

        def send(name, value):
            # Handlers run in the block's thread; here there is none, so call them.
            message = pmt.cons(pmt.intern(name), value)
            block.to_basic_block()._post(pmt.intern("command"), message)

        graph = gr.top_block()
        idle = gate(np.zeros(1, np.complex64))
        graph.connect(idle, block, blocks.null_sink(4 * LENGTH))
        graph.start()
        taps = list(np.linspace(1, 2, LENGTH).astype(np.float32))
        send("window", pmt.init_f32vector(LENGTH, taps))
        for name, value, _ in SETTINGS:
            send(name, pmt.to_pmt(value))
        send("frames", pmt.from_double(9.0))  # as widgets have it
        send("reset", pmt.PMT_NIL)
        send("no such setting", pmt.from_long(1))
        send("rate", pmt.intern("fast"))
        send("hop", pmt.from_double(1.5))
        wait_until(lambda: not block.max_latency_ms() and block.frames() == 9)
        time.sleep(0.1)
        idle.open(1)
        graph.wait()
        self.assertEqual(block.window(), taps)
        for name, _, want in SETTINGS:
            want = 9 if name == "frames" else want
            self.assertEqual(getattr(block, name)(), want, name)

    def test_a_command_may_have_values_that_go_together(self):
        # None of these is right alone, in whichever order a dictionary has them.
        for names in (["average", "frames"], ["frames", "average"]):
            values = {"average": pmt.intern("max"), "frames": pmt.from_long(0)}
            message = pmt.make_dict()
            for name in names:
                message = pmt.dict_add(message, pmt.intern(name), values[name])
            message = pmt.dict_add(message, pmt.intern("rate"), pmt.intern("fast"))
            block = spectrum()
            idle = gate(np.zeros(1, np.complex64))
            graph = gr.top_block()
            graph.connect(idle, block, blocks.null_sink(4 * LENGTH))
            graph.start()
            block.to_basic_block()._post(pmt.intern("command"), message)
            self.assertTrue(wait_until(lambda: block.frames() == 0), names)
            idle.open(1)
            graph.wait()
            self.assertEqual(block.average(), "max")
            self.assertEqual(block.rate(), 0)

    def test_a_command_may_name_the_window(self):
        x = noise(500)
        for name in (
            "boxcar", "hann", "hamming", "blackman", "nuttall", "blackmanharris",
            "flattop", "bartlett", "cosine",
        ):  # fmt: skip
            for length in (1, 2, 9, 10):
                block = gpufft.spectrum_c(length, length, [], 1.0)
                strobe = blocks.message_strobe(
                    pmt.cons(pmt.intern("window"), pmt.intern(name)), 1
                )
                want = get_window(name, length).astype(np.float32)
                if not np.allclose(want, 1):
                    graph = gr.top_block()
                    idle = gate(x)
                    graph.connect(idle, block, blocks.null_sink(4 * length))
                    graph.msg_connect((strobe, "strobe"), (block, "command"))
                    graph.start()
                    wait_until(lambda: not np.allclose(block.window(), 1))
                    idle.open(len(x))
                    graph.stop()
                    graph.wait()
                np.testing.assert_allclose(block.window(), want, atol=1e-7)


if __name__ == "__main__":
    gr_unittest.run(qa_spectrum_settings)
