# SPDX-License-Identifier: GPL-3.0-or-later
"""The row of controls above the display: frequency, gain, rate, and those of the spectra."""
from PyQt5 import Qt

WINDOWS = ("blackmanharris", "hann", "hamming", "blackman", "nuttall", "flattop", "boxcar",
           "kaiser,8.6")
LENGTHS = tuple(1 << power for power in range(6, 19))
AVERAGES = ("mean", "exponential", "max", "min")


class Controls(Qt.QWidget):
    """Each control calls a setter of ``analyzer``, through ``attempt``, which tells the user
    what is refused; refresh() shows what has come of it."""

    def __init__(self, analyzer, attempt):
        super().__init__()
        self._analyzer, self._attempt = analyzer, attempt
        row = Qt.QHBoxLayout(self)
        row.setContentsMargins(6, 4, 6, 2)
        self.freq = self._number(row, "Frequency", " MHz", 6,
                                 lambda value: analyzer.tune(value * 1e6))
        self.gain = self._number(row, "Gain", " dB", 1, analyzer.set_gain)
        self.automatic = Qt.QCheckBox("auto")
        self.automatic.clicked.connect(self._set_automatic)
        row.addWidget(self.automatic)
        self.rate = self._number(row, "Rate", " MS/s", 6,
                                 lambda value: analyzer.set_rate(value * 1e6))
        self.length = self._choice(row, "Length", map(str, LENGTHS),
                                   lambda text: analyzer.set_length(int(text)))
        self.rbw = self._number(row, "RBW", " Hz", 2, analyzer.set_rbw)
        self.window = self._choice(row, "Window", WINDOWS, analyzer.set_window)
        self.average = self._choice(row, "Average", AVERAGES, self._set_average)
        self.seconds = self._number(row, "", " s", 2, lambda _: self._set_average(
            self.average.currentText()))
        row.addStretch(1)
        self.refresh()

    def _number(self, row, label, suffix, decimals, change):
        box = Qt.QDoubleSpinBox()
        box.setDecimals(decimals)
        box.setSuffix(suffix)
        box.setRange(0, 1e9)
        box.setKeyboardTracking(False)  # not each digit that is typed
        box.setStepType(Qt.QAbstractSpinBox.AdaptiveDecimalStepType)
        box.valueChanged.connect(lambda value: self._change(change, value))
        if label:
            row.addWidget(Qt.QLabel(label))
        row.addWidget(box)
        return box

    def _choice(self, row, label, words, change):
        box = Qt.QComboBox()
        box.addItems(list(words))
        box.activated[str].connect(lambda text: self._change(change, text))
        row.addWidget(Qt.QLabel(label))
        row.addWidget(box)
        return box

    def _change(self, setter, value):
        self._attempt(lambda: setter(value))
        self.refresh()

    def _set_automatic(self, is_on):
        self._change(self._analyzer.set_gain, "auto" if is_on else self.gain.value())

    def _set_average(self, name):
        self._analyzer.set_average(name, self.seconds.value() or 1.0)

    def refresh(self):
        """Shows what is set now, and what cannot be set in grey."""
        analyzer = self._analyzer
        radio, options, flowgraph = analyzer.radio, analyzer.options, analyzer.flowgraph
        sweep = flowgraph.sweep is not None
        self._show(self.freq, (radio.freq_hz or 0) / 1e6, _scaled(radio.freq_span, 1e6),
                   not sweep)
        gain = options.gain
        self._show(self.gain, gain if isinstance(gain, (int, float)) else None,
                   _scaled(radio.gain_span, 1), gain != "auto")
        self.automatic.setChecked(gain == "auto")
        self.automatic.setEnabled(radio.gain_span is not None)
        self._show(self.rate, radio.samp_rate / 1e6, _scaled(radio.rate_span, 1e6))
        plan = flowgraph.plan
        _select(self.length, str(plan.length))
        self._show(self.rbw, plan.rbw_hz, (0.01, plan.samp_rate))
        _select(self.window, plan.window)
        _select(self.average, "mean" if sweep else options.average)
        self.average.setEnabled(not sweep)
        self._show(self.seconds, options.seconds, (0.01, 1000.0),
                   not sweep and options.average == "exponential")

    @staticmethod
    def _show(box, value, span, is_enabled=True):
        box.blockSignals(True)
        if span is not None:
            box.setRange(*span)
        if value is not None:
            box.setValue(value)
        box.setEnabled(span is not None and is_enabled)
        box.blockSignals(False)


def _scaled(span, factor):
    return None if span is None else (span.low / factor, span.high / factor)


def _select(box, text):
    """Chooses ``text``, which the list need not have had."""
    if box.findText(text) < 0:
        box.addItem(text)
    box.setCurrentIndex(box.findText(text))
