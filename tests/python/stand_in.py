# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine's Python module in NumPy, and the package's functions on top of it.

For tests of which axes become what, and of the arguments: no device, nothing compiled.
"""

import importlib
import os
import pathlib
import sys
import types

import numpy as np
import weighted_ends
from numpy.lib.stride_tricks import as_strided
from scipy.fft import _pocketfft

PACKAGE = pathlib.Path(__file__).parents[2] / "python" / "engine"
MAX_RANK = 4

DTYPES = {
    "float32": (np.dtype(np.float32), np.dtype(np.complex64)),
    "float64": (np.dtype(np.float64), np.dtype(np.complex128)),
}

freed_in = []  #: the process in which each executor went that did


class executor:
    """What `_engine.executor` computes, element by stride, in SciPy's own transforms."""

    made = []  # every request, for tests to look at

    def __init__(self, **request):
        self.made.append(request)
        self.__dict__.update(request)
        assert 1 <= len(self.shape) <= MAX_RANK and len(self.loops) <= MAX_RANK
        real, cplx = DTYPES[self.precision]
        is_real_kind = self.kind[:3] in ("dct", "dst")
        self.input_dtype = real if (
            is_real_kind or self.kind == "r2c" or self.real_input) else cplx
        self.output_dtype = real if is_real_kind or self.kind == "c2r" else cplx

    def __del__(self):
        freed_in.append(os.getpid())

    def run(self, x, out):
        assert x.dtype == self.input_dtype and out.dtype == self.output_dtype
        assert all(a.flags.c_contiguous and a.flags.aligned for a in (x, out))
        rows, rest = divmod(x.size, self.input_distance)
        assert rest == 0 and out.size == rows * self.output_distance
        # Output elements that nothing is written to would be noticed.
        out.reshape(-1)[:] = np.nan
        self._view(out, 2, rows)[...] = self.scale * self._transformed(
            self._view(x, 1, rows))

    def _view(self, array, side, rows):
        """array[row, loops..., dimensions...]; side: 1 of the input, 2 of the output."""
        distance = (self.input_distance, self.output_distance)[side - 1]
        lengths = [entry[0] for entry in self.shape]
        if self.kind == ("c2r", "r2c")[side - 1]:
            lengths[-1] = lengths[-1] // 2 + 1
        shape = [rows, *(entry[0] for entry in self.loops), *lengths]
        strides = [distance, *(entry[side] for entry in self.loops),
                   *(entry[side] for entry in self.shape)]
        last = sum((n - 1) * stride for n, stride in zip(shape, strides))
        assert last == array.size - 1, "the request leaves elements out"
        return as_strided(array, shape, [s * array.itemsize for s in strides])

    def _transformed(self, x):
        lengths = [entry[0] for entry in self.shape]
        axes = range(-len(lengths), 0)
        if self.kind == "c2c" and self.inverse:
            return _pocketfft.ifftn(x, axes=axes, norm="forward")
        if self.kind == "c2c":
            return _pocketfft.fftn(x, axes=axes)
        if self.kind == "r2c":
            assert not self.inverse
            return _pocketfft.rfftn(x, axes=axes)
        if self.kind == "c2r":
            assert self.inverse
            return _pocketfft.irfftn(x, s=lengths, axes=axes, norm="forward")
        assert not self.inverse
        function = {"dct": _pocketfft.dctn, "dst": _pocketfft.dstn}[self.kind[:3]]
        type = int(self.kind[3])
        if self.kind[:3] == "dst":  # whose end points SciPy weights since 1.15 as we do
            return weighted_ends.dstn(function, x, type, axes, self.orthogonalize)
        return function(x, type=type, axes=axes, orthogonalize=self.orthogonalize)


def choose_device(wanted):
    """Any device; one named "single" lacks double precision."""
    return {"name": wanted, "product": "NumPy", "has_float64": wanted != "single"}


def load_package():
    """The package's functions on the stand-in: a module with all names of scipy.fft."""
    package = types.ModuleType("on_stand_in")
    package.__path__ = [str(PACKAGE)]
    engine = types.ModuleType("on_stand_in._engine")
    engine.executor = executor
    engine.choose_device = choose_device
    engine.is_orphan = lambda: False  # what the functions know themselves
    engine.next_fast_length = None
    sys.modules.update({package.__name__: package, engine.__name__: engine})
    package._engine = engine
    backend = importlib.import_module("on_stand_in.scipy_backend")
    package.scipy_backend = backend
    vars(package).update(backend._FUNCTIONS)
    return package
