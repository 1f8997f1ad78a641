#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Windows of any magnitude give the same levels, and settings whose levels no float holds
are refused."""

import numpy as np
from flowgraphs import noise
from gnuradio import gpufft, gr_unittest
from scipy.signal import get_window
from spectra import KINDS, block_of, run, stored, worst_error

LENGTH, HOP = 48, 20


class qa_spectrum_extremes(gr_unittest.TestCase):
    def test_levels_do_not_depend_on_a_common_factor_of_the_taps(self):
        taps = get_window("hann", LENGTH)
        for kind in KINDS:
            x = stored(kind, noise(500) / 8)
            for output in ("power", "power_per_hz"):
                want = run(block_of(kind, LENGTH, HOP, taps, 1e4, output=output), x)
                for factor in (1e-30, -1e-36, 3.0, 1e38):
                    block = block_of(kind, LENGTH, HOP, taps * factor, 1e4, output=output)
                    np.testing.assert_array_equal(
                        block.window(), (taps * factor).astype(np.float32)
                    )
                    self.assertLess(worst_error(run(block, x), want), 1e-5)

    def test_a_window_that_is_set_later_is_no_other(self):
        x = noise(500)
        want = run(gpufft.spectrum_c(LENGTH, HOP, "hann", 1e4, output="power"), x)
        block = gpufft.spectrum_c(LENGTH, HOP, [], 1e4, output="power")
        block.set_window(get_window("hann", LENGTH) * 1e-30)
        self.assertLess(worst_error(run(block, x), want), 1e-5)

    def test_a_histogram_has_the_same_levels(self):
        taps = get_window("hann", LENGTH)
        x = noise(500)

        def counts(window):
            block = gpufft.persistence_c(
                LENGTH, HOP, window, 1e4, levels=64, decay_seconds=0, rate=0
            )
            return run(block, x)

        np.testing.assert_array_equal(counts(taps * 2.0**-100), counts(taps))
        np.testing.assert_array_equal(counts(taps * 2.0**120), counts(taps))

    def test_rates_whose_levels_no_float_holds_are_refused(self):
        for samp_rate in (1e-45, 1e300):
            with self.assertRaises(ValueError) as raised:
                gpufft.spectrum_c(LENGTH, HOP, "hann", samp_rate)
            self.assertEqual(
                str(raised.exception),
                f"levels in dbfs_per_hz at samp_rate {samp_rate:g} Hz are beyond single "
                "precision; a samp_rate between 1e-6 and 1e15 works",
            )
            gpufft.spectrum_c(LENGTH, HOP, "hann", samp_rate, output="dbfs")


if __name__ == "__main__":
    gr_unittest.run(qa_spectrum_extremes)
