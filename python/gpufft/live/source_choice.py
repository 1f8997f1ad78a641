# SPDX-License-Identifier: GPL-3.0-or-later
"""Which radio a SOURCE of the command line means."""
from .radio import RadioError

EXAMPLES = ("soapy=driver=rtlsdr, uhd=type=b200, rtl=0, zmq=tcp://127.0.0.1:5555, a "
            "recording, - or sim")


def resolve(source, say):
    """The source that ``source`` stands for: None becomes a radio that is plugged in, else
    the simulation, of which ``say`` is told; rtl becomes SoapySDR's driver."""
    if source is None:
        from .plugged_in import plugged_in

        found = plugged_in()
        if len(found) > 1:
            say(f"takes {found[0]}; plugged in as well: {', '.join(found[1:])}")
        if not found:
            say(f"no radio is plugged in: this is a simulation; sources are {EXAMPLES}")
        return found[0] if found else "sim"
    kind, _, rest = source.partition("=")
    if kind == "rtl":
        key = "rtl" if rest.isdigit() and len(rest) < 3 else "serial"
        rest = rest if "=" in rest else f"{key}={rest}" if rest else ""
        return f"soapy=driver=rtlsdr{',' if rest else ''}{rest}"
    return source


def open_source(source, options):
    """The Radio of ``source`` (of resolve()), set as ``options`` of the program say.

    Raises RadioError, recording_error.RecordingError or OSError.
    """
    radio = _make(source, options)
    try:
        # Recordings, sockets and pipes have been told already how fast they are.
        if options.samp_rate is not None and radio.rate_span is not None:
            radio.set_rate(options.samp_rate)
        if options.gain is not None:
            radio.set_gain(options.gain)
        if options.sweep:
            _check_sweep(radio, options.sweep)
        elif options.freq is not None and not radio.was_tuned_elsewhere:
            radio.tune(options.freq)
    except RadioError:
        radio.close()
        raise
    return radio


def _make(source, options):
    kind, is_address, rest = source.partition("=")
    if source in ("sim", "sim=fast"):
        from .simulation import Simulation

        return Simulation(fast=options.fast or source == "sim=fast")
    if source == "-":
        from .byte_sources import PipeSource

        return PipeSource(options.format, options.samp_rate, options.freq)
    if is_address and kind == "soapy":
        from .soapy_radio import SoapyRadio

        return SoapyRadio(rest)
    if is_address and kind == "uhd":
        from .uhd_radio import UhdRadio

        return UhdRadio(rest)
    if is_address and kind == "zmq":
        from .byte_sources import ZmqSource

        return ZmqSource(rest, options.format, options.samp_rate, options.freq)
    from .recording_source import play

    return play(source, options)


def _check_sweep(radio, sweep):
    """Raises RadioError where the radio cannot be tuned over ``sweep`` (low, high) in Hz."""
    from .radio import hertz

    low, high = sweep
    if radio.freq_span is None:
        raise RadioError(f"{radio.name} cannot be tuned, so it cannot sweep; leave out "
                         f"--sweep, or take a radio or sim")
    if low not in radio.freq_span or high not in radio.freq_span:
        span = radio.freq_span
        inside = f"{span.nearest(low) / 1e6:.10g}M:{span.nearest(high) / 1e6:.10g}M"
        works = (f"--sweep {inside} works" if span.nearest(low) < span.nearest(high)
                 else f"it reaches {hertz(span.low)} to {hertz(span.high)}")
        raise RadioError(f"--sweep {hertz(low)} to {hertz(high)} is beyond what {radio.name} "
                         f"reaches, {hertz(span.low)} to {hertz(span.high)}; {works}")
