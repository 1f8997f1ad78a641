# SPDX-License-Identifier: GPL-3.0-or-later
"""Which module an array is of, and who does its transforms."""

import importlib

import numpy as np

from ._numpy_arrays import NumpyArrays

# Modules whose arrays are known: where their class is. None of them is imported before an
# array of it has come.
_KNOWN = {
    "cupy": ("_cupy_arrays", "CupyArrays"),
    "torch": ("_torch_arrays", "arrays_of_torch"),
    "pyopencl": ("_pyopencl_arrays", "PyopenclArrays"),
}

_makers = {}  # what makes the arrays object, by the type of x


def arrays_of(x, device, out=None):
    """What the transforms do with arrays of the module that x is of; NumPy's for numbers,
    lists, and whatever NumPy makes an array of.

    ``out``: the caller's array for the result, or None.
    """
    return maker_for(x)(x, device, out)


def maker_for(x):
    """What arrays_of() calls for the module that x is of."""
    maker = _makers.get(type(x))
    if maker is None:
        maker = _makers[type(x)] = _maker_for(x)
    return maker


def _maker_for(x):
    for base in type(x).__mro__:
        known = _KNOWN.get(base.__module__.partition(".")[0])
        if known:
            return _class(*known)
    if isinstance(x, (np.ndarray, np.generic)):
        return _of_numpy
    if hasattr(x, "__cuda_array_interface__"):
        return _class("_interface_arrays", "arrays_of_interface")
    if hasattr(type(x), "__dlpack_device__"):  # not one that it passes on from what it wraps
        return _class("_dlpack_arrays", "arrays_of_dlpack")
    return _of_numpy


def _class(module, name):
    return getattr(importlib.import_module(f"{__package__}.{module}"), name)


def _of_numpy(x, device, out):
    return NumpyArrays(device, out)
