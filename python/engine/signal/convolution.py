# SPDX-License-Identifier: GPL-3.0-or-later
"""Convolutions and correlations by transforms, as scipy.signal's, on a device.

in1 and in2 are arrays of one module, NumPy, CuPy or PyTorch, and so is the result. Shapes,
axes and modes are explained in SciPy's documentation.
"""

from math import prod

import numpy as np

from ..fft_functions import fft, fftn, ifft, ifftn, next_fast_length
from ..real_fft_functions import irfft, irfftn, rfft, rfftn
from ._frames import transform_frames
from ._modules import NumpyModule, module_of

_MODES = ("valid", "same", "full")
_MODE_ERROR = "acceptable mode flags are 'valid', 'same', or 'full'"


def fftconvolve(in1, in2, mode="full", axes=None):
    """Convolution of two arrays along axes, as scipy.signal.fftconvolve."""
    return _convolved(in1, in2, mode, axes, _by_whole_transforms)


def oaconvolve(in1, in2, mode="full", axes=None):
    """fftconvolve() by blocks, for arrays of different lengths: scipy.signal.oaconvolve.

    Along one axis, blocks of the longer array are read where they overlap, and nothing is
    copied out. Along several axes it is one transform, as fftconvolve() has.
    """
    return _convolved(in1, in2, mode, axes, _by_blocks)


def correlate(in1, in2, mode="full", method="auto"):
    """Cross-correlation of two arrays, as scipy.signal.correlate.

    method   "fft" or "auto": by transforms; "direct" leaves arrays of NumPy to SciPy, and
             is refused of others. Integers are rounded, and where a sum may not fit 53 bits
             are left to SciPy as well
    """
    of, in1, in2 = _both(in1, in2)
    if in1.ndim == 0:
        return in1 * of.conjugate(in2)
    if mode not in _MODES:
        raise ValueError(_MODE_ERROR.capitalize() + ".")
    if method not in ("auto", "direct", "fft"):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    dtype = np.result_type(of.dtype(in1), of.dtype(in2))
    if method == "direct" or method == "auto" and not _is_exact(of, in1, in2, dtype):
        return _direct(of, in1, in2, mode)
    in2 = of.conjugate(of.flipped(in2, tuple(range(in2.ndim))))
    y = fftconvolve(in1, in2, mode)
    return of.cast(of.rounded(y) if dtype.kind in "iub" else y, dtype)


def _direct(of, in1, in2, mode):
    if type(of) is not NumpyModule:
        raise ValueError("method is 'direct', or the numbers are too large to be exact by "
                         "transforms, which is not computed on the device; use 'fft', or "
                         "give floats")
    from scipy.signal import correlate as of_scipy

    return of_scipy(in1, in2, mode, "direct")


def _is_exact(of, in1, in2, dtype):
    """Rounding the result of transforms gives the sums of integers."""
    if dtype.kind not in "iub" or 0 in (*in1.shape, *in2.shape):
        return True
    largest = prod(int(abs(of.cast(each, np.float64)).max()) for each in (in1, in2))
    terms = min(prod(in1.shape), prod(in2.shape))
    return largest * terms < 2**np.finfo(np.float64).nmant


def _both(in1, in2):
    of = module_of(in1, in2)
    in1, in2 = of.array(in1), of.array(in2)
    if in1.ndim != in2.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    return of, in1, in2


def _convolved(in1, in2, mode, axes, compute):
    of, in1, in2 = _both(in1, in2)
    if in1.ndim == 0:
        return in1 * in2
    if 0 in (*in1.shape, *in2.shape):
        return of.zeros((0,), float)
    axes = _transformed_axes(in1.shape, in2.shape, axes)
    if _are_swapped(mode, in1.shape, in2.shape, axes):
        in1, in2 = in2, in1
    full = compute(of, in1, in2, axes) if axes else in1 * in2
    return _of_mode(full, in1.shape, in2.shape, mode, axes)


def _transformed_axes(shape1, shape2, axes):
    """The axes to convolve along, but those of one point, which broadcast."""
    rank = len(shape1)
    if axes is None:
        axes = range(rank)
    else:
        axes = [axes] if np.ndim(axes) == 0 else list(axes)
        if not axes:
            raise ValueError("when provided, axes cannot be empty")
        if any(not -rank <= axis < rank for axis in axes):
            raise ValueError("axes exceeds dimensionality of input")
        axes = [axis % rank for axis in axes]
        if len(set(axes)) != len(axes):
            raise ValueError("all axes must be unique")
    axes = sorted(axis for axis in axes if shape1[axis] != 1 and shape2[axis] != 1)
    if any(n1 != n2 and 1 not in (n1, n2) for axis, (n1, n2) in enumerate(
            zip(shape1, shape2)) if axis not in axes):
        raise ValueError(f"incompatible shapes for in1 and in2: {tuple(shape1)} and "
                         f"{tuple(shape2)}")
    return axes


def _are_swapped(mode, shape1, shape2, axes):
    """In mode "valid", the first is the larger one."""
    if mode != "valid" or not axes:
        return False
    if all(shape1[axis] >= shape2[axis] for axis in axes):
        return False
    if not all(shape2[axis] >= shape1[axis] for axis in axes):
        raise ValueError("For 'valid' mode, one must be at least as large as the other in "
                         "every dimension")
    return True


def _by_whole_transforms(of, in1, in2, axes):
    is_complex = "c" in (of.dtype(in1).kind, of.dtype(in2).kind)
    forward, back = (fftn, ifftn) if is_complex else (rfftn, irfftn)
    points = [in1.shape[axis] + in2.shape[axis] - 1 for axis in axes]
    shape = [next_fast_length(n) for n in points]
    y = back(forward(in1, shape, axes) * forward(in2, shape, axes), shape, axes)
    kept = [slice(None)] * y.ndim
    for axis, n in zip(axes, points):
        kept[axis] = slice(n)
    return y[tuple(kept)]


def _by_blocks(of, in1, in2, axes):
    """The full convolution along one axis, by overlapping blocks of the longer array."""
    if len(axes) != 1:
        return _by_whole_transforms(of, in1, in2, axes)
    axis = axes[0]
    if in1.shape[axis] < in2.shape[axis]:
        in1, in2 = in2, in1
    x, h = of.moved(in1, axis, -1), of.moved(in2, axis, -1)
    length, hop = _block(x.shape[-1], h.shape[-1])
    if length is None:
        return _by_whole_transforms(of, in1, in2, axes)
    dtype = np.result_type(of.dtype(x), of.dtype(h), np.float32)
    x, h = of.cast(x, dtype), of.cast(h, dtype)
    points, before = x.shape[-1] + h.shape[-1] - 1, h.shape[-1] - 1
    count = -(-points // hop)
    behind = length + (count - 1) * hop - before - x.shape[-1]
    x = of.joined([of.zeros((*x.shape[:-1], before), dtype), x,
                   of.zeros((*x.shape[:-1], behind), dtype)])
    is_real = dtype.kind != "c"
    blocks = transform_frames(of, of.contiguous(x), length, hop, count, None, is_real)
    spectrum = (rfft if is_real else fft)(h, length)
    blocks = (irfft if is_real else ifft)(blocks * spectrum[..., None, :], length)
    y = blocks[..., before:before + hop]
    y = y.reshape(*y.shape[:-2], count * hop)[..., :points]
    return of.moved(y, -1, axis)


def _block(points, taps):
    """(length of blocks, points that each gives); None where one transform does as well."""
    length = next_fast_length(max(8 * taps, 256))
    if length >= points + taps - 1:
        return None, None
    return length, length - taps + 1


def _of_mode(full, shape1, shape2, mode, axes):
    """The part of the full convolution that `mode` names."""
    if mode == "full":
        return full
    if mode == "same":
        return _centered(full, shape1)
    if mode != "valid":
        raise ValueError(_MODE_ERROR)
    return _centered(full, [
        shape1[axis] - shape2[axis] + 1 if axis in axes else n
        for axis, n in enumerate(full.shape)])


def _centered(full, shape):
    kept = []
    for has, wants in zip(full.shape, shape):
        start = (has - wants) // 2
        kept.append(slice(start, start + wants))
    return full[tuple(kept)]
