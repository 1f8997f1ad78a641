# SPDX-License-Identifier: GPL-3.0-or-later
"""FFTs of arrays on a GPU or CPU device, with kernels generated for it at run time.

Functions: fft, rfft, dct, ...    all of scipy.fft's transforms, with its signatures
           filter                 a FIR filter, with decimation
           channelize             polyphase filter banks; channelize_poly as cuSignal's,
                                  synthesize the other way round
           signal                 stft, welch, fftconvolve, ...: scipy.signal's functions that
                                  are made of transforms
           scipy_backend          sends SciPy's own calls here: scipy.fft.set_backend()
           devices                what there is, and what was not found, and why
           clear_cache            gives back the memory that the functions keep
           next_fast_length       lengths that are fastest
           process                recordings to a survey of spectra, as `gpufft process`
           open_survey            what `gpufft process` made, as arrays of xarray

GNU Radio is not needed. Its blocks are in gnuradio.gpufft, which has these names as well.
"""

from . import _package_folders, scipy_backend, signal
from ._executors import clear_cache
from .dct_functions import dct, dctn, dst, dstn, idct, idctn, idst, idstn
from .devices import Absent, Device, DeviceList, devices
from .fft_functions import fft, fft2, fftn, ifft, ifft2, ifftn, next_fast_length
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
from .signal.channels import channelize, channelize_poly, synthesize
from .signal.filters import filter
from .survey import (
    ProcessedSurvey,
    SurveyProgress,
    open_survey,
    process,
    survey_events,
    survey_groups,
)
from .version import __version__

# Not in __all__, which `import *` takes: "filter", since it is a name of Python's own.
__all__ = [
    "Absent",
    "Device",
    "DeviceList",
    "ProcessedSurvey",
    "SurveyProgress",
    "channelize",
    "channelize_poly",
    "clear_cache",
    "dct",
    "dctn",
    "devices",
    "dst",
    "dstn",
    "fft",
    "fft2",
    "fftn",
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
    "irfftn",
    "next_fast_length",
    "open_survey",
    "process",
    "rfft",
    "rfft2",
    "rfftn",
    "scipy_backend",
    "signal",
    "survey_events",
    "survey_groups",
    "synthesize",
]

_package_folders.tell_engine()
