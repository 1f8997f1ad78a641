# SPDX-License-Identifier: GPL-3.0-or-later
"""Signals beyond their ends, in the ways that scipy.signal.upfirdn knows."""

import numpy as np

MODES = ("constant", "wrap", "edge", "smooth", "symmetric", "reflect", "antisymmetric",
         "antireflect", "line")


def check_mode(mode):
    mode = mode.lower()
    if mode not in MODES:
        raise ValueError(f"Unknown mode: {mode}; must be one of {', '.join(MODES)}")
    return mode


def extended(of, x, before, behind, mode, cval):
    """x with so many points more before and behind it, along the last axis.

    Each point beyond the ends is a sum of points of x: sign x[place] + a x[first of two] +
    b x[second of two].
    """
    if mode == "constant" and cval == 0:
        return of.with_zeros(x, before, behind)
    ends = [_end(of, x, np.arange(-before, 0), mode, cval),
            _end(of, x, np.arange(x.shape[-1], x.shape[-1] + behind), mode, cval)]
    return of.joined([ends[0], x, ends[1]])


def _end(of, x, i, mode, cval):
    n = x.shape[-1]
    dtype = of.dtype(x)

    def numbers(values):
        return of.constant(np.asarray(values).astype(np.empty(0, dtype).real.dtype))

    if mode == "constant":
        # A number of Python: NumPy's own would change the precision.
        return of.zeros((*x.shape[:-1], len(i)), dtype) + dtype.type(cval).item()
    if mode == "wrap":
        return of.taken(x, i % n)
    if mode == "edge" or n == 1 and mode not in ("symmetric", "antisymmetric"):
        return of.taken(x, np.clip(i, 0, n - 1))
    if mode in ("symmetric", "antisymmetric"):
        turn, place = np.divmod(i, n)
        is_back = turn % 2 == 1
        y = of.taken(x, np.where(is_back, n - 1 - place, place))
        return y * numbers(np.where(is_back, -1, 1)) if mode == "antisymmetric" else y
    if mode in ("reflect", "antireflect"):
        turn, place = np.divmod(i, n - 1)
        is_back = turn % 2 == 1
        y = of.taken(x, np.where(is_back, n - 1 - place, place))
        if mode == "reflect":
            return y
        # Reflected about the end, whose value is that of all reflections before.
        return (y * numbers(np.where(is_back, -1, 1))
                + x[..., -1:] * numbers(np.where(is_back, turn + 1, turn))
                - x[..., :1] * numbers(np.where(is_back, turn - 1, turn)))
    # Lines: of the two points at the end, or of both ends.
    is_before = i < 0
    end = of.taken(x, np.where(is_before, 0, n - 1))
    distance = numbers(np.where(is_before, i, i - (n - 1)))
    if mode == "line":
        return end + (x[..., -1:] - x[..., :1]) * distance / (n - 1)
    slope = of.taken(x, np.where(is_before, 1, n - 1)) - of.taken(
        x, np.where(is_before, 0, n - 2))
    return end + slope * distance
