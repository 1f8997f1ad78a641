# SPDX-License-Identifier: GPL-3.0-or-later
"""How the axes of an array become the engine's rows, dimensions and loops."""

from math import prod
from typing import NamedTuple

MOST_LOOPS = 4  #: that a row of the engine has


class Layout(NamedTuple):
    """The transformed axes of arrays, in the engine's words.

    A dimension is a transformed axis; rows and loops are the others.
    """

    shape: tuple  # (length, input stride, output stride) of each dimension
    loops: tuple  # (count, input stride, output stride), slowest first
    input_distance: int  # elements between rows
    output_distance: int


def layout_of(input_shape, output_shape, axes, lengths, last_axis=None):
    """The Layout for a transform of ``lengths`` points along ``axes``, C-contiguous.

    A row is what lies behind the axes before the first transformed one, a loop a run of
    axes behind or between those. Dimensions come slowest first, ``last_axis`` last: the
    one that a real transform halves. Nothing is moved for that, since each has strides
    of its own.
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
    order = _order(axes, last_axis)
    return Layout(tuple(dimensions[axis] for axis in order),
                  tuple(loop for loop in loops if loop[0] > 1),
                  prod(input_shape[first:]),
                  prod(output_shape[first:]))


def strided_layout_of(source, result, axes, lengths, last_axis=None):
    """(Layout, rows) for arrays of any strides; None: they take too many loops.

    ``source`` and ``result`` have ``shape`` and ``strides``, in elements. Of contiguous
    arrays the Layout is that of layout_of(), so that they share executors however many
    rows they have.
    """
    points = dict(zip(axes, lengths))
    dimensions = tuple(
        (points[axis], *(_stride(side, axis) for side in (source, result)))
        for axis in _order(axes, last_axis))
    first = min(axes)
    before = _joined(source, result, [a for a in range(first) if a not in points])
    loops = _joined(source, result,
                    [a for a in range(first, len(source.shape)) if a not in points])
    # Kernels are the same for any number of rows: the slowest loop makes them.
    row = max(before, key=lambda loop: loop[2], default=None)
    loops = [loop for loop in before if loop is not row] + loops
    if len(loops) > MOST_LOOPS and row is None:
        row = max(loops, key=lambda loop: loop[2])
        loops.remove(row)
    if len(loops) > MOST_LOOPS:
        return None
    rows, *distances = row or (1, prod(source.shape[first:]), prod(result.shape[first:]))
    return Layout(dimensions, tuple(loops), *distances), rows


def _order(axes, last_axis):
    return sorted(axes, key=lambda axis: (axis == last_axis, axis))


def _stride(side, axis):
    # An axis of one point needs none, and gets that of a contiguous array.
    return side.strides[axis] if side.shape[axis] > 1 else prod(side.shape[axis + 1:])


def _joined(source, result, axes):
    """Loops over these axes, (count, input stride, output stride), where neighbours that
    lie behind each other on both sides are one."""
    loops = []
    for axis in axes:
        count = source.shape[axis]
        if count == 1:
            continue
        steps = source.strides[axis], result.strides[axis]
        if loops and loops[-1][1:] == tuple(count * step for step in steps):
            count *= loops.pop()[0]
        loops.append((count, *steps))
    return loops
