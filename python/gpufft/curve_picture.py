# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws spectra as curves: levels over frequency in Hz, a legend, a title."""
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .picture import DPI, HEIGHT, WIDTH, frequency_unit, png_of, put_titles

#: left, bottom, width, height of the axes in pixels
AXES = (95, 65, 1065, 555)
#: dB below the lowest decile of all levels that are drawn: a bin of silence hides no curve
_BELOW, _ABOVE = 10, 3


def draw(head, values):
    """The picture of ``survey_picture``'s head and numbers as the bytes of a PNG file."""
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI)
    FigureCanvasAgg(figure)
    left, bottom, width, height = AXES
    axes = figure.add_axes((left / WIDTH, bottom / HEIGHT, width / WIDTH, height / HEIGHT))

    curves = list(_curves(head, values))
    edges = [edge for _, frequency, _ in curves for edge in (frequency[0], frequency[-1])]
    hz_per_unit, unit = frequency_unit((min(edges), max(edges)))
    colours = {name: f"C{i}" for i, name in enumerate(dict.fromkeys(c[0] for c in curves))}
    for name, frequency, levels in curves:
        axes.plot(frequency / hz_per_unit, levels, linewidth=0.8, color=colours[name],
                  label=name)
    axes.set_xlim(min(edges) / hz_per_unit, max(edges) / hz_per_unit)
    _limit_levels(axes, np.concatenate([levels for *_, levels in curves]))

    axes.set_xlabel(f"frequency, {unit}")
    axes.set_ylabel(head["label"])
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(10, steps=[1, 2, 5, 10]))
    axes.ticklabel_format(useOffset=False, style="plain", axis="x")
    axes.grid(True, linewidth=0.4, alpha=0.5)
    if len(colours) > 1:
        handles, labels = axes.get_legend_handles_labels()
        one_each = dict(zip(labels, handles))
        axes.legend(one_each.values(), one_each.keys(), loc="upper right")
    put_titles(figure, left, head["title"], head["subtitle"])
    return png_of(figure, head["program"])


def _curves(head, values):
    """(name, frequencies in Hz, levels) of each."""
    first = 0
    for curve in head["curves"]:
        count = curve["count"]
        yield (curve["name"], curve["first_hz"] + curve["step_hz"] * np.arange(count),
               values[first:first + count])
        first += count


def _limit_levels(axes, levels):
    known = levels[np.isfinite(levels)]
    if not len(known):
        return
    bottom, top = np.percentile(known, 10) - _BELOW, known.max() + _ABOVE
    axes.set_ylim(max(bottom, known.min() - _ABOVE), top)
