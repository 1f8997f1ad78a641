# SPDX-License-Identifier: GPL-3.0-or-later
"""scipy.fft's functions as SciPy 1.15 and later compute them, on any SciPy.

With ``orthogonalize`` a DST of type 2 or 3 has another weight on an end point: of type 2
its last output is divided by sqrt(2), of type 3 its last input multiplied by it, which
makes the matrix orthogonal. SciPy before 1.15 (Debian 12 has 1.10) does that to the first
point, and its matrix is not orthogonal (https://github.com/scipy/scipy/issues/18452).
"""

import functools

import numpy as np
import scipy.fft

IS_BEFORE_1_15 = tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 15)
INVERSE_OF = {1: 1, 2: 3, 3: 2, 4: 4}


def scaled(x, axes, indices, factor):
    """x, where the element of that index along each axis was multiplied in place."""
    for axis, index in zip(axes, indices):
        x[(slice(None),) * (axis % x.ndim) + (index,)] *= factor
    return x


def dstn(scipys, x, type, axes, orthogonalize, **arguments):
    """scipys, a dstn, of x; the weights are ours."""
    is_weighted = orthogonalize and type in (2, 3)
    if is_weighted and type == 3:
        x = scaled(x.copy(), axes, [-1] * len(axes), np.sqrt(2))
    out = scipys(x, type=type, axes=axes, orthogonalize=False, **arguments)
    if is_weighted and type == 2:
        scaled(out, axes, [-1] * len(axes), np.sqrt(0.5))
    return out


def fitted(x, lengths, axes):
    """x, cropped and padded with zeros to these lengths."""
    for length, axis in zip(lengths, axes):
        x = x.take(range(min(length, x.shape[axis])), axis)
        padding = [(0, 0)] * x.ndim
        padding[axis] = (0, length - x.shape[axis])
        x = np.pad(x, padding)
    return x


def _of_one_axis(name, x, type=2, n=None, axis=-1, **arguments):
    return _of_axes(name + "n", x, type, None if n is None else [n], [axis], **arguments)


def _of_axes(name, x, type=2, s=None, axes=None, norm=None, orthogonalize=None):
    if np.iscomplexobj(x):
        real, imaginary = (_of_axes(name, part, type, s, axes, norm, orthogonalize)
                           for part in (x.real, x.imag))
        return real + 1j * imaginary
    if axes is None:
        axes = range(-(x.ndim if s is None else len(s)), 0)
    if s is not None:
        x = fitted(x, s, axes)
    if orthogonalize is None:
        orthogonalize = norm == "ortho"
    if name == "dstn":
        return dstn(scipy.fft.dstn, x, type, axes, orthogonalize, norm=norm)

    def inverse(x, type, **arguments):
        return scipy.fft.idstn(x, type=INVERSE_OF[type], **arguments)
    return dstn(inverse, x, INVERSE_OF[type], axes, orthogonalize, norm=norm)


def reference(name):
    """What scipy.fft's function of that name is in SciPy 1.15."""
    if not IS_BEFORE_1_15 or name not in ("dst", "idst", "dstn", "idstn"):
        return getattr(scipy.fft, name)
    return functools.partial(_of_axes if name.endswith("n") else _of_one_axis, name)
