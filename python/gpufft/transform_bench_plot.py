# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft bench --plot: draws GFLOP/s of transforms, and of the libraries beside ours."""
import io
import json
import sys

from .atomic_file import write_file

DPI, HEIGHT, LEAST_WIDTH, BAR_INCHES = 100, 5.0, 6.5, 0.24

#: Series: key of the time in microseconds, colour, label. Told apart by the colour-blind.
SERIES = [("us", "#0b4f8a", "ours, on the device"), ("cufft_us", "#b8490b", "cuFFT"),
          ("clfft_us", "#6b6b6b", "clFFT"), ("host_us", "#4a9ad4", "ours, host to host"),
          ("fftw_us", "#e89b4c", "FFTW")]


def series_of(transforms):
    """(colour, label, GFLOP/s of each transform, None where it has no time)."""
    made = []
    for key, colour, label in SERIES:
        rates = [t["gflops"] * t["us"] / t[key] if t.get(key) else None for t in transforms]
        if any(rates):
            made.append((colour, label, rates))
    return made


def draw(measured):
    """The picture as the bytes of a PNG file."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    transforms = [t for t in measured["transforms"] if "failure" not in t]
    series = series_of(transforms)
    width = max(LEAST_WIDTH, 1.2 + BAR_INCHES * len(transforms) * (len(series) + 1))
    figure = Figure(figsize=(width, HEIGHT), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    share = 0.8 / max(1, len(series))
    for place, (colour, label, rates) in enumerate(series):
        axes.bar([i + share * (place - (len(series) - 1) / 2) for i in range(len(rates))],
                 [rate or 0 for rate in rates], share, color=colour, label=label)
    axes.set_xticks(range(len(transforms)),
                    [f"{t['transform']}\n× {t['batch']}" for t in transforms],
                    rotation=30 if len(transforms) > 4 else 0, fontsize=8)
    axes.set_ylabel("GFLOP/s")
    axes.grid(True, axis="y", color="0.88")
    axes.set_axisbelow(True)
    if series:
        axes.legend(fontsize=8, frameon=False)
    axes.set_title(f"{measured['device']}\nmedian of {measured['rounds']} rounds", fontsize=10,
                   parse_math=False)
    png = io.BytesIO()
    figure.savefig(png, format="png", metadata={"Software": "gpufft bench"})
    return png.getvalue()


def main(argv):
    """RESULTS PICTURE STATUS: draws, and returns the status that was measured with."""
    results, picture, status = argv
    try:
        with open(results, encoding="utf-8") as file:
            write_file(picture, draw(json.load(file)))
    except (OSError, ImportError) as error:
        print(f"gpufft bench: {error}", file=sys.stderr)
        return 1
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
