# SPDX-License-Identifier: GPL-3.0-or-later
"""How the axes of an array become the engine's rows, dimensions and loops."""

from math import prod
from typing import NamedTuple


class Layout(NamedTuple):
    """The transformed axes of C-contiguous arrays, in the engine's words.

    A row is what lies behind the axes before the first transformed one. A dimension is
    a transformed axis, a loop a run of others behind or between those.
    """

    shape: tuple  # (length, input stride, output stride) of each dimension
    loops: tuple  # (count, input stride, output stride), slowest first
    input_distance: int  # elements between rows
    output_distance: int


def layout_of(input_shape, output_shape, axes, lengths, last_axis=None):
    """The Layout for a transform of ``lengths`` points along ``axes``.

    Dimensions come slowest first, ``last_axis`` last: the one that a real transform
    halves. Nothing is moved for that, since each has strides of its own.
    """
    points = dict(zip(axes, lengths))
    dimensions, loops = {}, []
    in_a_loop = False
    first = min(axes)
    for axis in range(first, len(input_shape)):
        strides = prod(input_shape[axis + 1:]), prod(output_shape[axis + 1:])
        if axis in points:
            dimensions[axis] = (points[axis], *strides)
            in_a_loop = False
        else:
            # Neighbours make one loop, with the strides of the fastest.
            count = loops.pop()[0] if in_a_loop else 1
            loops.append((count * input_shape[axis], *strides))
            in_a_loop = True
    order = sorted(axes, key=lambda axis: (axis == last_axis, axis))
    return Layout(tuple(dimensions[axis] for axis in order),
                  tuple(loop for loop in loops if loop[0] > 1),
                  prod(input_shape[first:]),
                  prod(output_shape[first:]))
