# SPDX-License-Identifier: GPL-3.0-or-later
"""Cosine and sine transforms of arrays, as scipy.fft's, on a device.

What they share, besides what fft_functions explains:

type           1 to 4; type 1 of a cosine transform takes at least two points
norm           "points" is the length of the DFT that a transform stands for: 2 n along an
               axis, of type 1 2 (n - 1) for a dct and 2 (n + 1) for a dst
orthogonalize  weight end points, so that with norm="ortho" the matrix is orthogonal: as
               SciPy does from 1.15 on (before, its dst of types 2 and 3 weighted the first
               point, not the last). Default: with norm="ortho" alone

Of complex x, the real and the imaginary part are transformed each.
"""

import math
import operator

from . import _transforms
from ._arguments import check_ignored, one_axis, one_length, scale_of, shape_and_axes
from ._repeated_calls import of_arrays

# The type that undoes each.
_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}

# Where orthogonalize asks the engine for other kernels. Types 1 of the dst and 4 of both
# are orthogonal as they are.
_WEIGHTED = {"dct1", "dct2", "dct3", "dst2", "dst3"}


def dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None,
        orthogonalize=None, *, device=None, out=None):
    """Discrete cosine transform along one axis, as scipy.fft.dct.

    Of type 2: y[k] = 2 * sum over m of x[m] cos(pi k (2m + 1) / 2n). float32 for single
    precision input, else float64. The arguments are explained in
    gpufft.dct_functions.
    """
    check_ignored(workers)
    return _along_one_axis(x, device, out, "dct", type, n, axis, norm, orthogonalize, False)


def idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None,
         orthogonalize=None, *, device=None, out=None):
    """Inverse of dct() of the same type, as scipy.fft.idct."""
    check_ignored(workers)
    return _along_one_axis(x, device, out, "dct", type, n, axis, norm, orthogonalize, True)


def dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None,
        orthogonalize=None, *, device=None, out=None):
    """Discrete sine transform along one axis, as scipy.fft.dst.

    Of type 2: y[k] = 2 * sum over m of x[m] sin(pi (k + 1) (2m + 1) / 2n).
    """
    check_ignored(workers)
    return _along_one_axis(x, device, out, "dst", type, n, axis, norm, orthogonalize, False)


def idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None,
         orthogonalize=None, *, device=None, out=None):
    """Inverse of dst() of the same type, as scipy.fft.idst."""
    check_ignored(workers)
    return _along_one_axis(x, device, out, "dst", type, n, axis, norm, orthogonalize, True)


def dctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None,
         orthogonalize=None, *, device=None, out=None):
    """Discrete cosine transform along several axes, as scipy.fft.dctn."""
    check_ignored(workers)
    return _along_axes(x, device, out, "dct", type, s, axes, norm, orthogonalize, False)


def idctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None,
          orthogonalize=None, *, device=None, out=None):
    """Inverse of dctn() of the same type, as scipy.fft.idctn."""
    check_ignored(workers)
    return _along_axes(x, device, out, "dct", type, s, axes, norm, orthogonalize, True)


def dstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None,
         orthogonalize=None, *, device=None, out=None):
    """Discrete sine transform along several axes, as scipy.fft.dstn."""
    check_ignored(workers)
    return _along_axes(x, device, out, "dst", type, s, axes, norm, orthogonalize, False)


def idstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None,
          orthogonalize=None, *, device=None, out=None):
    """Inverse of dstn() of the same type, as scipy.fft.idstn."""
    check_ignored(workers)
    return _along_axes(x, device, out, "dst", type, s, axes, norm, orthogonalize, True)


@of_arrays
def _along_one_axis(arrays, x, family, type, n, axis, norm, orthogonalize, inverse):
    x = arrays.floats(x)
    axis = one_axis(x, axis)
    n = one_length(n, x.shape[axis])
    return _transform(arrays, family, x, type, [n], [axis], norm, orthogonalize, inverse)


@of_arrays
def _along_axes(arrays, x, family, type, s, axes, norm, orthogonalize, inverse):
    given, x = arrays.as_given(x), arrays.floats(x)
    lengths, axes = shape_and_axes(x, s, axes)
    if not axes:
        return given
    return _transform(arrays, family, x, type, lengths, axes, norm, orthogonalize, inverse)


def _transform(arrays, family, x, type, lengths, axes, norm, orthogonalize, inverse):
    type = operator.index(type)
    if type not in _INVERSE:
        raise ValueError(f"invalid {family.upper()} type {type}, should be 1, 2, 3 or 4")
    if family == "dct" and type == 1 and min(lengths) < 2:
        raise ValueError("a DCT of type 1 takes at least 2 points along each axis, got "
                         f"{lengths}; types 2, 3 and 4 take 1")
    scale = scale_of(norm, math.prod(_dft_length(family, type, n) for n in lengths), inverse)
    kind = f"{family}{_INVERSE[type] if inverse else type}"
    if orthogonalize is None:
        orthogonalize = norm == "ortho"
    is_weighted = bool(orthogonalize) and kind in _WEIGHTED
    x = arrays.fitted(x, lengths, axes)
    y = arrays.output(tuple(x.shape), arrays.dtype(x))
    # The parts of complex numbers are one more axis, the last, that is not transformed.
    _transforms.real_to_real(arrays, kind, arrays.parts(x), arrays.parts(y), axes, scale,
                             is_weighted)
    return arrays.result(y)


def _dft_length(family, type, n):
    if type != 1:
        return 2 * n
    return 2 * (n - 1) if family == "dct" else 2 * (n + 1)
