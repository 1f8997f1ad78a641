# SPDX-License-Identifier: GPL-3.0-or-later
"""GRC's own classes, which compile any number of flowgraphs as grcc does one: they read the
descriptions of all blocks once, which takes most of grcc's time."""

import os
import pathlib
import unittest.mock

import grc_home
from gnuradio import gr
from gnuradio.grc.core import Constants, Messages
from gnuradio.grc.core.platform import Platform

ROOT = pathlib.Path(__file__).resolve().parents[3]


def make_platform(home):
    """With our blocks; what it reads of them is kept in `home`, a folder."""
    variables = {"GRC_BLOCKS_PATH": str(ROOT / "grc"), "HOME": str(home)}
    kept = pathlib.Path(home, grc_home.IN_HOME, pathlib.Path(Constants.CACHE_FILE).name)
    with unittest.mock.patch.dict(os.environ, variables), unittest.mock.patch.object(
        Constants, "CACHE_FILE", str(kept)
    ):
        platform = Platform(
            name="test",
            prefs=gr.prefs(),
            version=gr.version(),
            version_parts=(gr.major_version(), gr.api_version(), gr.minor_version()),
        )
        platform.build_library()
    return platform


def compile_flowgraph(platform, grc, folder):
    """Writes the program of the file `grc` into `folder`; (exit status, what is printed) as
    grcc has them."""
    said = []
    with unittest.mock.patch.object(Messages, "MESSENGERS_LIST", [said.append]):
        platform.config.hier_block_lib_dir = str(folder)
        _, program = platform.load_and_generate_flow_graph(str(grc), str(folder))
    return 0 if program else 1, "".join(said)
