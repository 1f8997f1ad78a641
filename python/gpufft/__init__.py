# SPDX-License-Identifier: GPL-3.0-or-later
"""FFTs on a GPU or CPU device, with kernels generated for it at run time.

Blocks:    fft_vcc, fft_vfc       drop-in for those of gnuradio.fft
Functions: fft, ifft              NumPy arrays, scipy.fft's signatures
           devices                what there is, and what was not found, and why
           next_fast_length       lengths that these transforms take
"""

from .devices import Absent, Device, DeviceList, devices
from .fft_functions import fft, ifft, next_fast_length
from .gpufft_python import fft_vcc, fft_vfc

__all__ = [
    "Absent",
    "Device",
    "DeviceList",
    "devices",
    "fft",
    "fft_vcc",
    "fft_vfc",
    "ifft",
    "next_fast_length",
]
