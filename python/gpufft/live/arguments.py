# SPDX-License-Identifier: GPL-3.0-or-later
"""Help, options and their checks for gpufft live."""
import argparse

from .._program_arguments import Parser, number, whole

USAGE = """\
usage: gpufft live [options] [SOURCE]

Show the spectrum of a source of samples while they come. SOURCE is one of
  RECORDING                SigMF, a sound file or raw samples, again and again
  soapy=driver=rtlsdr,...  a radio that SoapySDR has a driver for
  uhd=type=b200,...        a USRP
  rtl=0                    an RTL-SDR by its number or serial, as rtl=00000001
  zmq=tcp://HOST:PORT      samples of a PUB socket, such as GNU Radio's ZMQ PUB Sink
  -                        samples on standard input
  sim                      a simulated radio: signals around 100 MHz of known levels
Without one, a radio that is plugged in, else sim.

  -f, --freq HZ            what the radio is tuned to, e.g. 433.92M; of -, zmq= and
                           recordings that do not say it, what it was tuned to
  -g, --gain DB            of the radio, or auto
  -s, --samp-rate HZ       e.g. 2M or 48e3 (default the radio's, or what a recording says)
      --sweep LOW:HIGH     e.g. 80M:1G: retune over these frequencies, and stitch
      --settle S           how long samples are dropped after each retune of a sweep, at
                           most 1 (default by the radio)
  -l, --length N           samples per frame (default 4096; of a sweep by its width)
      --rbw HZ             resolution bandwidth; takes the length that reaches it
  -w, --window NAME        as SciPy calls it, e.g. hann or kaiser,8.6
                           (default blackmanharris)
  -a, --average NAME       mean (of all frames since the last spectrum), exponential, max
                           or min (default mean)
      --seconds S          time constant of --average exponential (default 1)
      --max-hold           show the largest level of any frame, too
      --format NAME        how raw samples are stored, e.g. ci16_le, cu8 or cf32 (default
                           by the file's extension; of zmq= and - cf32)
      --channel N          which channel of a recording, from 0 (default 0)
      --iq-channels        real channels N and N + 1 are I and Q
      --allow-damaged      leave out a last sample that is cut off
      --fast               play a recording, or sim, as fast as it can be taken
      --once               end where the recording ends
      --headless           no window; needs no display
      --png DIR            of --headless: pictures go there, live-000001.png and on
      --csv DIR            of --headless: tables of what the pictures show
      --fps N              of --headless: pictures or tables a second (default 2)
      --record SURVEY      record the spectra in this survey, too, as gpufft show reads
                           them; one that is there is gone on with
      --for S              end after so many seconds
      --settings FILE      where settings are kept (default, with a window, live.json in
                           ~/.config/gpufft; headless none)
      --defaults           do not take settings that were kept
  -d, --device NAME        auto, or a name that `gpufft devices` prints (default auto)
      --json               of --headless: one JSON object for each picture or table
  -h, --help               print this and exit
      --version            print the version and exit

Levels are dBFS: a complex tone of amplitude 1 reads 0 dBFS, whatever the window.
A radio that goes away while it runs is taken up again when it is back. Ctrl-C ends.

Examples:
  gpufft live
  gpufft live soapy=driver=rtlsdr --freq 100M --samp-rate 2.4M --gain 30
  gpufft live uhd=type=b200 --sweep 80M:1G --samp-rate 20M
  gpufft live capture.sigmf-meta --rbw 100
  rtl_sdr -f 100M -s 2M - | gpufft live - --format cu8 --samp-rate 2M --freq 100M
  gpufft live sim --headless --fps 2 --png pictures --for 10
  gpufft live rtl=0 --headless --record night.zarr --for 28800

Exit status: 0 done or ended by Ctrl-C, 1 bad arguments or source, 2 device failed.
"""


def parse(argv):
    """Options as a namespace; None when help or version was printed instead.

    ``given`` of it names the options that the command line sets, so that settings that
    were kept do not replace them. Raises ArgumentError.
    """
    parser = Parser("gpufft live")
    add = parser.add_argument
    add("source", nargs="*")
    add("-f", "--freq", type=number("Hz", least=0))
    add("-g", "--gain", type=_gain)
    add("-s", "--samp-rate", type=number("Hz", above=0))
    add("--sweep", type=_sweep)
    add("--settle", type=number("seconds", least=0, most=1))
    add("-l", "--length", type=whole(2))
    add("--rbw", type=number("Hz", above=0))
    add("-w", "--window")
    add("-a", "--average", type=_average)
    add("--seconds", type=number("seconds", above=0))
    add("--max-hold", action="store_true", default=None)
    add("--format")
    add("--channel", type=whole(0))
    add("--iq-channels", action="store_true")
    add("--allow-damaged", action="store_true")
    add("--fast", action="store_true")
    add("--once", action="store_true")
    add("--headless", action="store_true")
    add("--png")
    add("--csv")
    add("--fps", type=number("pictures a second", above=0, most=60))
    add("--record")
    add("--for", dest="duration", type=number("seconds", above=0))
    add("--settings")
    add("--defaults", action="store_true")
    add("-d", "--device", default="auto")
    add("--json", action="store_true")
    options = parser.parse(argv, "source")
    if parser.answer(options, USAGE):
        return None
    if len(options.source) > 1:
        parser.error(f"one SOURCE is taken, got {' '.join(options.source)}")
    options.source = options.source[0] if options.source else None
    _check_together(parser, options)
    options.given = {name for name, value in vars(options).items() if value is not None}
    return options


#: What is taken where neither the command line nor settings that were kept say.
DEFAULTS = {"window": "blackmanharris", "average": "mean", "seconds": 1.0, "max_hold": False,
            "fps": 2.0}


def fill_in(options):
    for name, value in DEFAULTS.items():
        if getattr(options, name) is None:
            setattr(options, name, value)


def _check_together(parser, options):
    if options.length is not None and options.rbw is not None:
        parser.error("--length and --rbw say the same; one is enough")
    if options.sweep and options.freq is not None:
        parser.error("--sweep and --freq both say where the radio is tuned; one is enough")
    if options.sweep and options.max_hold:
        parser.error("--max-hold is of one band; leave it or --sweep out")
    if options.sweep and (options.average or "mean") != "mean":
        parser.error(f"a sweep averages by mean, got --average {options.average}")
    if options.settle is not None and not options.sweep:
        parser.error("--settle is of a sweep; give --sweep LOW:HIGH, too")
    for name in ("png", "csv", "fps", "json"):
        if getattr(options, name) and not options.headless:
            parser.error(f"--{name} is of --headless; give that, too")
    if options.record and options.sweep:
        parser.error("--record is of one band; leave it or --sweep out")
    if options.headless and not (options.png or options.csv or options.json
                                 or options.record):
        parser.error("--headless shows nothing by itself; give --png DIR, --csv DIR, --json "
                     "or --record SURVEY, too")


def _gain(text):
    if text == "auto":
        return text
    try:
        return number("dB", least=-1000, most=1000)(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"must be a number of dB, e.g. 30, or auto, got {text}") from None


def _average(text):
    words = ("mean", "exponential", "max", "min")
    if text not in words:
        raise argparse.ArgumentTypeError(f"must be {', '.join(words[:-1])} or {words[-1]}, "
                                         f"got {text}")
    return text


def _sweep(text):
    low, colon, high = text.partition(":")
    try:
        edges = tuple(number("Hz", least=0)(edge) for edge in (low, high))
    except argparse.ArgumentTypeError:
        edges = None
    if not colon or edges is None or edges[0] >= edges[1]:
        raise argparse.ArgumentTypeError(
            f"must be two frequencies in Hz, the lower one first, e.g. 80M:1G, got {text}")
    return edges
