# SPDX-License-Identifier: GPL-3.0-or-later
"""A backend of scipy.fft: SciPy's transforms, and all that call them, on a device.

    with scipy.fft.set_backend(gpufft.scipy_backend):
        scipy.signal.fftconvolve(a, b)

    scipy.fft.set_global_backend(gpufft.scipy_backend)

The device is the one that $GPUFFT_DEVICE names, else the first of devices(). SciPy goes
on to its own transforms, unless told only=True, for what is not done here: long double
arrays, fht and ifht (whose transforms arrive here), and in processes forked from one
that had used a device, which cannot use it (gpufft._executors).
"""

from . import dct_functions, fft_functions, real_fft_functions
from ._arguments import LongDoubleError
from ._executors import ForkedError, check_process

__ua_domain__ = "numpy.scipy.fft"

_FUNCTIONS = {
    name: getattr(module, name)
    for module, names in (
        (fft_functions, "fft ifft fft2 ifft2 fftn ifftn"),
        (real_fft_functions, "rfft irfft rfft2 irfft2 rfftn irfftn "
                             "hfft ihfft hfft2 ihfft2 hfftn ihfftn"),
        (dct_functions, "dct idct dst idst dctn idctn dstn idstn"))
    for name in names.split()
}


def __ua_function__(method, args, kwargs):
    """What uarray calls for each of scipy.fft's functions."""
    function = _FUNCTIONS.get(method.__name__)
    if function is None:
        return NotImplemented
    try:
        check_process()
        return function(*args, **kwargs)
    except (LongDoubleError, ForkedError):
        return NotImplemented
