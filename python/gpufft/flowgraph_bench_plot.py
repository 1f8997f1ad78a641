# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what was measured: MS/s over the length, a panel for each job and kind of ends."""
import io

import matplotlib

matplotlib.use("Agg")

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter, NullLocator

PANEL_WIDTH, PANEL_HEIGHT, DPI = 6.2, 4.6, 100  #: inches, and pixels of one

#: Ours in shades of blue, in-tree in those of orange: told apart by the colour-blind, and
#: by their markers in print. One a chain of a job, in order.
OURS, IN_TREE = ["#0b4f8a", "#4a9ad4"], ["#b8490b", "#e89b4c"]
MARKERS = ["o", "s"]
ENDS = {"untouched": "ends touch no memory", "file": "from a file, read by the sink"}


def draw(measured):
    """The picture as the bytes of a PNG file."""
    rates = measured["rates"]
    jobs, ends = _in_order(rates, "job"), _in_order(rates, "ends")
    width, height = PANEL_WIDTH * len(jobs), PANEL_HEIGHT * len(ends) + 1.9
    figure = Figure(figsize=(width, height), dpi=DPI)
    FigureCanvasAgg(figure)
    grid = figure.subplots(len(ends), len(jobs), squeeze=False, sharex=True, sharey="row")
    figure.subplots_adjust(left=0.85 / width, right=1 - 0.2 / width, bottom=1.6 / height,
                           top=1 - 1.15 / height, wspace=0.06, hspace=0.22)
    for row, name in zip(grid, ends):
        for axes, job in zip(row, jobs):
            _panel(axes, [rate for rate in rates
                          if (rate["job"], rate["ends"]) == (job, name)])
            axes.set_title(f"{job}, {ENDS[name]}", fontsize=11)
        row[0].set_ylabel("MS/s")
        row[0].set_ylim(*_limits([rate for rate in rates if rate["ends"] == name]))
    for axes in grid[-1]:
        axes.set_xlabel("points of a frame")
        # Below, where it hides no line: the panels of a job have the same ones.
        axes.legend(fontsize=8, ncol=2, frameon=False, loc="upper center",
                    bbox_to_anchor=(0.5, -0.13))
    _title(figure, width, height, measured)
    png = io.BytesIO()
    figure.savefig(png, format="png", metadata={"Software": "gpufft bench"})
    return png.getvalue()


def _panel(axes, rates):
    buffers = _in_order(rates, "buffer_bytes")
    for is_ours, colours in ((True, OURS), (False, IN_TREE)):
        chains = _in_order([r for r in rates if r["is_ours"] == is_ours], "chain")
        for chain, colour, marker in zip(chains, colours, MARKERS):
            for place, size in enumerate(buffers):
                _line(axes, [r for r in rates
                             if (r["chain"], r["buffer_bytes"]) == (chain, size)],
                      color=colour, marker=marker, linestyle="-" if place == 0 else "--",
                      label=f"{chain}, {_buffers(size)}")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    # Powers of ten alone would leave some panels with one number.
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_formatter(FuncFormatter(_minor))
    axes.set_xticks(sorted({rate["length"] for rate in rates}))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.grid(True, which="major", color="0.85")
    axes.grid(True, which="minor", color="0.94")
    axes.set_axisbelow(True)


def _line(axes, rates, **style):
    rates = sorted(rates, key=lambda rate: rate["length"])
    lengths = [rate["length"] for rate in rates]
    seen = [rate["samples_per_s"] for rate in rates]
    axes.plot(lengths, [s["median"] / 1e6 for s in seen], markersize=4.5, linewidth=1.4,
              **style)
    axes.fill_between(lengths, [s["lowest"] / 1e6 for s in seen],
                      [s["highest"] / 1e6 for s in seen], color=style["color"],
                      alpha=0.12, linewidth=0)


def _limits(rates):
    """Around the medians: one round that something disturbed shall not set the scale."""
    medians = [rate["samples_per_s"]["median"] / 1e6 for rate in rates]
    return 0.5 * min(medians), 2 * max(medians)


def _title(figure, width, height, measured):
    machine = measured["machine"]
    left = 0.85 / width
    figure.text(left, 1 - 0.4 / height, f"GNU Radio flowgraphs on {machine['device']}",
                fontsize=13, fontweight="bold", parse_math=False)
    figure.text(left, 1 - 0.67 / height,
                f"{machine['cpu']}, {machine['cores']} cores, GNU Radio "
                f"{machine['gnuradio']}; median of {measured['rounds']} rounds of "
                f"{measured['seconds']:g} s, band: lowest to highest",
                fontsize=9, parse_math=False)


def _minor(value, _):
    """2, 3 and 5 of each decade."""
    first = f"{value:e}"[0]
    return f"{value:g}" if first in "235" else ""


def _buffers(size):
    return f"{size >> 20} MiB buffers" if size else "default buffers"


def _in_order(rates, name):
    return list(dict.fromkeys(rate[name] for rate in rates))
