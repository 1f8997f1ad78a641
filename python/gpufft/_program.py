# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs around flowgraphs share: results alone on stdout, a clean way out."""
import contextlib
import os
import signal
import sys


def print_results(text):
    """Raises OSError where stdout does not take it."""
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
    """SIGTERM cleans up as Ctrl-C does."""

    def interrupt(number, _):
        raise KeyboardInterrupt(number)

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
