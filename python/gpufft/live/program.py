# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft live: the program. Exceptions become one line of text and an exit status here."""
import os
import signal
import sys

from .._program import print_any_name, quiet_gnuradio, terminable
from . import arguments

PROGRAM = "gpufft live"
OK, BAD_INPUT, DEVICE_FAILED = 0, 1, 2


def main(argv=None):
    """Runs the program and returns its exit status."""
    try:
        with terminable():
            return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt as interrupt:
        # Ctrl-C is how a person ends it; what else ends it does not expect it to.
        number = interrupt.args[0] if interrupt.args else signal.SIGINT
        return OK if number == signal.SIGINT else 128 + number
    except Exception as error:
        return _complain(error)


def _run(argv):
    options = arguments.parse(argv)
    if options is None:  # help or version was asked for, and printed
        return OK
    # What GNU Radio writes to stdout must not mix with the results.
    results = os.dup(1)
    # GNU Radio is slow to load, and --help and bad arguments do not need it.
    with quiet_gnuradio():
        from ..spectrogram_plan import ArgumentError
        from .radio import RadioError
        from .source_choice import open_source, resolve

        source = resolve(options.source, say)
        settings = _settings(options)
        asked = dict(vars(options))
        if settings and not options.defaults:
            settings.apply(source, options)
        has_kept = vars(options) != asked
        arguments.fill_in(options)

        def open_radio():
            nonlocal has_kept
            try:
                radio = _open(source, options, has_kept)
            except (RadioError, ArgumentError) as error:
                if not has_kept:
                    raise
                # Another radio than last time: what was kept of that one is not asked for.
                vars(options).update(asked)
                arguments.fill_in(options)
                radio = open_source(source, options)
                say(f"settings that were kept are not taken: {error}")
            # A radio that is opened again later has been away, and refuses no settings.
            has_kept = False
            if options.settle is not None:
                radio.settle_s = options.settle
            return radio

        run = _run_headless if options.headless else _run_window
        run(options, open_radio, lambda: settings and settings.keep(source, options), results)
    return OK


def _open(source, options, has_kept):
    """The Radio. Where settings were kept, those of the spectra are tried here, too: raises
    ArgumentError."""
    from ..spectrogram_plan import ArgumentError
    from .flowgraph import plans_of
    from .source_choice import open_source

    radio = open_source(source, options)
    if has_kept:
        try:
            plans_of(radio, options)
        except ArgumentError:
            radio.close()
            raise
    return radio


def _run_headless(options, open_radio, keep, results):
    from .analyzer import Analyzer
    from .headless import Headless, make_folders

    make_folders(options)
    analyzer = Analyzer(open_radio, options, say)
    try:
        analyzer.start()
        keep()
        Headless(analyzer, options, results).run()
    finally:
        analyzer.stop()


def _run_window(options, open_radio, keep, _):
    from .screen_check import make_application

    application = make_application()
    from .window import run

    run(application, options, open_radio, say, keep)


def _settings(options):
    """Where settings are kept, or None: without a window nobody expects that a run changes
    what the next one does."""
    from . import settings

    if options.settings:
        return settings.Settings(options.settings, say)
    return None if options.headless else settings.Settings(settings.default_path(), say)


def say(text):
    """A line for the user."""
    print_any_name(sys.stderr)  # stdout may be another file now, see quiet_gnuradio()
    print(f"{PROGRAM}: {' '.join(str(text).split())}", file=sys.stderr, flush=True)


def _complain(error):
    from .radio import DeviceFailed

    if isinstance(error, OSError) and error.strerror:
        where = f"{os.fsdecode(error.filename)}: " if error.filename else ""
        say(f"{where}{error.strerror}")
    elif isinstance(error, MemoryError):
        say(f"out of memory; a shorter --length needs less ({error})")
    elif isinstance(error, ImportError):
        say(f"{error}; on Debian: apt install gnuradio python3-matplotlib python3-scipy")
    else:
        say(error)
    failed = isinstance(error, (DeviceFailed, MemoryError))
    return DEVICE_FAILED if failed else BAD_INPUT


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    # A radio's driver may have threads that never end, and that Python would wait for.
    os._exit(status)
