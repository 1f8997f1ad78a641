# SPDX-License-Identifier: GPL-3.0-or-later
"""Help, options and their checks for gpufft bench."""
import argparse
import math
import mmap
import os

from ._program_arguments import Parser, number, whole

USAGE = """\
usage: gpufft bench --flowgraph [options] [LENGTH]...

Measure how many samples a second go through GNU Radio flowgraphs: in-tree blocks and
ours in the same run, in turn, so that none has the machine in a better hour. LENGTH is
the points of a frame (default 64 256 1024 4096 16384 65536).

      --flowgraph          of flowgraphs; of transforms alone: gpufft bench --transforms
                           SHAPE, or many of them: gpufft bench --suite NAME; blocks in a
                           row on one GPU: gpufft bench --chain; each with a --help of
                           its own
  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
      --ends NAME          untouched: a source and a sink that touch no memory; file: a
                           recording on disk, and a sink that reads; or both (default)
      --buffers MIB        each buffer's least size; 0: what GNU Radio and the blocks
                           choose; several with commas (default 0,16)
      --threads N          of in-tree FFTs (default 1, as theirs)
      --rounds N           measurements of each flowgraph, of which the median counts
                           (default 5)
      --seconds S          each measurement's (default 0.3)
      --quick              unless said otherwise 1024 and 16384 points, untouched ends,
                           3 rounds of 0.2 s
      --from FILE          show what --json once printed; nothing is measured
      --plot FILE          a picture of it, a PNG; appears complete or not at all
      --json               one JSON object instead of a table
  -h, --help               print this and exit
      --version            print the version and exit

MS/s are 10^6 complex samples a second. "of in-tree" compares with the fastest in-tree
flowgraph that does the same with that length and those ends, whatever its buffers.

Examples:
  gpufft bench --flowgraph --quick
  gpufft bench --flowgraph --plot rates.png 1024 4096
  gpufft bench --flowgraph --device cuda:0 --json > rates.json
  gpufft bench --flowgraph --from rates.json --plot rates.png

Exit status: 0 done, 1 bad arguments, 2 device failed.
"""

LENGTHS, QUICK_LENGTHS = [64, 256, 1024, 4096, 16384, 65536], [1024, 16384]
ENDS = {"untouched": ["untouched"], "file": ["file"], "both": ["untouched", "file"]}

#: GNU Radio's buffers hold whole items in whole memory pages, so a long odd frame needs
#: a huge one.
MAX_BUFFER_BYTES = 1 << 28

#: What says how to measure, which has no meaning where nothing is measured.
_MEASURING = ("device", "ends", "buffers", "threads", "rounds", "seconds", "quick")


def parse(argv):
    """Options as a namespace; None when help or version was printed instead.

    Raises ArgumentError.
    """
    parser = Parser("gpufft bench")
    add = parser.add_argument
    add("lengths", nargs="*", type=whole(1))
    add("--flowgraph", action="store_true")
    add("-d", "--device")
    add("--ends", type=_ends)
    add("--buffers", type=_sizes)
    add("--threads", type=whole(1))
    add("--rounds", type=whole(1))
    add("--seconds", type=number("seconds", above=0))
    add("--quick", action="store_true")
    add("--from", dest="results")
    add("--plot")
    add("--json", action="store_true")
    options = parser.parse(argv, "lengths")
    if parser.answer(options, USAGE):
        return None
    if not options.flowgraph:
        parser.error("what to measure must be said: --flowgraph, or --suite NAME")
    if options.plot is not None:
        stem, extension = os.path.splitext(options.plot)
        if extension.lower() != ".png":
            parser.error(f"--plot {options.plot}: pictures are PNG files; --plot "
                         f"{stem or 'rates'}.png works")
    if options.results is not None:
        _check_nothing_is_measured(parser, options)
    else:
        _set_defaults(options)
        _check_lengths(parser, options)
    return options


def _ends(text):
    if text not in ENDS:
        *names, last = ENDS
        raise argparse.ArgumentTypeError(
            f"must be {', '.join(names)} or {last}, got {text}")
    return text


def _sizes(text):
    words = text.split(",")
    # Larger ones GNU Radio cannot count in items.
    if not all(word.isdecimal() and int(word) <= 1024 for word in words):
        raise argparse.ArgumentTypeError(
            f"must be whole numbers of MiB up to 1024, such as 0 or 0,16, got {text}")
    return list(dict.fromkeys(map(int, words)))


def _check_nothing_is_measured(parser, options):
    given = [f"--{name}" for name in _MEASURING if getattr(options, name)]
    given = [str(length) for length in options.lengths[:1]] + given
    if given:
        parser.error(f"--from shows what was measured, and {given[0]} is given, too")


def _set_defaults(options):
    quick = options.quick
    options.lengths = options.lengths or (QUICK_LENGTHS if quick else LENGTHS)
    options.device = options.device or "auto"
    options.ends = ENDS[options.ends or ("untouched" if quick else "both")]
    options.buffers = options.buffers or [0, 16]
    options.threads = options.threads or 1
    options.rounds = options.rounds or (3 if quick else 5)
    options.seconds = options.seconds or (0.2 if quick else 0.3)


def _check_lengths(parser, options):
    for length in options.lengths:
        size = math.lcm(8 * length, mmap.PAGESIZE)
        if size > MAX_BUFFER_BYTES:
            works = 1 << min(length.bit_length() - 1, 24)
            parser.error(f"length {length} needs buffers of {size >> 20} MiB, because "
                         f"whole frames must fill whole memory pages; {works} works")
