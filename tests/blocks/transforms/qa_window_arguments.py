#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is given as a window and is none, and lengths that need none."""

from unittest import mock

import numpy as np
from gnuradio import gpufft, gr_unittest
from gnuradio.gpufft import logpwrfft

TOO_LONG = 2**27 + 1


def not_called(*_):
    raise AssertionError("a window was made for a length that is refused")


def persistence(length, window):
    return gpufft.persistence_c(length, length, window, 1e4, levels=8)


def spectrum(length, window):
    return gpufft.spectrum_c(length, length, window, 1e4)


class qa_window_arguments(gr_unittest.TestCase):
    def test_a_length_is_refused_before_its_window_is_made(self):
        for make in (spectrum, persistence):
            for length in (0, -1, TOO_LONG, 2**28):
                with mock.patch("scipy.signal.get_window", not_called):
                    with self.assertRaises(ValueError) as raised:
                        make(length, "hann")
                self.assertEqual(
                    str(raised.exception),
                    f"length must be 1 .. 134217728 (2^27), got {length}",
                )
        with mock.patch("scipy.signal.get_window", not_called):
            with self.assertRaises(ValueError) as raised:
                gpufft.persistence_c(2**27, 1, "hann", 1e4)
        self.assertEqual(
            str(raised.exception),
            "levels times length must be below 2^29, got 256 times 134217728; 3 levels "
            "work",
        )
        for length in (0, TOO_LONG):
            with self.assertRaises(ValueError) as raised:
                logpwrfft.logpwrfft_c(1e4, length, 2, 30, 1.0, False, not_called)
            self.assertEqual(
                str(raised.exception),
                f"fft_size must be 1 .. 134217728 (2^27), got {length}",
            )

    def test_what_logpwrfft_divides_by_is_named(self):
        right = {"sample_rate": 1e4, "fft_size": 8, "ref_scale": 2, "frame_rate": 30}
        for name in ("sample_rate", "ref_scale", "frame_rate"):
            with self.assertRaises(ValueError) as raised:
                logpwrfft.logpwrfft_c(
                    **{**right, name: 0}, avg_alpha=1.0, average=False
                )
            self.assertEqual(str(raised.exception), f"{name} must be above 0, got 0")

    def test_what_is_no_window_is_refused_in_words(self):
        for make in (spectrum, persistence):
            for wrong, shown in (
                (5, "5"),
                ({"hann": 1}, "{'hann': 1}"),
                (["hann"], "['hann']"),
                (np.ones((2, 2)), "array([[1., 1.],"),
                ([1j] * 100, "[1j, 1j, 1j,"),
            ):
                with self.assertRaises(TypeError) as raised:
                    make(8, wrong)
                said = str(raised.exception)
                self.assertTrue(
                    said.startswith(
                        'window must be a name that SciPy knows, e.g. "hann" or '
                        '("kaiser", 8.6), a sequence of numbers, one for each sample of '
                        f"a frame, or [] for none, got {shown}"
                    ),
                    said,
                )
                self.assertLess(len(said), 240)
            with self.assertRaises(ValueError) as raised:
                make(8, "x" * 1000)
            self.assertLess(len(str(raised.exception)), 240)
        with self.assertRaises(TypeError) as raised:
            logpwrfft.logpwrfft_c(1e4, 8, 2, 30, 1.0, False, "hann")
        self.assertEqual(
            str(raised.exception),
            "win takes what makes taps from their number, such as "
            "gnuradio.fft.window.hann, got 'hann'",
        )


if __name__ == "__main__":
    gr_unittest.run(qa_window_arguments)
