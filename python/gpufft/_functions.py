# SPDX-License-Identifier: GPL-3.0-or-later
"""The package gpufft's functions, and its modules under the names they had in this one.

Programs import these from gnuradio.gpufft, where they were before gpufft was a package of
its own. They are the same modules: one cache of executors, and one note of what a forked
process must not use.
"""

import importlib
import sys

import gpufft
from gpufft import *
from gpufft import filter

__all__ = gpufft.__all__

_MODULES = """
    _arguments _engine _executors _layout _package_folders _transforms dct_functions devices
    executor_cache fft_functions real_fft_functions scipy_backend signal version
""".split()

for _name in _MODULES:
    _module = importlib.import_module(f"gpufft.{_name}")
    sys.modules[f"{__package__}.{_name}"] = _module
    setattr(sys.modules[__package__], _name, _module)
