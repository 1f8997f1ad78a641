#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures flowgraphs of in-tree blocks and of ours, in turn: the program's benchmark.

benchmark.py --quick takes seconds, benchmark.py --plot rates.png minutes, and
benchmark.py --help tells the rest. What runs is in gnuradio.gpufft.flowgraph_chains.
"""
import sys

from gnuradio.gpufft import flowgraph_bench

if __name__ == "__main__":
    sys.exit(flowgraph_bench.main(["--flowgraph", *sys.argv[1:]]))
