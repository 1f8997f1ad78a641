# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft live, run as its users do, and the tables and lines that it writes."""
import json
import os
import pathlib
import subprocess
import tempfile

import numpy as np

PROGRAM = os.environ.get("GPUFFT_PROGRAM")

BESIDE_THE_REPOSITORY = pathlib.Path(__file__).resolve().parents[4] / "shared" / "data"
DATA = pathlib.Path(os.environ.get("GPUFFT_TEST_DATA") or BESIDE_THE_REPOSITORY)

FOLDER = tempfile.TemporaryDirectory()  #: settings of nobody; libraries may keep theirs


def environment(**changed):
    """No display, and settings of nobody: both are what the program must not need."""
    variables = {name: value for name, value in os.environ.items()
                 if name not in ("DISPLAY", "WAYLAND_DISPLAY", "GPUFFT_BACKEND_DIR")}
    return {**variables, "XDG_CONFIG_HOME": FOLDER.name, **changed}


def start(*arguments, **more):
    """The program as a Popen whose stdout and stderr are pipes of text."""
    return subprocess.Popen([PROGRAM, "live", *map(str, arguments)], env=environment(),
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def run(*arguments, **more):
    """The program when it has ended: returncode, stdout and stderr."""
    return subprocess.run([PROGRAM, "live", *map(str, arguments)], env=environment(),
                          capture_output=True, timeout=120, **more)


def moments(stdout):
    """The objects of --json."""
    return [json.loads(line) for line in stdout.splitlines()]


def table(path):
    """A table of --csv as a structured array: frequency_hz, level_dbfs, max_dbfs."""
    return np.genfromtxt(path, delimiter=",", names=True)


def level_at(rows, frequency_hz, name="level_dbfs"):
    """Of the bin nearest to ``frequency_hz``."""
    return rows[name][np.argmin(np.abs(rows["frequency_hz"] - frequency_hz))]
