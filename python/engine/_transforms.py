# SPDX-License-Identifier: GPL-3.0-or-later
"""Transforms of arrays that fit their arguments already, by the engine's executors.

``arrays`` knows the module whose arrays they are (NumpyArrays says how); axes are numbers
from 0. Nothing is transposed or copied: the engine reads and writes axes wherever they lie.
"""

from ._arguments import complex_type, precision_of, real_type

MAX_RANK = 4  #: dimensions that the engine transforms at once


def complex_to_complex(arrays, x, axes, inverse, scale):
    """The DFT of a real or complex x along ``axes``."""
    # Along an axis of one point it does nothing.
    axes = [axis for axis in axes if x.shape[axis] > 1] or axes[:1]
    return _complex_groups(arrays, x, _groups(axes), inverse, scale)


def real_to_complex(arrays, x, axes, scale):
    """The forward DFT of a real x, bins 0 .. length / 2 of the last of ``axes``."""
    halved = axes[-1]
    first, *others = _groups(_with_last(x, axes))
    shape = list(x.shape)
    shape[halved] = shape[halved] // 2 + 1
    x = _run(arrays, "r2c", x, shape, _complex(arrays, x), first, not others,
             last_axis=halved, scale=1.0 if others else scale)
    return _complex_groups(arrays, x, others, False, scale)


def complex_to_real(arrays, x, axes, length, scale):
    """The inverse of real_to_complex(): ``length`` real points on the last of ``axes``."""
    halved = axes[-1]
    last, *others = _groups(_with_last(x, axes))
    for group in others:
        x = _run(arrays, "c2c", x, x.shape, _complex(arrays, x), group, False, inverse=True)
    shape = list(x.shape)
    shape[halved] = length
    return _run(arrays, "c2r", x, shape, _real(arrays, x), last, True, last_axis=halved,
                inverse=True, scale=scale)


def real_to_real(arrays, kind, x, out, axes, scale, orthogonalize):
    """The dct or dst that ``kind`` names ("dct2") of a real x along ``axes``, into out."""
    groups = _groups(axes)
    for group in groups:
        is_last = group is groups[-1]
        to = out if is_last else arrays.empty(x.shape, arrays.dtype(x))
        _run_into(arrays, kind, x, to, group, orthogonalize=orthogonalize,
                  scale=scale if is_last else 1.0)
        x = to


def _complex_groups(arrays, x, groups, inverse, scale):
    for group in groups:
        is_last = group is groups[-1]
        x = _run(arrays, "c2c", x, x.shape, _complex(arrays, x), group, is_last,
                 inverse=inverse, scale=scale if is_last else 1.0)
    return x


def _groups(axes):
    """The axes, as many at a time as the engine takes."""
    return [axes[i:i + MAX_RANK] for i in range(0, len(axes), MAX_RANK)]


def _with_last(x, axes):
    """The axes that matter, the last one first, so that it is of the first group."""
    return [axes[-1]] + [axis for axis in axes[:-1] if x.shape[axis] > 1]


def _complex(arrays, x):
    return complex_type(arrays.dtype(x))


def _real(arrays, x):
    return real_type(arrays.dtype(x))


def _run(arrays, kind, x, shape, dtype, axes, is_last, **request):
    out = (arrays.output if is_last else arrays.empty)(tuple(shape), dtype)
    _run_into(arrays, kind, x, out, axes, **request)
    return out


def _run_into(arrays, kind, x, out, axes, last_axis=None, inverse=False, scale=1.0,
              orthogonalize=False):
    if 0 in out.shape:
        return
    real_side = out if kind == "c2r" else x
    arrays.run(x, out, axes, [real_side.shape[axis] for axis in axes], last_axis,
               kind=kind, inverse=inverse, scale=scale,
               precision=precision_of(arrays.dtype(out)),
               real_input=kind == "c2c" and arrays.dtype(x).kind != "c",
               orthogonalize=orthogonalize)
