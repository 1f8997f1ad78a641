# SPDX-License-Identifier: GPL-3.0-or-later
"""An X server that draws into memory, for tests with windows."""

import ctypes
import os
import shutil
import signal
import subprocess

PR_SET_PDEATHSIG = 1


def open_screen():
    """Starts Xvfb, which ends with this process, and sets $DISPLAY to it."""
    if not shutil.which("Xvfb"):
        raise RuntimeError("Xvfb is needed: script/setup --tests installs it")
    reads, writes = os.pipe()
    subprocess.Popen(
        ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1920x1200x24", "-nolisten", "tcp"],
        pass_fds=[writes],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM),
    )
    os.close(writes)
    with os.fdopen(reads) as file:
        os.environ["DISPLAY"] = f":{file.readline().strip()}"
    os.environ["QT_QPA_PLATFORM"] = "xcb"
