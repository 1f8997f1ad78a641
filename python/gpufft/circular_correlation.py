# SPDX-License-Identifier: GPL-3.0-or-later
"""Circular correlation of vectors, of blocks that compute on a device."""

import cmath
import operator

from gnuradio import blocks, gr

from .gpufft_python import fft_vcc

_MAX_LENGTH = 2**27


class xcorr(gr.hier_block2):
    """Circular correlation of two streams of vectors, on a GPU or CPU device.

    Inputs:  complex[length] x, and complex[length] y
    Output:  complex[length] c,

        c[k] = sum over n of x[(n + k) mod N] conj(y[n]),  n = 0 .. N - 1

    of each pair of vectors, with N the length: the inverse DFT of X conj(Y). Where x is y
    later by d points, c has its peak at k = d. By transforms, N log N for all delays;
    longer signals that are not periodic need N - 1 zeros behind each.

    length  points of a vector, 1 .. 2**27
    shift   delay 0 is point length // 2 instead of 0, and negative delays come before it
    device  "auto", or a line of `gpufft devices`, e.g. "opencl:0"

    ValueError: a length out of range. RuntimeError: no such device, or it failed.
    """

    def __init__(self, length, shift=False, device="auto"):
        length = operator.index(length)
        if not 1 <= length <= _MAX_LENGTH:
            raise ValueError(f"length must be 1 .. {_MAX_LENGTH} (2^27), got {length}")
        item = gr.sizeof_gr_complex * length
        gr.hier_block2.__init__(self, "xcorr", gr.io_signature(2, 2, item),
                                gr.io_signature(1, 1, item))
        self._length = length
        forward = [fft_vcc(length, True, [], False, 0, device) for _ in range(2)]
        product = blocks.multiply_conjugate_cc(length)
        # In front of an inverse transform a window is a factor of the spectrum.
        self._back = fft_vcc(length, False, [1 / length] * length, False, 0, device)
        for i, block in enumerate(forward):
            self.connect((self, i), block, (product, i))
        if shift:
            turns = [cmath.exp(-2j * cmath.pi * (k * (length // 2) % length) / length)
                     for k in range(length)]
            self.connect(product, blocks.multiply_const_vcc(turns), self._back, self)
        else:
            self.connect(product, self._back, self)

    def length(self):
        """Points of a vector."""
        return self._length

    def device_name(self):
        """Where it computes: "opencl:0 (NVIDIA H200)"."""
        return self._back.device_name()

    def plan_line(self):
        """The plan of the inverse transform, in one line."""
        return self._back.plan_line()
