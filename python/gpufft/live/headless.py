# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft live without a window: pictures, tables and lines of JSON at a steady pace."""
import json
import os
import re
import time

import numpy as np

from ..atomic_file import write_file
from .words import missing_share, subtitle_of, title_of, warning_of

_POLL_S = 0.1


def make_folders(options):
    """Those that --png and --csv name, before there is work for them. Raises OSError."""
    for folder in (options.png, options.csv):
        if folder:
            os.makedirs(folder, exist_ok=True)
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(13, "cannot write into this folder", folder)


class Headless:
    """Writes what ``analyzer`` has received, options.fps times a second.

    results: file descriptor for lines of JSON
    """

    def __init__(self, analyzer, options, results):
        self._analyzer, self._options, self._results = analyzer, options, results
        self._number = _last_number(options.png, options.csv)
        self.written = 0

    def run(self):
        """Until the source or --for ends. Raises what ended the analyzer, and OSError."""
        options, analyzer = self._options, self._analyzer
        began = time.monotonic()
        end = began + (options.duration or float("inf"))
        due = began + 1 / options.fps
        while not analyzer.is_over:
            now = time.monotonic()
            if now >= end:
                break
            if now >= due:
                self._write()
                # Pictures that take longer than that come as fast as they can.
                due = max(due + 1 / options.fps, time.monotonic())
            analyzer.poll()
            time.sleep(max(0.0, min(_POLL_S, due - time.monotonic(), end - time.monotonic())))
        # What came since the last picture, or all of a short recording.
        if analyzer.is_over or not self.written:
            self._write()

    def _write(self):
        analyzer, options = self._analyzer, self._options
        shown = analyzer.flowgraph.store.take()
        overload, samples = analyzer.flowgraph.meter.take()
        if np.isnan(shown.now).all() and not options.json:
            return  # nothing has come yet
        self._number += 1
        self.written += 1
        name = f"live-{self._number:06}"
        files = {}
        if options.png:
            from .live_picture import draw

            files["picture"] = os.path.join(options.png, f"{name}.png")
            write_file(files["picture"], draw(shown, title_of(analyzer), subtitle_of(analyzer),
                                              warning_of(analyzer, overload)))
        if options.csv:
            files["table"] = os.path.join(options.csv, f"{name}.csv")
            write_file(files["table"], table_of(shown))
        if options.json:
            self._print({**files, **self._moment(shown, overload, samples)})

    def _print(self, moment):
        line = json.dumps(moment).encode("utf-8", "surrogateescape") + b"\n"
        try:
            while line:
                line = line[os.write(self._results, line):]
        except OSError as error:
            raise OSError(error.errno, error.strerror, "stdout") from None

    def _moment(self, shown, overload, samples):
        analyzer = self._analyzer
        flowgraph = analyzer.flowgraph
        known = np.flatnonzero(np.isfinite(shown.now))
        peak = int(known[np.argmax(shown.now[known])]) if len(known) else None
        moment = {
            "time": time.time(), "source": analyzer.radio.name,
            "receiving": analyzer.is_receiving,
            "centre_hz": None if flowgraph.sweep else shown.centre_hz,
            "samp_rate": analyzer.radio.samp_rate, "length": flowgraph.plan.length,
            "window": flowgraph.plan.window, "rbw_hz": flowgraph.plan.rbw_hz,
            "bins": len(shown.now), "spectra": shown.spectra, "samples": samples,
            "samples_per_second": analyzer.rate.samples_per_second, "overload": overload,
            "lost": analyzer.lost, "missing_share": missing_share(analyzer),
            "interruptions": analyzer.interruptions,
            "peak_hz": None if peak is None else float(shown.frequencies_hz[peak]),
            "peak_dbfs": None if peak is None else float(shown.now[peak]),
            "device": flowgraph.spectrum.device_name()}
        if flowgraph.sweep:
            moment |= {"sweep": [flowgraph.sweep.low_hz, flowgraph.sweep.high_hz],
                       "stations": flowgraph.sweep.stations, "sweeps": flowgraph.sink.sweeps,
                       "dropped_while_settling": flowgraph.gate.dropped}
        return moment


def table_of(shown):
    """Comma-separated: frequency_hz, level_dbfs and, where there is a max hold, max_dbfs;
    levels that are not known are empty."""
    columns = [shown.now] + ([] if shown.largest is None else [shown.largest])
    head = "frequency_hz,level_dbfs" + (",max_dbfs" if len(columns) > 1 else "")
    lines = [head]
    for frequency, *levels in zip(shown.frequencies_hz, *columns):
        cells = ("" if np.isnan(level) else f"{level:.3f}" for level in levels)
        lines.append(f"{frequency:.3f},{','.join(cells)}")
    return ("\n".join(lines) + "\n").encode()


def _last_number(*folders):
    """The largest one of files that are there: those of an earlier run stay."""
    numbers = [0]
    for folder in filter(None, folders):
        found = (re.fullmatch(r"live-(\d{6,})\.(?:png|csv)", name)
                 for name in os.listdir(folder))
        numbers += [int(match[1]) for match in found if match]
    return max(numbers)
