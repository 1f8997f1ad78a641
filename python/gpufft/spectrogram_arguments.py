# SPDX-License-Identifier: GPL-3.0-or-later
"""Help, options and their checks for gpufft spectrogram."""
import os

from ._program_arguments import Parser, number, whole

USAGE = """\
usage: gpufft spectrogram [options] RECORDING -o PICTURE.png

Turn a recording into a picture of its power over time and frequency, in one pass of
its samples through one device. RECORDING is SigMF (either file or their base name, an
archive or a collection), a sound file (WAV, FLAC, ...), a channel of Digital RF (a
folder), GUPPI RAW (.raw), VDIF (.vdif) or a raw file of samples.

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
      --recording NAME     which of several in an archive or collection
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


def parse(argv):
    """Options as a namespace; None when help or version was printed instead.

    Raises ArgumentError.
    """
    parser = Parser("gpufft spectrogram")
    add = parser.add_argument
    add("recording", nargs="*")
    add("-o", "--output")
    add("-l", "--length", type=whole(1))
    add("--hop", type=whole(1))
    add("-w", "--window", default="blackmanharris")
    add("-a", "--average", type=whole(1))
    add("--dynamic-range", type=number("dB", above=0, most=1000))
    add("-s", "--samp-rate", type=number("Hz", above=0))
    add("-f", "--format")
    add("--recording", dest="part")
    add("--channel", type=whole(0))
    add("--iq-channels", action="store_true")
    add("--start", type=number("seconds", least=0), default=0.0)
    add("--duration", type=number("seconds", above=0))
    add("--annotations", action="store_true")
    add("--allow-damaged", action="store_true")
    add("-d", "--device", default="auto")
    add("--json", action="store_true")
    options = parser.parse(argv, "recording")
    if parser.answer(options, USAGE):
        return None

    if len(options.recording) != 1:
        named = " ".join(options.recording) or "none"
        parser.error(f"one recording is needed, got {named}")
    options.recording = options.recording[0]
    if not options.output:
        parser.error("no picture is named; give one with -o, e.g. -o spectrogram.png")
    stem, extension = os.path.splitext(options.output)
    if extension.lower() != ".png":
        name = "" if os.path.basename(stem).startswith(".") else stem
        parser.error(f"-o {options.output}: pictures are PNG files; -o "
                     f"{name or 'spectrogram'}.png works")
    return options
