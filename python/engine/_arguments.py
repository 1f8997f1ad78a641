# SPDX-License-Identifier: GPL-3.0-or-later
"""What the arguments that all transforms share mean, and which are refused.

Meanings, exceptions and their texts are those of scipy.fft: code that runs on either
catches the same things.
"""

import math
import operator
import os
from numbers import Number

import numpy as np


MAX_LENGTH = 2**27  #: of an axis that the engine transforms


class LongDoubleError(TypeError):
    """x is in a precision that no device computes."""


def as_floats(x):
    """x as an array of float32, float64, complex64 or complex128, as scipy.fft does."""
    x = np.asarray(x)
    return x if x.dtype.char in _COMPUTED else x.astype(computed_type(x.dtype))


def computed_type(dtype):
    """The type that elements of ``dtype`` are transformed as: float32, float64, complex64
    or complex128, in either order of bytes.

    Halves become float32; integers, truth values and objects become float64.
    """
    if dtype.char in _COMPUTED:
        return dtype
    if dtype.kind == "f" and dtype.itemsize == 2:  # in either order of bytes
        return np.dtype(np.float32)
    if dtype.kind not in "fc":
        return np.dtype(np.float64)
    if dtype.itemsize > (16 if dtype.kind == "c" else 8):
        raise LongDoubleError(
            f"x is {dtype}, and devices compute in double precision at most; convert "
            f"it to {'complex128' if dtype.kind == 'c' else 'float64'}, or use "
            "scipy.fft's own transforms")
    return dtype


def check_device_type(dtype, name="x"):
    """Refuses arrays on a device whose elements no kernel computes or converts."""
    if dtype.kind not in "biufc":
        raise TypeError(
            f"{name} is {dtype}, which is not computed; give numbers: float32, float64, "
            "complex64 or complex128, or halves, integers or truth values, which become "
            "those")
    if not dtype.isnative:
        raise TypeError(
            f"{name} is {dtype.str}, whose bytes are in the other order than the device's; "
            f"give {dtype.newbyteorder('=').str}")


# NumPy's letters of the types that are transformed as they are, in any order of bytes, and
# of the real and complex type of each precision.
_COMPUTED = "fdFD"
_COMPLEX = {letter: np.dtype(letter.upper()) for letter in _COMPUTED}
_REAL = {letter: np.dtype(letter.lower()) for letter in _COMPUTED}


def precision_of(dtype):
    """The engine's word for the arithmetic of elements of this type."""
    return "float64" if dtype.char in "dD" else "float32"


def complex_type(dtype):
    """The complex type of the precision of one that is computed."""
    return _COMPLEX[dtype.char]


def real_type(dtype):
    """The real one."""
    return _REAL[dtype.char]


def check_real(dtype):
    """Refuses complex numbers where x must be real."""
    if dtype.kind == "c":
        raise TypeError("x must be a real sequence")


def check_ignored(workers, plan=None):
    """Refuses what scipy.fft refuses of two arguments that mean nothing here."""
    if plan is not None:
        raise NotImplementedError(
            "Passing a precomputed plan is not supported: plans are kept from call to "
            "call as it is; leave the argument out")
    if workers is None:
        return
    workers = operator.index(workers)
    if workers == 0:
        raise ValueError("workers must not be zero")
    if workers < -os.cpu_count():
        raise ValueError(f"workers value out of range; got {workers}, must not be less "
                         f"than {-os.cpu_count()}")


def scale_of(norm, points, inverse):
    """What the outputs are multiplied by; ``points``: of each transform, all axes."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f"Invalid norm value {norm!r}, should be "
                         '"backward", "ortho" or "forward"')
    if norm == "ortho":
        return 1 / math.sqrt(points)
    return 1 / points if inverse == (norm != "forward") else 1.0


def one_axis(x, axis):
    """The number of an axis of x, counted from the first."""
    axis = operator.index(axis)
    if not -x.ndim <= axis < x.ndim:
        raise IndexError(f"axis {axis} is out of bounds, there are {x.ndim}")
    return axis % x.ndim


def one_length(n, default):
    """Points along the transformed axis: n, or what x says where n is None."""
    n = default if n is None else limited(operator.index(n))
    if n < 1:
        raise ValueError(f"invalid number of data points ({n}) specified")
    return n


def limited(length):
    """The length itself; too long ones are refused before memory is filled with zeros."""
    if length > MAX_LENGTH:
        raise ValueError(
            f"length {length} is above the limit of {MAX_LENGTH} (2^27) points")
    return length


def shape_and_axes(x, s, axes):
    """The lengths, and the numbers of the axes, that s and axes stand for."""
    if axes is not None:
        axes = [a + x.ndim if a < 0 else a for a in _integers(axes, "axes")]
        if any(not 0 <= a < x.ndim for a in axes):
            raise ValueError("axes exceeds dimensionality of input")
        if len(set(axes)) != len(axes):
            raise ValueError("all axes must be unique")
    if s is not None:
        s = _integers(s, "shape")
        if axes and len(axes) != len(s):
            raise ValueError("when given, axes and shape arguments have to be of the "
                             "same length")
        if axes is None:
            if len(s) > x.ndim:
                raise ValueError("shape requires more axes than are present")
            axes = range(x.ndim - len(s), x.ndim)
        lengths = [x.shape[a] if length == -1 else limited(length)
                   for length, a in zip(s, axes)]
    else:
        axes = range(x.ndim) if axes is None else axes
        lengths = [x.shape[a] for a in axes]
    if any(length < 1 for length in lengths):
        raise ValueError(f"invalid number of data points ({lengths}) specified")
    return lengths, list(axes)


def fitted(x, lengths, axes):
    """x cropped, or padded with zeros at the end, to ``lengths`` along ``axes``.

    C-contiguous and aligned, in the byte order of this machine; x itself where it is.
    """
    shape = list(x.shape)
    for length, axis in zip(lengths, axes):
        shape[axis] = length
    kept = tuple(slice(min(pair)) for pair in zip(x.shape, shape))
    dtype = x.dtype.newbyteorder("=")
    if all(has >= wants for has, wants in zip(x.shape, shape)):
        return np.require(x[kept], dtype, "CA")
    padded = np.zeros(shape, dtype)
    padded[kept] = x[kept]
    return padded


def _integers(values, name):
    values = (values,) if isinstance(values, Number) else values
    try:
        return [operator.index(value) for value in values]
    except TypeError:
        raise ValueError(f"{name} must be a scalar or iterable of integers") from None
