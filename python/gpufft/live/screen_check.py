# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether there is a screen for a window; Qt itself ends a program that has none."""
import ctypes
import os
import sys

from .radio import RadioError

_INSTEAD = "gpufft live --headless --png DIR needs no window"


def make_application():
    """The QApplication. Raises RadioError where no window can be opened, and says why."""
    try:
        from PyQt5 import Qt
    except ImportError as error:
        raise RadioError(f"a window needs PyQt5; on Debian: apt install python3-pyqt5 "
                         f"({error}); {_INSTEAD}") from None
    from gnuradio import gpufft

    try:
        reason = gpufft.display.why_no_window() or _dead_server()
    except AttributeError as error:
        raise RadioError(f"{error}; {_INSTEAD}") from None
    if reason:
        raise RadioError(f"{reason}; {_INSTEAD}")
    application = Qt.QApplication.instance() or Qt.QApplication(sys.argv[:1])
    application.setApplicationName("gpufft live")
    return application


def _dead_server():
    """Why the X server that DISPLAY names does not answer; "" where it does, or where Qt
    will ask another one."""
    name = os.environ.get("DISPLAY", "")
    if not name or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return ""
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    server = x11.XOpenDisplay(None)
    if not server:
        return f"no X server answers at DISPLAY={name}, or it does not let this user in"
    x11.XCloseDisplay(server)
    return ""
