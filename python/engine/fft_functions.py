# SPDX-License-Identifier: GPL-3.0-or-later
"""Complex Fourier transforms of arrays, as scipy.fft's, on a device.

What all functions of this package share:

x            array_like, any shape. float32, float16 and complex64 are computed in single
             precision, all else in double precision, which the device must have. Never
             changed. Arrays of CuPy, PyTorch and PyOpenCL, and what has
             __cuda_array_interface__ or DLPack, stay where they are: the result is an
             array of that module on the same device, computed on its current stream
             (docs/python.md).
n, s         points along each transformed axis: x is cropped or padded with zeros at the
             ends. Default: x's own. Any number up to 2**27; see next_fast_length().
axis, axes   what is transformed. Default: the last axis, the last two (fft2), or the last
             len(s) axes, all where s is not given (fftn)
norm         None or "backward": inverse transforms divide by the number of points;
             "forward": the others do; "ortho": both divide by its root
overwrite_x, workers
             accepted for scipy.fft's sake; they change nothing
plan         None: plans are kept as it is
device       "auto" or None, or a name that devices() lists, or a unique part of one.
             Of an array on a device, "auto" or that device
out          an array for the result, of x's module and the result's shape and type;
             None: a new one, where x's module is known to make them

ValueError, TypeError, IndexError: as scipy.fft. RuntimeError: no such device, or it
failed. Other Python threads run while the device works.
"""

import operator
from math import prod

from . import _engine
from . import _transforms
from ._arguments import (check_ignored, limited, one_axis, one_length, scale_of,
                         shape_and_axes)
from ._repeated_calls import of_arrays


def next_fast_length(length):
    """The smallest length >= `length` whose prime factors are all at most 13.

    ValueError where there is none up to 2**27.
    """
    return _engine.next_fast_length(limited(operator.index(length)))


def fft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None,
        device=None, out=None):
    """Discrete Fourier transform along one axis, as scipy.fft.fft.

    y[k] = sum over m of x[m] exp(-2 pi i m k / n), times what `norm` says. complex64
    for single precision input, else complex128. The arguments are explained in
    gpufft.fft_functions.
    """
    check_ignored(workers, plan)
    return _along_one_axis(x, device, out, n, axis, norm, False)


def ifft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None,
         device=None, out=None):
    """Inverse discrete Fourier transform along one axis, as scipy.fft.ifft.

    y[m] = sum over k of x[k] exp(+2 pi i m k / n), divided by n where `norm` says
    nothing else.
    """
    check_ignored(workers, plan)
    return _along_one_axis(x, device, out, n, axis, norm, True)


def fft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *,
         plan=None, device=None, out=None):
    """Discrete Fourier transform along two axes, as scipy.fft.fft2: fftn() of two."""
    return fftn(x, s, axes, norm, overwrite_x, workers, plan=plan, device=device,
                out=out)


def ifft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *,
          plan=None, device=None, out=None):
    """Inverse discrete Fourier transform along two axes, as scipy.fft.ifft2."""
    return ifftn(x, s, axes, norm, overwrite_x, workers, plan=plan, device=device,
                out=out)


def fftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None,
         device=None, out=None):
    """Discrete Fourier transform along several axes, as scipy.fft.fftn.

    One call of the device for up to four axes; further ones take another.
    """
    check_ignored(workers, plan)
    return _along_axes(x, device, out, s, axes, norm, False)


def ifftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *,
          plan=None, device=None, out=None):
    """Inverse discrete Fourier transform along several axes, as scipy.fft.ifftn."""
    check_ignored(workers, plan)
    return _along_axes(x, device, out, s, axes, norm, True)


@of_arrays
def _along_one_axis(arrays, x, n, axis, norm, inverse):
    x = arrays.floats(x)
    axis = one_axis(x, axis)
    n = one_length(n, x.shape[axis])
    return _spectrum(arrays, x, [n], [axis], scale_of(norm, n, inverse), inverse)


@of_arrays
def _along_axes(arrays, x, s, axes, norm, inverse):
    given, x = x, arrays.floats(x)
    lengths, axes = shape_and_axes(x, s, axes)
    if not axes:
        return given
    scale = scale_of(norm, prod(lengths), inverse)
    return _spectrum(arrays, x, lengths, axes, scale, inverse)


def _spectrum(arrays, x, lengths, axes, scale, inverse):
    x = arrays.fitted(x, lengths, axes)
    return arrays.result(_transforms.complex_to_complex(arrays, x, axes, inverse, scale))
