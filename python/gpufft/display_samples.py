# SPDX-License-Identifier: GPL-3.0-or-later
"""The block display with the blocks before it: samples in, a window out."""

from gnuradio import gr

from .display_python import display
from .gpufft_python import persistence_c, spectrum_c

_SETTERS = (
    "add_marker",
    "autoscale",
    "clear_markers",
    "set_average_spectra",
    "set_colour_range_db",
    "set_colours",
    "set_dark",
    "set_full_scale_dbm",
    "set_panes",
    "set_paused",
    "set_range_db",
    "set_seconds",
    "set_trace",
    "set_view",
)


class display_c(gr.hier_block2):
    """display_c(samp_rate, freq=0.0, length=4096, window="hann", rate=50.0, panes=...,
              title="", histogram_length=1024, renderer="auto", device="auto")

    Traces, persistence and waterfall of a stream of complex samples.

    Input: complex samples, full scale 1

    Every sample counts: spectrum_c averages all frames between two spectra, of which `rate`
    come a second, and persistence_c counts each frame. Levels are dBFS.

    samp_rate         in Hz, > 0
    freq              of the receiver, in Hz
    length            samples of a frame, which are bins of the spectrum
    window            what scipy.signal.get_window() knows, or `length` taps
    rate              spectra, and rows of the waterfall, in a second
    panes             some of "spectrum,persistence,waterfall", from top to bottom
    title             shown above
    histogram_length  samples of a frame that is counted for persistence
    renderer          as display() has it
    device            "auto", or a line of `gpufft devices`

    `display`, `spectrum` and `persistence` (None without such a pane) are the blocks inside;
    message ports are those of display. ValueError: an argument is out of its range.
    RuntimeError: no QApplication, no screen, no device.
    """

    def __init__(
        self,
        samp_rate,
        freq=0.0,
        length=4096,
        window="hann",
        rate=50.0,
        panes="spectrum,persistence,waterfall",
        title="",
        histogram_length=1024,
        renderer="auto",
        device="auto",
    ):
        gr.hier_block2.__init__(
            self,
            "display_c",
            gr.io_signature(1, 1, gr.sizeof_gr_complex),
            gr.io_signature(0, 0, 0),
        )
        if not rate > 0:
            raise ValueError(f"rate is {rate}; it is more than 0 spectra a second")
        hop = max(length // 2, 1)
        self._hop, self._rate = hop, rate
        self.spectrum = spectrum_c(
            length, hop, window, samp_rate, output="dbfs", rate=rate, device=device
        )
        counted = "persistence" in panes
        levels, lowest, highest = 240, -160.0, 0.0
        self.display = display(
            length,
            samp_rate,
            freq,
            input="dbfs",
            spectra_rate=self._spectra_rate(samp_rate),
            panes=panes,
            title=title,
            histogram_bins=histogram_length if counted else 0,
            histogram_levels=levels,
            histogram_lowest_db=lowest,
            histogram_highest_db=highest,
            renderer=renderer,
        )
        taps = self.spectrum.window()
        self.display.set_enbw(length * sum(x * x for x in taps) / sum(taps) ** 2)
        self.connect(self, self.spectrum, self.display)
        self.persistence = None
        if counted:
            # A window of taps is of `length` samples; frames that are counted have others.
            own_window = window if isinstance(window, (str, tuple)) else "hann"
            self.persistence = persistence_c(
                histogram_length,
                max(histogram_length // 2, 1),
                own_window,
                samp_rate,
                lowest_db=lowest,
                highest_db=highest,
                levels=levels,
                rate=25.0,
                device=device,
            )
            self.connect(self, self.persistence, (self.display, 1))
        self.message_port_register_hier_in("command")
        self.msg_connect(self, "command", self.display, "command")
        for port in ("freq", "band", "zoom", "status"):
            self.message_port_register_hier_out(port)
            self.msg_connect(self.display, port, self, port)
        for name in _SETTERS:
            setattr(self, name, getattr(self.display, name))

    def _spectra_rate(self, samp_rate):
        """What really comes: one for a frame at most."""
        return min(self._rate, samp_rate / self._hop)

    def qwidget(self):
        """The widget, for sip.wrapinstance(block.qwidget(), Qt.QWidget)."""
        return self.display.qwidget()

    def set_samp_rate(self, samp_rate):
        """In Hz, of the spectra, the histograms and the axis."""
        for block in (self.spectrum, self.persistence, self.display):
            if block:
                block.set_samp_rate(samp_rate)
        self.display.set_spectra_rate(self._spectra_rate(samp_rate))

    def set_freq(self, freq):
        """Of the receiver, in Hz: averages and histograms begin anew."""
        for block in (self.spectrum, self.persistence, self.display):
            if block:
                block.set_freq(freq)

    def reset(self):
        """Begins max, min, average and persistence anew."""
        for block in (self.persistence, self.display):
            if block:
                block.reset()
