# SPDX-License-Identifier: GPL-3.0-or-later
"""Help, options and their checks for gpufft spectrogram."""
import argparse
import math
import os

from .spectrogram_plan import ArgumentError

USAGE = """\
usage: gpufft spectrogram [options] RECORDING -o PICTURE.png

Turn a recording into a picture of its power over time and frequency, through a
GNU Radio flowgraph whose FFT runs on one device. RECORDING is SigMF (either file or
their base name), a sound file (WAV, FLAC, ...) or a raw file of samples.

  -o, --output FILE        the picture, a PNG; appears complete or not at all
  -l, --length N           samples per frame (default 1024 to 8192, by the recording)
      --hop N              samples from frame to frame (default half the length)
  -w, --window NAME        as SciPy calls it, e.g. hann or kaiser,8.6
                           (default blackmanharris)
  -a, --average N          spectra averaged into a column (default as many as fit)
      --dynamic-range DB   from darkest to brightest colour (default by the levels)
  -s, --samp-rate HZ       e.g. 2M or 48e3 (default what the recording says)
  -f, --format NAME        how raw samples are stored, e.g. ci16_le, cu8 or cf32
                           (default by the file's extension: .cu8 .cs16 .cf32 ...)
      --channel N          which channel of several, from 0 (default 0)
      --iq-channels        real channels N and N + 1 are I and Q
      --start S            skip S seconds (default 0)
      --duration S         draw S seconds (default to the end)
      --annotations        draw the boxes that SigMF metadata name
      --allow-damaged      leave out a last sample that is cut off; accept NaNs
  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
      --json               one JSON object instead of lines for people
  -h, --help               print this and exit
      --version            print the version and exit

Levels are dBFS/Hz: a complex tone of amplitude 1 has 0 dBFS, and integers have a full
scale of 1. Columns average power, not dB. A frame with a NaN leaves its column white.

Examples:
  gpufft spectrogram capture.sigmf-meta -o capture.png
  gpufft spectrogram adsb.cu8 --samp-rate 2M --length 256 -o adsb.png
  gpufft spectrogram stereo.wav --iq-channels --start 10 --duration 2 -o iq.png

Exit status: 0 done, 1 bad arguments or recording, 2 device failed.
"""

SUFFIXES = {"k": 1e3, "M": 1e6, "G": 1e9, "m": 1e-3, "u": 1e-6}


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        if message.startswith("unrecognized arguments: "):
            first = message.split(": ", 1)[1].split()[0]
            message = f"unknown option {first}"
        message = message.removeprefix("argument ")
        raise ArgumentError(f"{message}; see gpufft spectrogram --help")


def parse(argv):
    """Options as a namespace; None when help or version was printed instead.

    Raises ArgumentError.
    """
    parser = _Parser(add_help=False, allow_abbrev=False)
    add = parser.add_argument
    add("recording", nargs="*")
    add("-o", "--output")
    add("-l", "--length", type=_whole(1))
    add("--hop", type=_whole(1))
    add("-w", "--window", default="blackmanharris")
    add("-a", "--average", type=_whole(1))
    add("--dynamic-range", type=_number("dB", above=0))
    add("-s", "--samp-rate", type=_number("Hz", above=0))
    add("-f", "--format")
    add("--channel", type=_whole(0))
    add("--iq-channels", action="store_true")
    add("--start", type=_number("seconds", least=0), default=0.0)
    add("--duration", type=_number("seconds", above=0))
    add("--annotations", action="store_true")
    add("--allow-damaged", action="store_true")
    add("-d", "--device", default="auto")
    add("--json", action="store_true")
    add("-h", "--help", action="store_true")
    add("--version", action="store_true")
    options = parser.parse_intermixed_args(argv)
    if options.help:
        print(USAGE, end="")
        return None
    if options.version:
        from .version import __version__

        print(f"gpufft {__version__}")
        return None

    if len(options.recording) != 1:
        named = " ".join(options.recording) or "none"
        parser.error(f"one recording is needed, got {named}")
    options.recording = options.recording[0]
    if not options.output:
        parser.error("no picture is named; give one with -o, e.g. -o spectrogram.png")
    stem, extension = os.path.splitext(options.output)
    if extension.lower() != ".png":
        parser.error(f"-o {options.output}: pictures are PNG files; -o "
                     f"{stem or 'spectrogram'}.png works")
    return options


def _whole(least):
    def convert(text):
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(
                f"must be a whole number of at least {least}, got {text}")
        return value

    return convert


def _number(unit, least=None, above=None):
    bound = f"at least {least}" if least is not None else f"above {above}"

    def convert(text):
        factor = SUFFIXES.get(text[-1:], 1)
        try:
            value = float(text[:-1] if text[-1:] in SUFFIXES else text) * factor
        except ValueError:
            value = math.nan
        good = math.isfinite(value) and (value >= least if least is not None
                                         else value > above)
        if not good:
            raise argparse.ArgumentTypeError(
                f"must be a number of {unit}, {bound}, e.g. {_EXAMPLES[unit]}, got "
                f"{text}")
        return value

    return convert


_EXAMPLES = {"Hz": "2M or 48e3", "seconds": "1.5 or 20m", "dB": "60"}
