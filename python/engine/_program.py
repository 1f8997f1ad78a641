# SPDX-License-Identifier: GPL-3.0-or-later
"""The program `gpufft` of a wheel: what pip puts on PATH starts the one in this package."""

import os
import sys

from ._opencl_vendors import name_vendor
from ._package_folders import package_folders

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "gpufft")


def main():
    """Becomes the program, which finds what wheels of this Python have brought."""
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"gpufft: {PROGRAM} is not there; this installation has the program "
                 "elsewhere, e.g. in /usr/bin")
    name_vendor(package_folders(sys.path))
    if sys.prefix != sys.base_prefix:
        os.environ.setdefault("VIRTUAL_ENV", sys.prefix)  # where NVRTC is looked for
    os.execv(PROGRAM, ["gpufft", *sys.argv[1:]])
