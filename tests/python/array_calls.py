# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of the functions for tests of arrays that are not NumPy's: all 26, and for each
thing that arguments can mean one that has it."""

import numpy as np

from arrays import noise
from weighted_ends import reference

COMPLEX, REAL = np.complex128, np.float64

FUNCTIONS = {
    COMPLEX: "fft ifft fft2 ifft2 fftn ifftn irfft irfft2 irfftn hfft hfft2 hfftn".split(),
    REAL: "rfft rfft2 rfftn ihfft ihfft2 ihfftn dct idct dctn idctn dst idst dstn idstn".split(),
}

# why: function, type, shape, what is made of the array, arguments
CALLS = {
    "float32 stays": ("fft", np.complex64, (2, 6), None, {}),
    "halves become float32": ("rfft", np.float16, (2, 6), None, {}),
    "integers become float64": ("fft", np.int32, (2, 6), None, {}),
    "reals to a whole spectrum": ("fft", REAL, (2, 6), None, {}),
    "padded": ("fft", COMPLEX, (2, 6), None, {"n": 9}),
    "cropped": ("fft", COMPLEX, (2, 6), None, {"n": 4}),
    "cropped and padded": ("fftn", COMPLEX, (3, 6), None, {"s": (2, 8)}),
    "bins padded": ("irfft", COMPLEX, (2, 4), None, {"n": 9}),
    "real bins": ("irfft", REAL, (2, 4), None, {}),
    "another axis": ("fft", COMPLEX, (3, 2, 5), None, {"axis": 1}),
    "the first axis": ("rfft", REAL, (6, 2), None, {"axis": 0}),
    "axes between others": ("fftn", COMPLEX, (2, 3, 2, 4), None, {"axes": (1, 3)}),
    "five axes": ("fftn", COMPLEX, (2, 3, 2, 2, 3), None, {}),
    "five axes, halved": ("rfftn", REAL, (2, 3, 2, 2, 3), None, {}),
    "transposed": ("fft", COMPLEX, (4, 6), lambda x: x.T, {}),
    "every second": ("fft", COMPLEX, (4, 6), lambda x: x[:, ::2], {}),
    "backwards": ("fft", COMPLEX, (4, 6), lambda x: x[:, ::-1], {}),
    "no multiple of a load": ("rfft", np.float32, (3, 7), lambda x: x[1:], {}),
    "orthonormal": ("fft", COMPLEX, (2, 6), None, {"norm": "ortho"}),
    "forward": ("ifft", COMPLEX, (2, 6), None, {"norm": "forward"}),
    "a dct of complex": ("dct", COMPLEX, (2, 6), None, {"type": 2}),
    "of complex, another axis": ("dst", COMPLEX, (6, 2), None, {"axis": 0}),
    "orthogonal": ("dct", REAL, (2, 6), None, {"type": 3, "norm": "ortho"}),
    "weighted before": ("dst", REAL, (2, 6), None, {"type": 3, "norm": "ortho"}),
    "weighted after": ("dstn", REAL, (4, 6), None, {"type": 2, "norm": "ortho"}),
    "conjugated": ("ihfft", REAL, (2, 6), None, {"norm": "ortho"}),
    "no rows": ("fft", COMPLEX, (0, 6), None, {}),
    "one point": ("fft", COMPLEX, (3, 1), None, {}),
}


def all_calls():
    """(why, function, array of NumPy, what is made of it, arguments)"""
    for dtype, names in FUNCTIONS.items():
        for name in names:
            yield name, name, noise((3, 6), dtype), None, {}
    for why, (name, dtype, shape, made, arguments) in CALLS.items():
        is_float = np.dtype(dtype).kind in "fc"
        x = noise(shape, dtype) if is_float else np.arange(np.prod(shape)).reshape(shape)
        yield why, name, x.astype(dtype), made, arguments


def expect_close(test, got, want, why):
    """Both are NumPy's: the same type, shape and values."""
    test.assertEqual((got.shape, got.dtype), (want.shape, want.dtype), why)
    eps = np.finfo(want.dtype).eps
    np.testing.assert_allclose(got, want, rtol=40 * eps, atol=40 * eps * (1 + np.max(
        np.abs(want), initial=0)), err_msg=why)


def wanted(name, x, arguments):
    """What the newest SciPy makes of it, with the orthogonalize that it forgets of complex x."""
    arguments = dict(arguments)
    if name.lstrip("i")[:3] in ("dct", "dst"):
        arguments.setdefault("orthogonalize", arguments.get("norm") == "ortho")
    return reference(name)(x, **arguments)
