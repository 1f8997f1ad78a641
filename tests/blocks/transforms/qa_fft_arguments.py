#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the FFT blocks refuse, and what they say."""

from gnuradio import gpufft, gr_unittest

REFUSED = [
    ("no points", dict(fft_size=0), ["at least 1", "0"]),
    ("negative", dict(fft_size=-8), ["at least 1", "-8"]),
    ("too long", dict(fft_size=2**27 + 1), [str(2**27 + 1), str(2**27)]),
    (
        "window too short",
        dict(fft_size=8, window=[1.0] * 7),
        ["window has 7 taps and fft_size is 8; give 8 taps, or none for no window"],
    ),
    ("window too long", dict(fft_size=8, window=[1.0] * 9), ["9 taps", "8"]),
    (
        "negative threads",
        dict(fft_size=8, nthreads=-1),
        ["nthreads must be at least 1, or 0 for the usual ones, got -1"],
    ),
]


def each_block():
    return (gpufft.fft_vcc, gpufft.fft_vfc)


class qa_fft_arguments(gr_unittest.TestCase):
    def test_refuses_with_a_message_that_helps(self):
        for why, arguments, said in REFUSED:
            for block in each_block():
                with self.subTest(f"{block.__name__}: {why}"):
                    with self.assertRaises(ValueError) as caught:
                        block(**{"forward": True, "window": [], **arguments})
                    for words in said:
                        self.assertIn(words, str(caught.exception))

    def test_unknown_device_lists_what_there_is(self):
        for block in each_block():
            with self.assertRaises(RuntimeError) as caught:
                block(8, True, [], device="no such thing")
            self.assertIn("no such thing", str(caught.exception))
            self.assertIn(gpufft.devices()[0].name, str(caught.exception))

    def test_takes_arguments_as_gnuradio_fft_does(self):
        for block in each_block():
            block(8, True, [])
            block(8, False, (), True)
            block(8, 1, [1] * 8, False, 4)
            block(fft_size=8, forward=True, window=[], shift=True, nthreads=2)
            block(8, True, [], False, 1, gpufft.devices()[0].name)

    def test_set_window_says_whether_the_length_is_right(self):
        for block in each_block():
            made = block(8, True, [])
            self.assertIs(made.set_window([1.0] * 8), True)
            self.assertIs(made.set_window([1.0] * 7), False)
            self.assertIs(made.set_window([]), True)

    def test_nthreads_is_remembered(self):
        for block in each_block():
            made = block(8, True, [], nthreads=3)
            self.assertEqual(made.nthreads(), 3)
            made.set_nthreads(2)
            self.assertEqual(made.nthreads(), 2)
            with self.assertRaises(ValueError):
                made.set_nthreads(-1)
            self.assertEqual(made.nthreads(), 2)

    def test_says_where_and_how_it_runs(self):
        made = gpufft.fft_vcc(64, True, [], device=gpufft.devices()[0].name)
        self.assertIn(gpufft.devices()[0].name, made.device_name())
        self.assertIn("64", made.plan_line())
        self.assertNotIn("\n", made.plan_line())

    def test_everything_is_documented(self):
        for block in each_block():
            for name in ("", "__init__", "set_window", "set_nthreads", "nthreads"):
                what = getattr(block, name) if name else block
                self.assertGreater(len(what.__doc__), 30, name)


if __name__ == "__main__":
    gr_unittest.run(qa_fft_arguments)
