# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells the engine where this Python has its packages: NVRTC and PoCL may be among them."""

import os
import sys

from . import _engine
from ._opencl_vendors import name_vendor


def package_folders(path):
    """The folders of packages among the entries of `path`, a list such as sys.path.

    Not the working directory, nor that of a script: what lies there is not what somebody
    has installed.
    """
    return [
        entry
        for entry in path
        if os.path.isabs(entry)
        and os.path.basename(entry.rstrip("/")) in ("site-packages", "dist-packages")
    ]


def tell_engine():
    """What wheels have brought is found from now on."""
    folders = package_folders(sys.path)
    _engine.set_package_folders(folders)
    name_vendor(folders)
