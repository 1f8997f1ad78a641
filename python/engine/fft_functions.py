# SPDX-License-Identifier: GPL-3.0-or-later
"""Complex Fourier transforms of NumPy arrays, as scipy.fft's, on a device.

What all functions of this package share:

x            array_like, any shape. float32, float16 and complex64 are computed in single
             precision, all else in double precision, which the device must have. Never
             changed, and the result is a new array.
n, s         points along each transformed axis: x is cropped or padded with zeros at the
             ends. Default: x's own. Any number up to 2**27; see next_fast_length().
axis, axes   what is transformed. Default: the last axis, the last two (fft2), or the last
             len(s) axes, all where s is not given (fftn)
norm         None or "backward": inverse transforms divide by the number of points;
             "forward": the others do; "ortho": both divide by its root
overwrite_x, workers
             accepted for scipy.fft's sake; they change nothing
plan         None: plans are kept as it is
device       "auto" or None, or a name that devices() lists, or a unique part of one

ValueError, TypeError, IndexError: as scipy.fft. RuntimeError: no such device, or it
failed. Other Python threads run while the device works.
"""

import operator
from math import prod

from . import _engine
from . import _transforms
from ._arguments import (as_floats, check_ignored, fitted, limited, one_axis, one_length,
                         scale_of, shape_and_axes)


def next_fast_length(length):
    """The smallest length >= `length` whose prime factors are all at most 13.

    ValueError where there is none up to 2**27.
    """
    return _engine.next_fast_length(limited(operator.index(length)))


def fft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None,
        device=None):
    """Discrete Fourier transform along one axis, as scipy.fft.fft.

    y[k] = sum over m of x[m] exp(-2 pi i m k / n), times what `norm` says. complex64
    for single precision input, else complex128. The arguments are explained in
    gpufft.fft_functions.
    """
    check_ignored(workers, plan)
    return _along_one_axis(x, n, axis, norm, device, inverse=False)


def ifft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None,
         device=None):
    """Inverse discrete Fourier transform along one axis, as scipy.fft.ifft.

    y[m] = sum over k of x[k] exp(+2 pi i m k / n), divided by n where `norm` says
    nothing else.
    """
    check_ignored(workers, plan)
    return _along_one_axis(x, n, axis, norm, device, inverse=True)


def fft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *,
         plan=None, device=None):
    """Discrete Fourier transform along two axes, as scipy.fft.fft2: fftn() of two."""
    return fftn(x, s, axes, norm, overwrite_x, workers, plan=plan, device=device)


def ifft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *,
          plan=None, device=None):
    """Inverse discrete Fourier transform along two axes, as scipy.fft.ifft2."""
    return ifftn(x, s, axes, norm, overwrite_x, workers, plan=plan, device=device)


def fftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None,
         device=None):
    """Discrete Fourier transform along several axes, as scipy.fft.fftn.

    One call of the device for up to four axes; further ones take another.
    """
    check_ignored(workers, plan)
    return _along_axes(x, s, axes, norm, device, inverse=False)


def ifftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *,
          plan=None, device=None):
    """Inverse discrete Fourier transform along several axes, as scipy.fft.ifftn."""
    check_ignored(workers, plan)
    return _along_axes(x, s, axes, norm, device, inverse=True)


def _along_one_axis(x, n, axis, norm, device, inverse):
    x = as_floats(x)
    axis = one_axis(x, axis)
    n = one_length(n, x.shape[axis])
    scale = scale_of(norm, n, inverse)
    return _transforms.complex_to_complex(
        fitted(x, [n], [axis]), [axis], inverse, scale, device)


def _along_axes(x, s, axes, norm, device, inverse):
    given, x = x, as_floats(x)
    lengths, axes = shape_and_axes(x, s, axes)
    if not axes:
        return given
    scale = scale_of(norm, prod(lengths), inverse)
    return _transforms.complex_to_complex(
        fitted(x, lengths, axes), axes, inverse, scale, device)
