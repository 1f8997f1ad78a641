# SPDX-License-Identifier: GPL-3.0-or-later
"""FFTs on a GPU or CPU device, with kernels generated for it at run time.

Blocks:    fft_vcc, fft_vfc       drop-in for those of gnuradio.fft
           fftn_vcc               in 1 to 4 dimensions
           rfft_vfc, irfft_vcf    real frames and the half spectra they have
           dct_vff, dst_vff       types 1 to 4 and their inverses
           spectrum_c, _s, _b, _f averaged power spectra of a stream, with right levels
           persistence_c          how often each bin had each level, fading, for display
           logpwrfft_c, _f        drop-in for those of gnuradio.fft.logpwrfft
           tuner                  finds faster plans while the flowgraph runs
Functions: fft, rfft, dct, ...    all of scipy.fft's transforms, with its signatures
           scipy_backend          sends SciPy's own calls here: scipy.fft.set_backend()
           devices                what there is, and what was not found, and why
           clear_cache            gives back the memory that the functions keep
           next_fast_length       lengths that are fastest
"""

import importlib

from . import _package_folders, scipy_backend
from ._executors import clear_cache
from .dct_functions import dct, dctn, dst, dstn, idct, idctn, idst, idstn
from .devices import Absent, Device, DeviceList, devices
from .fft_functions import fft, fft2, fftn, ifft, ifft2, ifftn, next_fast_length
from .gpufft_python import (
    dct_vff,
    dst_vff,
    fft_vcc,
    fft_vfc,
    fftn_vcc,
    irfft_vcf,
    persistence_c,
    rfft_vfc,
    spectrum_b,
    spectrum_c,
    spectrum_f,
    spectrum_s,
    tuner,
)
from .real_fft_functions import (
    hfft,
    hfft2,
    hfftn,
    ihfft,
    ihfft2,
    ihfftn,
    irfft,
    irfft2,
    irfftn,
    rfft,
    rfft2,
    rfftn,
)

__all__ = [
    "Absent",
    "Device",
    "DeviceList",
    "clear_cache",
    "dct",
    "dct_vff",
    "dctn",
    "devices",
    "dst",
    "dst_vff",
    "dstn",
    "fft",
    "fft2",
    "fft_vcc",
    "fft_vfc",
    "fftn",
    "fftn_vcc",
    "hfft",
    "hfft2",
    "hfftn",
    "idct",
    "idctn",
    "idst",
    "idstn",
    "ifft",
    "ifft2",
    "ifftn",
    "ihfft",
    "ihfft2",
    "ihfftn",
    "irfft",
    "irfft2",
    "irfft_vcf",
    "irfftn",
    "logpwrfft_c",
    "logpwrfft_f",
    "next_fast_length",
    "persistence_c",
    "rfft",
    "rfft2",
    "rfft_vfc",
    "rfftn",
    "scipy_backend",
    "spectrum_b",
    "spectrum_c",
    "spectrum_f",
    "spectrum_s",
    "tuner",
]

_package_folders.tell_engine()


def __getattr__(name):
    # Made when they are first asked for: they take GNU Radio's filters, which take a
    # while to import.
    if name not in ("logpwrfft", "logpwrfft_c", "logpwrfft_f"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(".logpwrfft", __name__)
    return module if name == "logpwrfft" else getattr(module, name)
