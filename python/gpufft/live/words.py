# SPDX-License-Identifier: GPL-3.0-or-later
"""What pictures and lines of gpufft live say about the moment."""
from .radio import hertz


def title_of(analyzer):
    radio, sweep = analyzer.radio, analyzer.flowgraph.sweep
    parts = [radio.name.rsplit("/", 1)[-1] if "=" not in radio.name else radio.name]
    if sweep:
        parts.append(f"sweep {hertz(sweep.low_hz)} to {hertz(sweep.high_hz)}")
    elif radio.freq_hz:
        parts.append(f"centre {hertz(radio.freq_hz)}")
    parts.append(hertz(radio.samp_rate, "S/s"))
    return " - ".join(parts)


def subtitle_of(analyzer):
    flowgraph = analyzer.flowgraph
    plan = flowgraph.plan
    parts = [f"length {plan.length}", plan.window,
             f"RBW {hertz(float(f'{plan.rbw_hz:.4g}'))}"]
    if flowgraph.sweep:
        parts.append(f"{flowgraph.sweep.stations} stations, {flowgraph.sink.sweeps} sweeps")
    else:
        parts.append(analyzer.options.average)
    parts.append(flowgraph.spectrum.device_name())
    return ", ".join(parts)


def warning_of(analyzer, overload):
    """overload: share of samples at full scale."""
    parts = []
    if not analyzer.is_receiving:
        parts.append("NO SAMPLES")
    if overload:
        parts.append(f"OVERLOAD {overload * 100:.2g} %")
    if analyzer.lost:
        parts.append(f"{analyzer.lost} samples lost")
    missing = missing_share(analyzer)
    if missing:
        parts.append(f"{missing * 100:.0f} % of samples missing")
    return ", ".join(parts)


def missing_share(analyzer):
    """Of the samples that the radio should give a second, what does not arrive; 0 while
    that is less than what clocks differ by and what a start takes."""
    if not analyzer.radio.loses_samples or not analyzer.is_receiving:
        return 0.0
    if analyzer.flowgraph.sweep:  # drivers stop while they retune, of which nothing is missed
        return 0.0
    if analyzer.rate.seconds < analyzer.rate.SPAN_S / 2:
        return 0.0
    share = 1 - analyzer.rate.samples_per_second / analyzer.radio.samp_rate
    return share if share > 0.02 else 0.0
