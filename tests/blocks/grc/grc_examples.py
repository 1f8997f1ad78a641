# SPDX-License-Identifier: GPL-3.0-or-later
"""How tests compile the flowgraphs in examples/, and what those run with."""

import os
import pathlib
import shutil
import subprocess
import sys

import grc_home

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"


def environment(folder, **changed):
    """With our GRC blocks; what GRC and GNU Radio keep in a home goes into `folder`."""
    return {
        **os.environ,
        "GRC_BLOCKS_PATH": str(ROOT / "grc"),
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(folder),
        **changed,
    }


def compile_examples(folder, files):
    """Runs grcc on `files`; the programs are in `folder` then."""
    grc_home.fill(folder)
    done = subprocess.run(
        [sys.executable, shutil.which("grcc"), "-o", folder, *files],
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=1500,
    )
    if done.returncode:
        raise AssertionError(done.stdout)
    grc_home.keep(folder)
