#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gnuradio.gpufft is gpufft and the blocks: what programs import from it is the same."""

import importlib
import unittest

import gpufft as alone
from gnuradio import gpufft

# Modules that were part of gnuradio.gpufft before gpufft was a package of its own.
MODULES = """
    _arguments _engine _executors _layout _package_folders _transforms dct_functions devices
    executor_cache fft_functions real_fft_functions scipy_backend version
""".split()


class qa_gnuradio_names(unittest.TestCase):
    def test_functions_are_the_same(self):
        for name in alone.__all__:
            self.assertIs(getattr(gpufft, name), getattr(alone, name), name)
        self.assertLessEqual(set(alone.__all__), set(gpufft.__all__))

    def test_all_names_are_there(self):
        for name in gpufft.__all__:
            self.assertTrue(hasattr(gpufft, name), name)
        self.assertEqual(len(gpufft.__all__), len(set(gpufft.__all__)))

    def test_modules_are_the_same(self):
        for name in MODULES:
            self.assertIs(importlib.import_module(f"gnuradio.gpufft.{name}"),
                          importlib.import_module(f"gpufft.{name}"), name)

    def test_ways_to_import(self):
        for line, name in (
                ("from gnuradio.gpufft import fft", "gpufft.fft_functions"),
                ("from gnuradio.gpufft.fft_functions import fft", "gpufft.fft_functions"),
                ("from gnuradio.gpufft import _executors; fft = _executors.run",
                 "gpufft._executors"),
                ("import gnuradio.gpufft._executors; "
                 "fft = gnuradio.gpufft._executors.run", "gpufft._executors"),
                ("from gnuradio.gpufft.devices import devices as fft", "gpufft.devices"),
                ("from gnuradio.gpufft import devices as fft", "gpufft.devices")):
            names = {}
            exec(line, names)
            self.assertEqual(names["fft"].__module__, name, line)

    def test_the_blocks_are_not_in_gpufft(self):
        for name in set(gpufft.__all__) - set(alone.__all__):
            self.assertFalse(hasattr(alone, name), name)
        self.assertIn("fft_vcc", gpufft.__all__)


if __name__ == "__main__":
    unittest.main()
