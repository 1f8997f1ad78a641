# SPDX-License-Identifier: GPL-3.0-or-later
"""Transforms of arrays that fit their arguments already, by the engine's executors.

Arrays are C-contiguous; axes are numbers from 0. Nothing is transposed or copied: the
engine reads and writes axes wherever they lie.
"""

import numpy as np

from . import _executors
from ._layout import layout_of

MAX_RANK = 4  #: dimensions that the engine transforms at once


def complex_to_complex(x, axes, inverse, scale, device):
    """The DFT of a real or complex x along ``axes``."""
    # Along an axis of one point it does nothing.
    axes = [axis for axis in axes if x.shape[axis] > 1] or axes[:1]
    groups = _groups(axes)
    for group in groups:
        x = _run("c2c", x, x.shape, _complex(x), group, device, inverse=inverse,
                 scale=scale if group is groups[-1] else 1.0)
    return x


def real_to_complex(x, axes, scale, device):
    """The forward DFT of a real x, bins 0 .. length / 2 of the last of ``axes``."""
    halved = axes[-1]
    first, *others = _groups(_with_last(x, axes))
    shape = list(x.shape)
    shape[halved] = shape[halved] // 2 + 1
    x = _run("r2c", x, shape, _complex(x), first, device, last_axis=halved,
             scale=1.0 if others else scale)
    for group in others:
        x = complex_to_complex(x, group, False, scale if group is others[-1] else 1.0,
                               device)
    return x


def complex_to_real(x, axes, length, scale, device):
    """The inverse of real_to_complex(): ``length`` real points on the last of ``axes``."""
    halved = axes[-1]
    last, *others = _groups(_with_last(x, axes))
    for group in others:
        x = complex_to_complex(x, group, True, 1.0, device)
    shape = list(x.shape)
    shape[halved] = length
    return _run("c2r", x, shape, x.real.dtype, last, device, last_axis=halved,
                inverse=True, scale=scale)


def real_to_real(kind, x, axes, scale, orthogonalize, device):
    """The dct or dst that ``kind`` names ("dct2") of a real x along ``axes``."""
    groups = _groups(axes)
    for group in groups:
        x = _run(kind, x, x.shape, x.dtype, group, device, orthogonalize=orthogonalize,
                 scale=scale if group is groups[-1] else 1.0)
    return x


def _groups(axes):
    """The axes, as many at a time as the engine takes."""
    return [axes[i:i + MAX_RANK] for i in range(0, len(axes), MAX_RANK)]


def _with_last(x, axes):
    """The axes that matter, the last one first, so that it is of the first group."""
    return [axes[-1]] + [axis for axis in axes[:-1] if x.shape[axis] > 1]


def _complex(x):
    return np.result_type(x.dtype, np.complex64)


def _run(kind, x, shape, dtype, axes, device, last_axis=None, inverse=False, scale=1.0,
         orthogonalize=False):
    out = np.empty(shape, dtype)
    if out.size == 0:
        return out
    real_side = out if kind == "c2r" else x
    lengths = [real_side.shape[axis] for axis in axes]
    layout = layout_of(x.shape, out.shape, axes, lengths, last_axis)
    _executors.run(
        x,
        out,
        kind=kind,
        inverse=inverse,
        scale=scale,
        precision="float64" if out.real.dtype == np.float64 else "float32",
        real_input=kind == "c2c" and x.dtype.kind != "c",
        orthogonalize=orthogonalize,
        device=device,
        **layout._asdict())
    return out
