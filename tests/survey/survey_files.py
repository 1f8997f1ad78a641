# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings for tests of surveys, and surveys as arrays."""
import json
import os
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "apps"))
from program import PROGRAM, run  # noqa: E402,F401

#: name: dtype, whether a sample is a pair, what a stored number is multiplied by, offset
FORMATS = {
    f"{parts}{kind}{bits}{order}": (
        np.dtype(("<" if order != "_be" else ">") + kind + str(bits // 8)), parts == "c",
        1.0 if kind == "f" else 2.0**(1 - bits),
        2.0**(bits - 1) - 0.5 if kind == "u" else 0.0)
    for parts in "cr"
    for kind, widths in (("f", (16, 32, 64)), ("i", (8, 16, 32)), ("u", (8, 16, 32)))
    for bits in widths
    for order in (("",) if bits == 8 else ("_le", "_be"))
}


def stored(samples, name):
    """``samples``, of full scale 1, as numbers of a format; and what those are again."""
    dtype, is_complex, scale, offset = FORMATS[name]
    numbers = (np.stack([samples.real, samples.imag], -1).ravel() if is_complex
               else samples.real)
    if dtype.kind == "f":
        kept = numbers.astype(dtype)
    else:
        limits = np.iinfo(dtype)
        kept = np.clip(np.round(numbers / scale + offset), limits.min,
                       limits.max).astype(dtype)
    again = (kept.astype(float) - offset) * scale
    return kept, again[::2] + 1j * again[1::2] if is_complex else again


def noise(count, seed=1):
    """Complex noise with a tone in it, well below full scale."""
    random = np.random.default_rng(seed)
    samples = random.standard_normal(count) + 1j * random.standard_normal(count)
    return 0.02 * samples + 0.3 * np.exp(2j * np.pi * 0.15 * np.arange(count))


def write_sigmf(base, samples, rate, name="ci16_le", captures=({"core:sample_start": 0},),
                **fields):
    """Both files of a recording; returns the samples as they were stored."""
    kept, again = stored(samples, name)
    with open(f"{base}.sigmf-data", "wb") as file:
        file.write(kept.tobytes())
    document = {"global": {"core:datatype": name, "core:sample_rate": rate,
                           "core:version": "1.0.0", **fields},
                "captures": list(captures), "annotations": []}
    with open(f"{base}.sigmf-meta", "w") as file:
        json.dump(document, file)
    return again


def contents(folder):
    """{path below folder: bytes} of all files, hidden ones too."""
    return {os.path.relpath(os.path.join(where, name), folder):
            pathlib.Path(where, name).read_bytes()
            for where, _, names in os.walk(folder) for name in names}
