# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws a spectrogram: axes in Hz and seconds, a dB scale, a title."""
import io
from dataclasses import dataclass

import matplotlib

matplotlib.use("Agg")

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

WIDTH, HEIGHT, DPI = 1200, 700, 100  #: pixels
#: left, bottom, width, height of the axes in pixels; a column or row each at most
AXES = (95, 65, 970, 555)

#: Below every level that float samples can reach; digital silence is drawn there.
_SILENCE = 1e-30
#: dB between the darkest and the brightest colour, where it is not asked for
_LEAST_RANGE, _LARGEST_RANGE = 20, 100


@dataclass
class Box:
    """An annotation in the units of the axes; None: to the edge."""

    start_s: float
    end_s: float
    lower_hz: float
    upper_hz: float
    label: str


@dataclass
class Spectrogram:
    """power[row, column] in full-scale^2 / Hz, lowest frequency first; NaN: unknown.

    Where ``is_level``, they are levels in whatever ``label`` says, and are drawn as they
    are.

    times_s:     edges of the first and last column
    end_s:       where the last frame's share ends, should the last column hold fewer
    frequencies_hz:  edges of the lowest and highest row
    """

    power: np.ndarray
    times_s: tuple
    end_s: float
    frequencies_hz: tuple
    title: str
    subtitle: str
    is_offset: bool = False  #: frequencies are relative to a centre
    boxes: tuple = ()
    is_level: bool = False
    label: str = "power spectral density, dBFS/Hz"
    time_label: str = "time, s"
    limits: tuple = None  #: levels of the darkest and the brightest colour


def draw(spectrogram, dynamic_range_db=None, program="gpufft spectrogram"):
    """The picture as the bytes of a PNG file of WIDTH x HEIGHT pixels."""
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_axes(_share(*AXES))

    levels = spectrogram.power if spectrogram.is_level else to_db(spectrogram.power)
    bottom, top = spectrogram.limits or choose_levels(levels, dynamic_range_db)
    hz_per_unit, unit = frequency_unit(spectrogram.frequencies_hz)
    low, high = (edge / hz_per_unit for edge in spectrogram.frequencies_hz)
    colours = matplotlib.colormaps["viridis"].copy()
    colours.set_bad("white")
    image = axes.imshow(np.ma.masked_invalid(levels), cmap=colours, vmin=bottom, vmax=top,
                        aspect="auto", origin="lower", interpolation="nearest",
                        extent=(*spectrogram.times_s, low, high))
    axes.set_xlim(spectrogram.times_s[0], spectrogram.end_s)
    axes.set_ylim(low, high)
    for box in spectrogram.boxes:
        _draw_box(axes, box, hz_per_unit, (low, high))

    what = "frequency offset" if spectrogram.is_offset else "frequency"
    axes.set_ylabel(f"{what}, {unit}")
    axes.set_xlabel(spectrogram.time_label)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(10, steps=[1, 2, 5, 10]))
    axes.ticklabel_format(useOffset=False, style="plain")
    axes.tick_params(direction="out")

    scale = figure.add_axes(_share(AXES[0] + AXES[2] + 20, AXES[1], 22, AXES[3]))
    bar = figure.colorbar(image, cax=scale, extend="both", extendfrac=0.02)
    bar.set_label(spectrogram.label)

    put_titles(figure, AXES[0], spectrogram.title, spectrogram.subtitle)
    return png_of(figure, program)


def put_titles(figure, left, title, subtitle):
    """Two lines above the axes, which begin ``left`` pixels from the edge."""
    figure.text(left / WIDTH, 1 - 30 / HEIGHT, _fit(title, 100), fontsize=13,
                fontweight="bold", parse_math=False)
    figure.text(left / WIDTH, 1 - 55 / HEIGHT, _fit(subtitle, 150), fontsize=9.5,
                parse_math=False)


def png_of(figure, program):
    """The bytes of a PNG file that says which program made it."""
    png = io.BytesIO()
    figure.savefig(png, format="png", metadata={"Software": program})
    return png.getvalue()


def to_db(power):
    """10 log10; NaN stays NaN, and 0 becomes a level below all others."""
    return 10 * np.log10(np.maximum(power, _SILENCE))


def choose_levels(levels, dynamic_range_db=None):
    """Levels, in dB, of the darkest and the brightest colour.

    The brightest leaves a thousandth of the picture above it, so that one spark does not
    dim the rest. The darkest is near the noise floor, which fills most of a picture.
    """
    known = levels[np.isfinite(levels) & (levels > 10 * np.log10(_SILENCE))]
    if not len(known):
        return -200.0, -200.0 + (dynamic_range_db or _LEAST_RANGE)
    floor, top = np.percentile(known, [20, 99.9])
    top = float(np.ceil(top))
    if dynamic_range_db is None:
        dynamic_range_db = np.clip(np.ceil(top - floor), _LEAST_RANGE, _LARGEST_RANGE)
    return top - float(dynamic_range_db), top


def hertz(value):
    """A frequency for people: "1.09 GHz", "93.8 Hz"."""
    for factor, unit in ((1e9, "GHz"), (1e6, "MHz"), (1e3, "kHz")):
        if abs(value) >= factor:
            return f"{value / factor:.10g} {unit}"
    return f"{value:.4g} Hz"


def frequency_unit(edges):
    """(Hz, name) of the unit that suits an axis between ``edges``, in Hz."""
    largest = max(map(abs, edges))
    for factor, unit in ((1e6, "MHz"), (1e3, "kHz")):
        if largest >= factor:
            return factor, unit
    return 1.0, "Hz"


def _share(left, bottom, width, height):
    return (left / WIDTH, bottom / HEIGHT, width / WIDTH, height / HEIGHT)


def _fit(text, letters):
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= letters else text[:letters - 3] + "..."


def _draw_box(axes, box, hz_per_unit, limits):
    low = limits[0] if box.lower_hz is None else box.lower_hz / hz_per_unit
    high = limits[1] if box.upper_hz is None else box.upper_hz / hz_per_unit
    if high > low:  # the box of a mere carrier would hide it: a label is enough
        axes.add_patch(Rectangle((box.start_s, low), box.end_s - box.start_s, high - low,
                                 fill=False, edgecolor="white", linewidth=0.8))
    axes.text(box.start_s, high, " " + _fit(box.label, 40), color="white", fontsize=8,
              va="bottom", clip_on=True, parse_math=False)
