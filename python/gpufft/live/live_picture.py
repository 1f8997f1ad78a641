# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of the moment: spectrum above, waterfall below, one frequency axis."""
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..picture import (DPI, HEIGHT, WIDTH, choose_levels, frequency_unit, png_of,
                       put_titles)

#: left, bottom, width, height in pixels
SPECTRUM = (80, 380, 985, 240)
WATERFALL = (80, 60, 985, 295)
_SCALE_LEFT = 1085  #: of the colour bar
LEAST_ROWS = 24  #: of the waterfall, so that the first ones are not as thick as a pane


def draw(shown, title, subtitle, warning=""):
    """shown: spectrum_store.Shown; warning: in red, at the upper right

    Returns the bytes of a PNG file of WIDTH x HEIGHT pixels.
    """
    import matplotlib

    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI)
    FigureCanvasAgg(figure)
    half_bin = (shown.frequencies_hz[-1] - shown.frequencies_hz[0]) \
        / max(1, len(shown.frequencies_hz) - 1) / 2
    low, high = shown.frequencies_hz[0] - half_bin, shown.frequencies_hz[-1] + half_bin
    factor, unit = frequency_unit((low, high))
    low, high = low / factor, high / factor
    bottom, top = _limits(shown)

    above = figure.add_axes(_share(SPECTRUM))
    if shown.largest is not None:
        _draw_trace(above, shown.largest, low, high, "#d08020", "max hold")
        above.legend(loc="upper right", fontsize=8)
    _draw_trace(above, shown.now, low, high, "#2060a0", "now")
    above.set_xlim(low, high)
    above.set_ylim(bottom, top)
    above.set_ylabel("level, dBFS")
    above.grid(True, linewidth=0.4, alpha=0.6)
    above.tick_params(labelbottom=False)

    below = figure.add_axes(_share(WATERFALL))
    colours = matplotlib.colormaps["viridis"].copy()
    colours.set_bad("white")
    known = int(np.count_nonzero(np.isfinite(shown.ages_s)))
    rows = min(len(shown.rows), max(known, LEAST_ROWS))
    image = below.imshow(np.ma.masked_invalid(shown.rows[:rows]), cmap=colours, vmin=bottom, vmax=top,
                         aspect="auto", interpolation="nearest",
                         extent=(low, high, rows - 0.5, -0.5))
    below.set_xlim(low, high)
    _label_ages(below, shown.ages_s[:known], rows)
    below.set_ylabel("age, s")
    below.set_xlabel(f"frequency, {unit}")
    for axes in (above, below):
        axes.xaxis.set_major_locator(MaxNLocator(10, steps=[1, 2, 5, 10]))
    below.ticklabel_format(axis="x", useOffset=False, style="plain")
    scale = figure.add_axes(_share((_SCALE_LEFT, WATERFALL[1], 22, WATERFALL[3])))
    figure.colorbar(image, cax=scale, extend="both", extendfrac=0.02).set_label("dBFS")
    put_titles(figure, SPECTRUM[0], title, subtitle)
    if warning:
        figure.text((SPECTRUM[0] + SPECTRUM[2]) / WIDTH, 1 - 30 / HEIGHT, warning,
                    color="#c00000", fontsize=11, fontweight="bold", ha="right",
                    parse_math=False)
    return png_of(figure, "gpufft live")


def _limits(shown):
    """Levels of the lower and the upper edge: all of the traces, and 5 dB above."""
    bottom, top = choose_levels(shown.now)
    traces = [shown.now] + ([] if shown.largest is None else [shown.largest])
    known = np.concatenate([trace[np.isfinite(trace)] for trace in traces])
    if len(known):
        top = max(top, float(known.max()))
        bottom = min(bottom, float(np.percentile(known, 5)))
    return np.floor(bottom / 5) * 5 - 5, np.ceil(top / 5) * 5 + 5


def _draw_trace(axes, levels, low, high, colour, label):
    """Several bins that share a column of pixels become a line from their least to their
    largest level, so that none is lost."""
    bins = len(levels)
    frequencies = low + (np.arange(bins) + 0.5) * (high - low) / bins
    if bins > 2 * SPECTRUM[2]:
        starts = np.arange(SPECTRUM[2]) * bins // SPECTRUM[2]
        pairs = np.stack([np.fmin.reduceat(levels, starts),
                          np.fmax.reduceat(levels, starts)], axis=1)
        levels, frequencies = pairs.ravel(), np.repeat(frequencies[starts], 2)
    axes.plot(frequencies, levels, linewidth=0.8, color=colour, label=label)


def _label_ages(axes, ages_s, rows):
    """ages_s: of the rows that there are, of the ``rows`` that the axes have room for"""
    places = np.arange(0, len(ages_s), max(1, rows // 6))
    axes.set_yticks(places)
    digits = 1 if len(ages_s) and ages_s[-1] > 5 else 2
    axes.set_yticklabels([f"{ages_s[place]:.{digits}f}" for place in places])


def _share(box):
    left, bottom, width, height = box
    return (left / WIDTH, bottom / HEIGHT, width / WIDTH, height / HEIGHT)
