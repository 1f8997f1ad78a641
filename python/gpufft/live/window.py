# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft live with a window: controls above, the display, and a line about the moment."""
import signal

from PyQt5 import Qt

from ..spectrogram_plan import ArgumentError
from .analyzer import Analyzer
from .controls import Controls
from .flowgraph import RecordError
from .radio import RadioError, hertz
from .screen import Screen
from .words import subtitle_of, title_of, warning_of

_POLL_MS = 100
_SPECTRA_TO_FIT = 10  #: before axes are fitted, so that the first moment does not decide
_SPECTRA_PER_SECOND = 200.0  #: each counts in max hold; a display draws fewer pictures


class LiveWindow(Qt.QMainWindow):
    """Runs an Analyzer until it is closed. Raises what Analyzer.start() raises."""

    def __init__(self, options, open_radio, say):
        super().__init__()
        self._say = say
        self.failure = None  #: what ended it, or None
        middle = Qt.QWidget()
        layout = Qt.QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.screen = Screen(layout)
        self.analyzer = Analyzer(open_radio, options, self.tell, _SPECTRA_PER_SECOND,
                                 self.screen)
        self.analyzer.start()
        if options.record:
            try:
                self.screen.record(options.record)
            except RuntimeError as error:
                self.analyzer.stop()
                raise RecordError(f"--record: {error}") from None
        self.controls = Controls(self.analyzer, self.attempt)
        layout.insertWidget(0, self.controls)
        self.setCentralWidget(middle)
        self.details, self.warning = Qt.QLabel(), Qt.QLabel()
        self.warning.setStyleSheet("color: #d02020; font-weight: bold")
        self.statusBar().addWidget(self.details, 1)
        self.statusBar().addPermanentWidget(self.warning)
        self._scaled = None  # the display whose axes have been fitted to what there is
        self._has_told_end = False
        self._told_problem = ""
        self._timer = Qt.QTimer(self)
        self._timer.timeout.connect(self._poll)
        self._timer.start(_POLL_MS)
        self.resize(1280, 800)

    def tell(self, text):
        """A line for the user, who may look at the window or at the terminal."""
        self._say(text)
        self.statusBar().showMessage(text, 10000)

    def attempt(self, change):
        """Calls ``change``, and tells the user what is wrong with it."""
        try:
            change()
        except (RadioError, ArgumentError, ValueError, RuntimeError, MemoryError) as error:
            self.tell(str(error))

    def _poll(self):
        # The timer goes on after the end, too: signals, as of Ctrl-C, are handled only while
        # Python runs.
        if self._has_told_end:
            return
        # An exception that left this function would end the program in a crash.
        try:
            self.analyzer.poll()
            self._follow_clicks()
            self._show_moment()
        except Exception as error:
            self.failure = error
            self.close()
        if self.analyzer.is_over:
            self._has_told_end = True  # the window stays with what it shows
            self.tell(f"{self.analyzer.radio.name} has ended")

    def _follow_clicks(self):
        hz = self.screen.handler.last()
        if hz is None or self.analyzer.flowgraph.sweep \
                or self.analyzer.radio.freq_span is None:
            return
        self.attempt(lambda: self.analyzer.tune(hz))
        self.controls.refresh()

    def _show_moment(self):
        analyzer = self.analyzer
        overload, _ = analyzer.flowgraph.meter.take()
        self.setWindowTitle(f"{title_of(analyzer)} - gpufft live")
        rate = hertz(float(f"{analyzer.rate.samples_per_second:.3g}"), "S/s")
        self.details.setText(f"{subtitle_of(analyzer)}, receives {rate}")
        self.warning.setText(warning_of(analyzer, overload))
        problem = self.screen.problem()
        if problem and problem != self._told_problem:
            self.tell(problem)
        self._told_problem = problem
        display = self.screen.display
        if self._scaled is not display and display.spectra() >= _SPECTRA_TO_FIT:
            self._scaled = display
            display.autoscale()

    def closeEvent(self, event):
        self._timer.stop()
        self.analyzer.stop()
        super().closeEvent(event)


def run(application, options, open_radio, say, keep):
    """Until the window is closed, Ctrl-C, or --for. keep: called with nothing at the end.

    Raises what ended the analyzer, and KeyboardInterrupt.
    """
    window = LiveWindow(options, open_radio, say)
    window.show()
    numbers = []

    def end(number, _):  # raising in Qt's loop would be a crash
        numbers.append(number)
        Qt.QTimer.singleShot(0, window.close)  # not in the middle of what runs now

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    if options.duration:
        Qt.QTimer.singleShot(int(options.duration * 1000), window.close)
    try:
        application.exec_()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        window.close()
        keep()
    if window.failure:
        raise window.failure
    if numbers:
        raise KeyboardInterrupt(numbers[0])
