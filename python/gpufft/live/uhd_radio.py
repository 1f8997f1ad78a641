# SPDX-License-Identifier: GPL-3.0-or-later
"""USRPs, through gr-uhd."""
import os

from .radio import Radio, RadioError, span_of


def load_uhd():
    """The module gnuradio.uhd. Raises ImportError."""
    # UHD greets on the terminal when it is loaded, which is no message for the user.
    os.environ.setdefault("UHD_LOG_CONSOLE_LEVEL", "warning")
    from gnuradio import uhd

    return uhd


class UhdRadio(Radio):
    """The first receiver of the USRP that ``address`` ("type=b200") names.

    Raises RadioError: there is none, or it cannot be opened.
    """

    can_come_back = True
    loses_samples = True
    tags_retunes = True
    settle_s = 0.003
    _is_automatic = False

    def __init__(self, address):
        self.name = f"uhd={address}"
        try:
            uhd = load_uhd()
        except ImportError as error:
            raise RadioError(f"{self.name}: GNU Radio has no module uhd; on Debian: apt "
                             f"install gnuradio uhd-host ({error})") from None
        try:
            self._block = uhd.usrp_source(
                address, uhd.stream_args(cpu_format="fc32", channels=[0]))
        except (RuntimeError, ValueError) as error:
            raise RadioError(self._why_not(" ".join(str(error).split()))) from None
        block = self._block
        self.freq_span = _span(block.get_freq_range(0))
        self.rate_span = _span(block.get_samp_rates())
        self.gain_span = _span(block.get_gain_range(0))
        self.samp_rate = self._set_rate(self.rate_span.nearest(2e6))
        self.freq_hz = block.get_center_freq(0)

    def _why_not(self, reason):
        if "No devices found" in reason:
            return (f"{self.name}: no USRP answers to that; is it plugged in? "
                    f"uhd_find_devices (Debian: uhd-host) lists what there is; gpufft live "
                    f"sim needs no radio")
        return (f"{self.name}: UHD cannot open it: {reason.rstrip('.')}; uhd_usrp_probe "
                f"says more")

    def connect(self, flowgraph):
        return self._block

    def close(self):
        self._block = None  # the device is closed with the last reference to its block

    def _tune(self, hz):
        self._block.set_center_freq(hz, 0)
        return self._block.get_center_freq(0)

    def _set_gain(self, gain):
        if gain == "auto" or self._is_automatic:
            try:
                self._block.set_rx_agc(gain == "auto", 0)
            except RuntimeError:  # few USRPs have it
                raise RadioError(f"{self.name} has no automatic gain; "
                                 f"{self.gain_span.low:g} to {self.gain_span.high:g} dB "
                                 f"work") from None
        self._is_automatic = gain == "auto"
        if gain != "auto":
            self._block.set_gain(gain, 0)

    def _set_rate(self, samp_rate):
        self._block.set_samp_rate(samp_rate)
        return self._block.get_samp_rate()


def _span(ranges):
    return span_of([(ranges.start(), ranges.stop())])
