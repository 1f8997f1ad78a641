# SPDX-License-Identifier: GPL-3.0-or-later
"""Radios that SoapySDR has a driver for, through gr-soapy."""
from .radio import Radio, RadioError, span_of

#: Drivers whose Debian package is not called as they are.
_PACKAGES = {"lime": "lms7", "bladerf": "bladerf", "uhd": "uhd"}


class SoapyRadio(Radio):
    """The first receiver of the device that ``address`` ("driver=rtlsdr") names.

    Raises RadioError: there is none, or it cannot be opened.
    """

    can_come_back = True
    loses_samples = True
    settle_s = 0.04

    def __init__(self, address):
        self.name = f"soapy={address}"
        try:
            from gnuradio import soapy
        except ImportError as error:
            raise RadioError(f"{self.name}: GNU Radio has no module soapy; on Debian: apt "
                             f"install gnuradio soapysdr-module-all ({error})") from None
        # A driver that gathers many samples gives old ones for as long after a retune.
        stream = "bufflen=16384" if _value(address, "driver") == "rtlsdr" else ""
        try:
            self._block = soapy.source(address, "fc32", 1, "", stream, [""], [""])
        except (RuntimeError, ValueError) as error:
            raise RadioError(self._why_not(address, " ".join(str(error).split()))) from None
        self.freq_span = self._span("get_frequency_range")
        self.rate_span = self._span("get_sample_rate_range")
        self.gain_span = self._span("get_gain_range")
        self.samp_rate = self._block.get_sample_rate(0)
        if not self.samp_rate and self.rate_span:
            self.set_rate(self.rate_span.nearest(2e6))
        self.freq_hz = self._block.get_frequency(0)

    def _why_not(self, address, reason):
        driver = _value(address, "driver")
        if "no match" in reason:
            package = _PACKAGES.get(driver, driver) if driver else "all"
            return (f"{self.name}: no radio answers to that; is it plugged in? Its driver "
                    f"is in Debian's soapysdr-module-{package}, and SoapySDRUtil --find "
                    f"lists what there is; gpufft live sim needs no radio")
        if "number of channels" in reason:
            return (f"{self.name}: this device has no receiver; SoapySDRUtil --find lists "
                    f"others, and gpufft live sim needs no radio")
        return (f"{self.name}: SoapySDR cannot open it: {reason.rstrip('.')}; is it plugged "
                f"in, and does no other program use it? SoapySDRUtil --find lists what there "
                f"is; gpufft live sim needs no radio")

    def _span(self, getter):
        ranges = getattr(self._block, getter)(0)
        ranges = ranges if isinstance(ranges, (list, tuple)) else [ranges]
        return span_of([(each.minimum(), each.maximum()) for each in ranges])

    def connect(self, flowgraph):
        return self._block

    def close(self):
        self._block = None  # the device is closed with the last reference to its block

    def _tune(self, hz):
        self._block.set_frequency(0, hz)
        return self._block.get_frequency(0)

    def _set_gain(self, gain):
        if self._block.has_gain_mode(0):
            self._block.set_gain_mode(0, gain == "auto")
        elif gain == "auto":
            raise RadioError(f"{self.name} has no automatic gain; "
                             f"{self.gain_span.low:g} to {self.gain_span.high:g} dB work")
        if gain != "auto":
            self._block.set_gain(0, gain)

    def _set_rate(self, samp_rate):
        self._block.set_sample_rate(0, samp_rate)
        return self._block.get_sample_rate(0)


def _value(address, key):
    """Of ``key`` in "a=1,b=2", or ""."""
    for pair in address.split(","):
        name, _, value = pair.partition("=")
        if name.strip() == key:
            return value.strip()
    return ""
