# SPDX-License-Identifier: GPL-3.0-or-later
"""How one sample is stored, under SigMF's names, and how it becomes a number.

Full scale is 1.0: signed integers are divided by 2^(bits-1), so -32768 reads -1.0.
Unsigned ones lie around the middle of their range, 127.5 for 8 bits, because that is
where an unsigned converter's zero is: (x - 127.5) / 128. Floats are taken as they are.
"""
import re
from dataclasses import dataclass

import numpy as np

#: Other programs' words, as names and as file extensions (.cs16), where they can mean
#: one thing only. Not among them: iq, raw, bin, dat, c64.
ALIASES = {
    "cs8": "ci8", "sc8": "ci8", "c8": "ci8", "uc8": "cu8",
    "cs16": "ci16", "sc16": "ci16", "c16": "ci16",
    "cs32": "ci32", "sc32": "ci32", "c32": "ci32",
    "fc32": "cf32", "cfile": "cf32", "fc64": "cf64",
}

_NAME = re.compile(r"([rc])([fiu])(8|16|32|64)(?:_(le|be))?")
_WIDTHS = {"f": (16, 32, 64), "i": (8, 16, 32), "u": (8, 16, 32)}

KNOWN = "cf16 cf32 cf64 ci8 ci16 ci32 cu8 cu16 cu32, the same with r for real, then _le or _be"


@dataclass(frozen=True)
class SampleFormat:
    """One row of the table: ``name`` is SigMF's, ``dtype`` that of one number."""

    name: str
    is_complex: bool
    dtype: np.dtype

    @property
    def bytes(self):
        """Bytes of one sample of one channel."""
        return self.dtype.itemsize * (2 if self.is_complex else 1)

    def decode(self, numbers):
        """Stored numbers to samples of full scale 1.0.

        numbers: array of ``dtype``; its last axis holds I and Q when complex.
        Returns complex64 without that axis, or float32 of the same shape.
        """
        scaled = np.empty(numbers.shape, np.float32)
        if self.dtype.kind == "f":
            with np.errstate(over="ignore", invalid="ignore"):
                scaled[...] = numbers  # a double beyond float's range becomes infinite
        else:
            # 32-bit integers need double: float32 cannot hold their middle.
            kind = np.float64 if self.dtype.itemsize == 4 else np.float32
            full_scale = 2.0 ** (8 * self.dtype.itemsize - 1)
            if self.dtype.kind == "u":
                numbers = np.subtract(numbers, full_scale - 0.5, dtype=kind)
            np.multiply(numbers, 1 / full_scale, out=scaled, dtype=kind, casting="unsafe")
        return scaled.view(np.complex64)[..., 0] if self.is_complex else scaled


def parse_format(name):
    """The format called ``name``, e.g. "ci16_le"; without _le or _be, little endian.

    Raises ValueError for a name that is none.
    """
    found = _NAME.fullmatch(ALIASES.get(name.lower(), name.lower()))
    if not found or int(found[3]) not in _WIDTHS[found[2]]:
        raise ValueError(f"sample format {name!r} is not known; known are {KNOWN}")
    parts, kind, bits, order = found.groups()
    dtype = np.dtype(f"{'>' if order == 'be' else '<'}{kind}{int(bits) // 8}")
    suffix = f"_{order or 'le'}" if dtype.itemsize > 1 else ""
    return SampleFormat(f"{parts}{kind}{bits}{suffix}", parts == "c", dtype)


def format_of_extension(extension):
    """The format that a file extension (".cu8") stands for, or None."""
    try:
        return parse_format(extension.lstrip("."))
    except ValueError:
        return None
