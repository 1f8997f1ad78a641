# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of arrays on a device that come again.

What a call is to do follows from its arguments and from shape, strides and type of x, not
from the values of x. So the second call like another one looks up what the first one found,
and the host is done with it in about the time of a launch.
"""

import functools
from typing import NamedTuple

import numpy as np

from . import _executors
from ._arrays import maker_for


class RepeatedCall(NamedTuple):
    """A call that is one transform of x, as it lies, into a new array."""

    key: object  # of the executor
    rows: int
    shape: tuple  # of the new array
    dtype: np.dtype
    load_bytes: int  # that kernels load at once: x begins at a multiple of them

    def enqueue(self, queue, source, result, make_workspace):
        _executors.enqueue_kept(self.key, queue, source, result, self.rows, make_workspace)


_MOST_KEPT = 512
_kept = {}

# Arguments that mean the same whenever they are equal and of one type: 1 and 1.0 are equal,
# but SciPy takes one of them alone. Lists change, and tuples may hold either.
_SIMPLE = {bool, float, int, str, type(None)}


def of_arrays(compute):
    """Makes compute(arrays, x, ...), arrays being those of x, a function (x, device, out, ...).

    Modules whose class has signature() and repeated() have their calls kept.
    """
    @functools.wraps(compute)
    def call(x, device, out, *arguments):
        maker = maker_for(x)
        if out is not None or not hasattr(maker, "signature"):
            return compute(maker(x, device, out), x, *arguments)
        types = tuple(map(type, (device, *arguments)))
        if not _SIMPLE.issuperset(types):
            return compute(maker(x, device, out), x, *arguments)
        key = (compute, maker.signature(x), device, arguments, types)
        found = _kept.get(key)
        y = None if found is None else maker.repeated(x, found)
        if y is None:
            arrays = maker(x, device, out)
            y = compute(arrays, x, *arguments)
            _keep(key, arrays.repeatable(x, y))
        return y

    return call


def _keep(key, made):
    if made is None:
        return
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[key] = made
