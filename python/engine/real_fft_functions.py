# SPDX-License-Identifier: GPL-3.0-or-later
"""Fourier transforms between real arrays and half of a spectrum, as scipy.fft's.

Arguments are those of fft_functions. The last of the transformed axes has n points where
the array is real, and bins 0 .. n // 2 where it is complex.
"""

from math import prod

from . import _transforms
from ._arguments import (check_ignored, check_real, complex_type, one_axis, one_length,
                         scale_of, shape_and_axes)
from ._repeated_calls import of_arrays


def rfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None,
         device=None, out=None):
    """Discrete Fourier transform of real points, as scipy.fft.rfft.

    Bins 0 .. n // 2 of fft(x); the others are their conjugates.
    """
    check_ignored(workers, plan)
    return _spectrum(x, device, out, n, axis, norm, False)


def irfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None,
          device=None, out=None):
    """Inverse of rfft(), as scipy.fft.irfft: n real points from bins 0 .. n // 2.

    n   points of the result; 2 * (bins - 1) where it is not given, which is right for
        what rfft() made of an even number of points
    """
    check_ignored(workers, plan)
    return _real_points(x, device, out, n, axis, norm, True)


def hfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None,
         device=None, out=None):
    """Discrete Fourier transform of points with Hermitian symmetry, as scipy.fft.hfft.

    n real bins from points 0 .. n // 2, the others being their conjugates.
    """
    check_ignored(workers, plan)
    return _real_points(x, device, out, n, axis, norm, False)


def ihfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None,
          device=None, out=None):
    """Inverse of hfft(), as scipy.fft.ihfft: points 0 .. n // 2 of ifft(x)."""
    check_ignored(workers, plan)
    return _spectrum(x, device, out, n, axis, norm, True)


def rfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *,
          plan=None, device=None, out=None):
    """Discrete Fourier transform of reals along two axes, as scipy.fft.rfft2."""
    return rfftn(x, s, axes, norm, overwrite_x, workers, plan=plan, device=device,
                out=out)


def irfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *,
           plan=None, device=None, out=None):
    """Inverse of rfft2(), as scipy.fft.irfft2."""
    return irfftn(x, s, axes, norm, overwrite_x, workers, plan=plan, device=device,
                out=out)


def hfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *,
          plan=None, device=None, out=None):
    """Discrete Fourier transform of Hermitian points along two axes: scipy.fft.hfft2."""
    return hfftn(x, s, axes, norm, overwrite_x, workers, plan=plan, device=device,
                out=out)


def ihfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *,
           plan=None, device=None, out=None):
    """Inverse of hfft2(), as scipy.fft.ihfft2."""
    return ihfftn(x, s, axes, norm, overwrite_x, workers, plan=plan, device=device,
                out=out)


def rfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *,
          plan=None, device=None, out=None):
    """Discrete Fourier transform of reals along several axes, as scipy.fft.rfftn."""
    check_ignored(workers, plan)
    return _spectrum_n(x, device, out, s, axes, norm, False)


def irfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *,
           plan=None, device=None, out=None):
    """Inverse of rfftn(), as scipy.fft.irfftn.

    s   points of the result; where it is not given, x's own, and 2 * (bins - 1) along
        the last axis
    """
    check_ignored(workers, plan)
    return _real_points_n(x, device, out, s, axes, norm, True)


def hfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *,
          plan=None, device=None, out=None):
    """Discrete Fourier transform of Hermitian points along axes, as scipy.fft.hfftn."""
    check_ignored(workers, plan)
    return _real_points_n(x, device, out, s, axes, norm, False)


def ihfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *,
           plan=None, device=None, out=None):
    """Inverse of hfftn(), as scipy.fft.ihfftn."""
    check_ignored(workers, plan)
    return _spectrum_n(x, device, out, s, axes, norm, True)


@of_arrays
def _spectrum(arrays, x, n, axis, norm, inverse):
    x = _real_floats(arrays, x)
    axis = one_axis(x, axis)
    n = one_length(n, x.shape[axis])
    return _spectrum_of(arrays, x, [n], [axis], norm, inverse)


@of_arrays
def _spectrum_n(arrays, x, s, axes, norm, inverse):
    x = _real_floats(arrays, x)
    lengths, axes = shape_and_axes(x, s, axes)
    _check_any(axes)
    return _spectrum_of(arrays, x, lengths, axes, norm, inverse)


def _real_floats(arrays, x):
    x = arrays.floats(x)
    check_real(arrays.dtype(x))
    return x


def _spectrum_of(arrays, x, lengths, axes, norm, inverse):
    scale = scale_of(norm, prod(lengths), inverse)
    y = _transforms.real_to_complex(arrays, arrays.fitted(x, lengths, axes), axes, scale)
    if inverse:  # the inverse transform of reals is the conjugate of the forward one
        arrays.conjugate_in_place(y)
    return arrays.result(y)


@of_arrays
def _real_points(arrays, x, n, axis, norm, inverse):
    x = arrays.floats(x)
    axis = one_axis(x, axis)
    n = one_length(n, 2 * (x.shape[axis] - 1))
    return _real_points_of(arrays, x, [n], [axis], norm, inverse)


@of_arrays
def _real_points_n(arrays, x, s, axes, norm, inverse):
    x = arrays.floats(x)
    lengths, axes = shape_and_axes(x, s, axes)
    _check_any(axes)
    if s is None:
        lengths[-1] = one_length(None, 2 * (x.shape[axes[-1]] - 1))
    return _real_points_of(arrays, x, lengths, axes, norm, inverse)


def _real_points_of(arrays, x, lengths, axes, norm, inverse):
    scale = scale_of(norm, prod(lengths), inverse)
    bins = [*lengths[:-1], lengths[-1] // 2 + 1]
    x = arrays.fitted(x, bins, axes)
    if arrays.dtype(x).kind != "c":
        x = arrays.cast(x, complex_type(arrays.dtype(x)))
    elif not inverse:
        x = arrays.conjugate(x)  # the forward transform is the inverse one of that
    return arrays.result(_transforms.complex_to_real(arrays, x, axes, lengths[-1], scale))


def _check_any(axes):
    if not axes:
        raise ValueError("at least 1 axis must be transformed")
