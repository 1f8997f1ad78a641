# SPDX-License-Identifier: GPL-3.0-or-later
"""FFTW's functions of single precision by ctypes, for tests."""
import ctypes

import numpy as np

FORWARD, BACKWARD, ESTIMATE = -1, 1, 1 << 6


def pointer(array):
    return array.ctypes.data_as(ctypes.c_void_p)


class Fftw:
    """The functions of one library, with what they return."""

    def __init__(self, library):
        self.of = ctypes.CDLL(library)
        for name in ("plan_dft", "plan_dft_r2c", "plan_dft_c2r", "plan_r2r", "plan_r2r_1d",
                     "sprint_plan", "export_wisdom_to_string"):
            getattr(self.of, "fftwf_" + name).restype = ctypes.c_void_p

    def call(self, name, *arguments):
        return getattr(self.of, "fftwf_" + name)(*arguments)

    def text(self, name, *arguments):
        """Of a function that returns a string."""
        return ctypes.string_at(self.call(name, *arguments)).decode()

    def plan(self, name, shape, arrays, *rest):
        lengths = (ctypes.c_int * len(shape))(*shape)
        made = self.call(name, len(shape), lengths, *map(pointer, arrays), *rest)
        return ctypes.c_void_p(made) if made else None

    def once(self, name, shape, arrays, *rest):
        """Plans, executes and forgets. The data are as they were before planning."""
        plan = self.plan(name, shape, arrays, *rest)
        assert plan, f"no plan of {name} {shape}"
        self.call("execute", plan)
        self.call("destroy_plan", plan)


def noise(shape, dtype, seed=1):
    random = np.random.default_rng(seed)
    made = random.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * random.standard_normal(shape)
    return made.astype(dtype)


def error(got, right):
    return np.linalg.norm(got - right) / np.linalg.norm(right)
