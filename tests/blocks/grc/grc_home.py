# SPDX-License-Identifier: GPL-3.0-or-later
"""Homes for GRC, which reads the descriptions of all blocks once a home and takes seconds for
it: what it kept in one goes into the next, of another test too."""

import os
import pathlib
import shutil
import tempfile

KEPT = pathlib.Path(os.environ.get("XDG_CACHE_HOME", tempfile.gettempdir())) / "grc_blocks"
IN_HOME = pathlib.Path(".cache", "grc_gnuradio")


def fill(home):
    """Puts what GRC has read so far into ``home``, a folder."""
    to = pathlib.Path(home) / IN_HOME
    to.mkdir(parents=True, exist_ok=True)
    for file in KEPT.glob("*.json"):
        shutil.copyfile(file, to / file.name)


def keep(home):
    """Keeps what GRC has read in ``home`` by now. Of several tests at once the last one's
    stays; a file is there whole or not at all."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for file in (pathlib.Path(home) / IN_HOME).glob("*.json"):
        with tempfile.NamedTemporaryFile(dir=KEPT, delete=False) as whole:
            whole.write(file.read_bytes())
        os.replace(whole.name, KEPT / file.name)
