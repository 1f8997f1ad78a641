#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a flowgraph that GRC generated, headless, with our FFT blocks for gnuradio.fft's.

usage: run_example.py SCRIPT SECONDS

Every FFT block of the flowgraph becomes ours, which drives it; gnuradio.fft's runs on the
same items beside it, and both outputs are compared. Prints a JSON list, an object for
each FFT block: its name, points, items compared, relative RMS error.
"""

import importlib.util
import inspect
import json
import sys
import time

import numpy as np
from gnuradio import fft, gpufft, gr

LONGEST_S = 300  # until each has compared some items, on a machine that is busy

made = []


class Comparison(gr.sync_block):
    """Counts items of two inputs and adds up the power of their difference."""

    def __init__(self, name, length):
        gr.sync_block.__init__(self, "comparison", [(np.complex64, length)] * 2, None)
        self.fft_name, self.length = name, length
        self.items, self.error, self.power = 0, 0.0, 0.0

    def work(self, input_items, output_items):
        ours, theirs = (items.astype(complex) for items in input_items)
        self.items += len(ours)
        self.error += np.sum(np.abs(ours - theirs) ** 2)
        self.power += np.sum(np.abs(theirs) ** 2)
        return len(ours)

    def report(self):
        return {
            "block": self.fft_name,
            "length": self.length,
            "items": self.items,
            "error": float(np.sqrt(self.error / max(self.power, 1e-30))),
        }


def side_by_side(name, item_size):
    theirs, ours = getattr(fft, name), getattr(gpufft, name)

    class Both(gr.hier_block2):
        def __init__(self, fft_size, *arguments, **named):
            gr.hier_block2.__init__(
                self,
                name,
                gr.io_signature(1, 1, item_size * fft_size),
                gr.io_signature(1, 1, gr.sizeof_gr_complex * fft_size),
            )
            mine = ours(fft_size, *arguments, **named)
            other = theirs(fft_size, *arguments, **named)
            comparison = Comparison(name, fft_size)
            made.append(comparison)
            self.connect(self, mine, self)
            self.connect(mine, (comparison, 0))
            self.connect(self, other, (comparison, 1))

    return Both


def main(script, seconds):
    from PyQt5 import Qt

    application = Qt.QApplication([script])
    fft.fft_vcc = side_by_side("fft_vcc", gr.sizeof_gr_complex)
    fft.fft_vfc = side_by_side("fft_vfc", gr.sizeof_float)

    spec = importlib.util.spec_from_file_location("example", script)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    flowgraph = next(
        thing
        for thing in vars(example).values()
        if inspect.isclass(thing)
        and issubclass(thing, gr.top_block)
        and thing.__module__ == "example"
    )()

    flowgraph.start()
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds or (
        passed < LONGEST_S and not all(comparison.items for comparison in made)
    ):
        application.processEvents()
        time.sleep(0.01)
    flowgraph.stop()
    flowgraph.wait()
    # On a line of its own: a log's may have no end yet.
    print("\n" + json.dumps([comparison.report() for comparison in made]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
