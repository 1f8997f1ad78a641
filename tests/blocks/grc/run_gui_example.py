#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a GUI flowgraph that GRC generated, turns its controls, and takes a picture.

usage: run_gui_example.py SCRIPT SECONDS ITEMS FOLDER BLOCK [CONTROL=VALUE]... [BUTTON]...

Writes FOLDER/before.png and FOLDER/after.png, the window after SECONDS and, with every
CONTROL set to its VALUE (a Python literal) and every BUTTON pressed, after SECONDS more;
and FOLDER/before.npy and FOLDER/after.npy, what BLOCK gave meanwhile:
float32[items, points]. Where that is less than ITEMS, on a busy machine, it takes longer.
"""

import ast
import importlib.util
import inspect
import pathlib
import sys
import time

import numpy as np
from gnuradio import blocks, gr

LONGEST_S = 300


def flowgraph_class(script):
    spec = importlib.util.spec_from_file_location("example", script)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    return next(
        thing
        for thing in vars(example).values()
        if inspect.isclass(thing)
        and issubclass(thing, gr.top_block)
        and thing.__module__ == "example"
    )


def main(script, seconds, items, folder, block, *controls):
    from PyQt5 import Qt

    folder = pathlib.Path(folder)
    application = Qt.QApplication([script])
    flowgraph = flowgraph_class(script)()
    watched = getattr(flowgraph, block)
    points = watched.output_signature().sizeof_stream_item(0) // gr.sizeof_float
    seen = blocks.vector_sink_f(points)
    flowgraph.connect(watched, seen)
    flowgraph.resize(1200, 900)
    flowgraph.start()
    flowgraph.show()

    def watch(name):
        seen.reset()
        began = time.monotonic()
        while (passed := time.monotonic() - began) < float(seconds) or (
            len(seen.data()) < int(items) * points and passed < LONGEST_S
        ):
            application.processEvents()
            time.sleep(0.02)
        np.save(folder / name, np.reshape(seen.data(), (-1, points)).astype(np.float32))
        if not flowgraph.grab().save(str(folder / f"{name}.png")):
            raise OSError(f"the picture cannot be written to {folder}")

    watch("before")
    for control in controls:
        if "=" in control:
            name, value = control.split("=", 1)
            getattr(flowgraph, f"set_{name}")(ast.literal_eval(value))
        else:
            buttons = flowgraph.findChildren(Qt.QPushButton)
            next(each for each in buttons if each.text() == control).click()
    watch("after")
    flowgraph.stop()
    flowgraph.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
