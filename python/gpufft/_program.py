# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs around flowgraphs share: results alone on stdout, a clean way out."""
import contextlib
import io
import os
import signal
import sys


def print_any_name(*streams):
    """Names of files that are not UTF-8 are printed as the bytes that they are, by
    ``streams``, or else by both of the program's."""
    for stream in streams or (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="surrogateescape")


def print_results(text):
    """Raises OSError where stdout does not take it."""
    print_any_name()
    try:
        print(text, flush=True)
    except OSError as error:
        # Python would try again on its way out, and fail with a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise OSError(error.errno, error.strerror, "stdout") from None


@contextlib.contextmanager
def quiet_gnuradio():
    """GNU Radio's log, which C++ writes to stdout, must not mix with the results; and
    its warnings (about the alignment of buffers) are not for the users of a program."""
    from gnuradio import gr

    gr.logging().set_default_level(gr.log_levels.error)
    sys.stdout.flush()
    saved = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(saved, 1)
        os.close(saved)


@contextlib.contextmanager
def terminable():
    """SIGTERM cleans up as Ctrl-C does. Either leaves as KeyboardInterrupt, whatever it
    became on its way: what loads modules makes an ImportError of it at times."""
    numbers = []

    def interrupt(number, _):
        numbers.append(number)
        raise KeyboardInterrupt(number)

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, interrupt)
    try:
        yield
    except Exception as error:
        if numbers:
            raise KeyboardInterrupt(numbers[0]) from error
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
