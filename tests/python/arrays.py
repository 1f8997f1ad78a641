# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of the NumPy functions share: noise, and a bound of the error."""

import numpy as np


def noise(shape, dtype=np.complex64, seed=1):
    """White noise of that type, the same on every run."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    return x.astype(dtype)


def relative_error(got, want):
    return np.linalg.norm(got - want) / max(np.linalg.norm(want), 1e-30)


def tolerance(points, dtype):
    """Bound of the relative RMS error of a transform of that many points in all: it
    grows with the number of stages. The factor covers convolutions."""
    epsilon = np.finfo(np.dtype(dtype)).eps
    return 4 * epsilon * np.sqrt(np.log2(points) + 1)
