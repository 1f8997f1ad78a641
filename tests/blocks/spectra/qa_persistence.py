#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""persistence_c counts every frame once, at its level, and forgets as it says."""

import math

import numpy as np
import pmt
import scipy.signal
from flowgraphs import noise, run
from gnuradio import blocks, gpufft, gr, gr_unittest
from patience import wait_until

RATE = 48e3

# What each row is there for: frames, and arguments beside length 64, hop 64, "hann", RATE.
ROWS = {
    "as it is made": (400, {}),
    "no decay": (400, {"decay_seconds": 0}),
    "a short memory": (400, {"decay_seconds": 0.003, "rate": 300}),
    "overlap, few levels": (300, {"hop": 24, "levels": 7}),
    "a gap between frames": (300, {"hop": 100, "rate": 20}),
    "not centred": (200, {"centered": False, "lowest_db": -60, "highest_db": -20}),
    "per Hz": (200, {"output": "dbfs_per_hz", "lowest_db": -80, "highest_db": -30}),
    "an odd length": (200, {"length": 45, "levels": 33}),
    "a histogram a frame": (60, {"rate": 0, "decay_seconds": 0.01}),
    "a histogram a frame at most": (60, {"rate": 1e6, "decay_seconds": 0.01}),
    "no power of two": (200, {"length": 60, "hop": 61, "rate": 33.3}),
    "taps": (200, {"window": scipy.signal.get_window("flattop", 64)}),
}


def arguments(changed):
    made = {
        "length": 64,
        "hop": 64,
        "window": "hann",
        "samp_rate": RATE,
        "lowest_db": -120,
        "highest_db": 0,
        "levels": 256,
        "decay_seconds": 0.5,
        "output": "dbfs",
        "centered": True,
        "rate": 25.0,
    }
    return {**made, **changed}


def samples_of(frames, a):
    return noise((frames - 1) * a["hop"] + a["length"]) / 8


def heights(x, a):
    """Levels of all bins of all frames, with a fraction."""
    length, window = a["length"], a["window"]
    if isinstance(window, str):
        window = scipy.signal.get_window(window, length)
    window = np.asarray(window, np.float32).astype(float)
    frames = np.lib.stride_tricks.sliding_window_view(x, length)[:: a["hop"]]
    power = np.abs(np.fft.fft(frames.astype(complex) * window)) ** 2
    if a["output"] == "dbfs":
        power /= window.sum() ** 2
    else:
        power /= a["samp_rate"] * (window**2).sum()
    if a["centered"]:
        power = np.fft.fftshift(power, axes=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        db = 10 * np.log10(power)
    span = a["highest_db"] - a["lowest_db"]
    return (db - a["lowest_db"]) / span * a["levels"]


def ends(frames, a):
    """Frames that have been seen when each histogram comes out."""
    frame_rate = a["samp_rate"] / a["hop"]
    if not 0 < a["rate"] < frame_rate:
        return list(range(1, frames + 1))
    each = frame_rate / a["rate"]
    count = 1
    found = []
    while (end := math.ceil(round(count * each, 9))) <= frames:
        found.append(end)
        count += 1
    return found


def histograms(x, a):
    """What must come out, and how far off rounding may leave each count."""
    h = heights(x, a)
    bins = np.arange(a["length"])
    state = np.zeros((a["levels"], a["length"]))
    doubt = np.zeros_like(state)
    begin, last, out = 0, 0, []
    for end in ends(len(h), a):
        if a["decay_seconds"]:
            fade = math.exp(-last * a["hop"] / a["samp_rate"] / a["decay_seconds"])
            state *= fade
            doubt *= fade
        for frame in h[begin:end]:
            finite = np.isfinite(frame) | (frame == -np.inf)
            low, at, high = (
                np.clip(np.floor(frame[finite] + e), 0, a["levels"] - 1).astype(int)
                for e in (-2e-3, 0, 2e-3)
            )
            state[at, bins[finite]] += 1
            for level in (low, high):
                doubt[level, bins[finite]] += low != high
        begin, last = end, end - begin
        out.append((state.copy(), doubt + 1e-5 * (state + doubt) + 1e-12))
    return out


def make(changed=None):
    return gpufft.persistence_c(**arguments(changed or {}))


def counts(block, x, **how):
    items = run(block, x, dtype=np.float32, **how)
    return items.reshape(-1, block.levels(), block.length())


class qa_persistence(gr_unittest.TestCase):
    def check(self, got, want):
        self.assertEqual(len(got), len(want))
        for histogram, (state, doubt) in zip(got, want):
            self.assertLessEqual((np.abs(histogram - state) - doubt).max(), 0)

    def test_counts_as_defined(self):
        for why, (frames, changed) in ROWS.items():
            a = arguments(changed)
            x = samples_of(frames, a)
            with self.subTest(why):
                want = histograms(x, a)
                self.assertGreater(len(want), 2)
                self.check(counts(make(changed), x), want)

    def test_does_not_depend_on_how_samples_arrive(self):
        x = samples_of(400, arguments({}))
        changed = {"decay_seconds": 0.02, "hop": 50, "rate": 100}
        want = counts(make(changed), x)
        for pieces in (1, 7, 1000):
            got = counts(make(changed), x, max_noutput_items=pieces)
            np.testing.assert_allclose(got, want, rtol=1e-5)

    def test_without_decay_the_sum_is_the_number_of_finite_frames(self):
        x = samples_of(200, arguments({}))
        x[64 * 30 + 5] = np.nan
        x[64 * 90] = np.inf
        got = counts(make({"decay_seconds": 0, "rate": 7.5}), x)
        np.testing.assert_array_equal(got.sum(axis=1), [[100 - 2] * 64, [200 - 2] * 64])

    def test_a_steady_signal_settles(self):
        n = np.arange(64 * 3000)
        x = (0.5 * np.exp(2j * np.pi * n * 8 / 64)).astype(np.complex64)
        for window in ("hann", "flattop", "boxcar"):
            block = make({"window": window, "decay_seconds": 0.2, "rate": 10.0})
            last = counts(block, x)[-1]
            level = int((20 * math.log10(0.5) + 120) / 120 * 256)
            settled = 75 / (1 - math.exp(-0.5))
            self.assertAlmostEqual(last[level, 32 + 8], settled, delta=1e-3 * settled)

    def test_settings_change_while_it_runs(self):
        block = make()
        changes = {
            "hop": 100,
            "samp_rate": 1e6,
            "freq": 1e8,
            "lowest_db": -90.0,
            "highest_db": -10.0,
            "decay_seconds": 1.5,
            "output": "dbfs_per_hz",
            "centered": False,
            "rate": 50.0,
            "max_latency_ms": 5.0,
        }
        for name, value in changes.items():
            getattr(block, f"set_{name}")(value)
            self.assertEqual(getattr(block, name)(), value)
        block.set_window("hamming")
        np.testing.assert_allclose(
            block.window(), scipy.signal.get_window("hamming", 64), atol=1e-6
        )
        self.assertEqual((block.length(), block.levels()), (64, 256))
        block.set_range_db(-300, -200)
        self.assertEqual((block.lowest_db(), block.highest_db()), (-300, -200))

    def test_another_frequency_begins_an_empty_histogram_at_its_sample(self):
        x = samples_of(400, arguments({}))
        at = 64 * 150 + 10
        tag = gr.tag_utils.python_to_tag(
            (at, pmt.intern("rx_freq"), pmt.from_double(1e6), pmt.PMT_F)
        )
        source = blocks.vector_source_c(x.tolist(), False, 1, [tag])
        block = make({"decay_seconds": 0, "rate": 7.5})
        sink = blocks.vector_sink_f(256 * 64)
        block.set_freq(2e6)
        graph = gr.top_block()
        graph.connect(source, block, sink)
        graph.run()
        got = np.array(sink.data()).reshape(-1, 256, 64)
        sums = got.sum(axis=1)[:, 0]
        # 100 frames; then the next 50 are forgotten.
        self.assertEqual(sums[:3].tolist(), [100, 100, 200])
        (out,) = sink.tags()
        self.assertEqual((str(out.key), out.offset), ("rx_freq", 1))

    def test_takes_commands(self):
        block = make()
        port = pmt.intern("command")
        for name, value in (
            ("range_db", pmt.init_f32vector(2, [-70, 10])),
            ("decay_seconds", pmt.from_double(2)),
            ("centered", pmt.PMT_F),
            ("output", pmt.intern("dbfs_per_hz")),
            ("levels", pmt.from_long(9)),  # refused: an item's size is fixed
        ):
            block.to_basic_block()._post(port, pmt.cons(pmt.intern(name), value))
        graph = gr.top_block()
        source = blocks.vector_source_c([0j] * 64 * 100, True)
        graph.connect(source, block, blocks.null_sink(4 * 256 * 64))
        graph.start()
        self.assertTrue(wait_until(lambda: block.output() == "dbfs_per_hz"))
        graph.stop()
        graph.wait()
        self.assertEqual((block.lowest_db(), block.highest_db()), (-70, 10))
        self.assertEqual(block.decay_seconds(), 2)
        self.assertFalse(block.centered())

    def test_says_what_is_wrong(self):
        for changed, message in (
            ({"levels": 1}, "levels must be 2 .. 4096, got 1; 256 is usual"),
            ({"lowest_db": 0}, "highest_db must be above lowest_db, got 0 and 0"),
            ({"decay_seconds": -1}, "decay_seconds must be 0 (no decay) or more, got -1"),
            (
                {"output": "power"},
                'output "power" is not one of dbfs, dbfs_per_hz: levels are in decibels',
            ),
            (
                {"length": 2**20, "window": [], "levels": 1024},
                "levels times length must be below 2^29, got 1024 times 1048576; 511 "
                "levels work",
            ),
        ):
            with self.subTest(message), self.assertRaises(ValueError) as raised:
                make(changed)
            self.assertEqual(str(raised.exception), message)
        block = make()
        with self.assertRaises(ValueError):
            block.set_highest_db(-120)
        self.assertEqual(block.highest_db(), 0)


if __name__ == "__main__":
    gr_unittest.run(qa_persistence)
