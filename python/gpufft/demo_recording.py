# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a recording whose picture is known: signals by GNU Radio's own modulators.

Run as: python3 -m gnuradio.gpufft.demo_recording OUT_BASE
Writes OUT_BASE.sigmf-data and OUT_BASE.sigmf-meta, whose annotations say what lies where.
"""
import json
import sys
from dataclasses import dataclass
from typing import Callable

import numpy as np
from gnuradio import analog, blocks, digital, filter as gr_filter, gr
from gnuradio.filter import firdes

from .atomic_file import write_file

SAMP_RATE = 2e6
DURATION_S = 4.0
CENTRE_HZ = 433.92e6
NOISE_DBFS = -50.0  #: in the whole sampling rate
SEED = 1


@dataclass
class Signal:
    """A burst of ``bandwidth_hz`` around ``offset_hz`` from the centre."""

    label: str
    offset_hz: float
    bandwidth_hz: float
    start_s: float
    duration_s: float
    level_dbfs: float
    make: Callable  #: number of samples -> complex baseband at SAMP_RATE


def collect(samples, *chain):
    """The first ``samples`` complex samples that a chain of blocks gives."""
    flowgraph = gr.top_block()
    head, sink = blocks.head(gr.sizeof_gr_complex, samples), blocks.vector_sink_c()
    flowgraph.connect(*chain, head, sink)
    flowgraph.run()
    return np.array(sink.data(), np.complex64)


def random_bytes():
    return blocks.vector_source_b(
        np.random.default_rng(SEED).integers(0, 256, 4096).tolist(), True)


def to_samp_rate(rate):
    """An interpolator from ``rate``, of which SAMP_RATE is a multiple."""
    factor = int(SAMP_RATE / rate)
    taps = firdes.low_pass(factor, SAMP_RATE, 0.42 * rate, 0.12 * rate)
    return gr_filter.interp_fir_filter_ccf(factor, taps)


def carrier(samples):
    return np.ones(samples, np.complex64)


def narrow_fm(samples):
    # 1 kHz with 5 kHz deviation: lines 1 kHz apart over 2 * (5 + 1) kHz
    return collect(samples, analog.sig_source_f(50e3, analog.GR_COS_WAVE, 1000, 1.0),
                   analog.nbfm_tx(50000, 50000, max_dev=5e3), to_samp_rate(50e3))


def wide_fm(samples):
    # 10 kHz with 75 kHz deviation, as a broadcast transmitter
    return collect(samples, analog.sig_source_f(200e3, analog.GR_COS_WAVE, 10e3, 1.0),
                   analog.frequency_modulator_fc(2 * np.pi * 75e3 / 200e3),
                   gr_filter.interp_fir_filter_ccf(
                       10, firdes.low_pass(10, SAMP_RATE, 90e3, 20e3)))


def amplitude_modulation(samples):
    # A carrier with two sidebands 5 kHz away, modulated by 80 %
    tone = analog.sig_source_f(SAMP_RATE, analog.GR_COS_WAVE, 5e3, 0.8, 1.0)
    return collect(samples, tone,
                   blocks.float_to_complex())


def gmsk(samples):
    return collect(samples, random_bytes(),
                   digital.gmsk_mod(samples_per_symbol=20, bt=0.35))


def qpsk(samples):
    # 100 kBd with a root raised cosine of 35 %
    return collect(samples, random_bytes(), digital.psk.psk_mod(
        constellation_points=4, samples_per_symbol=20, excess_bw=0.35,
        differential=False))


def qam(samples):
    # 200 kBd, 16 points
    return collect(samples, random_bytes(), digital.generic_mod(
        digital.qam.qam_constellation(16), samples_per_symbol=10, excess_bw=0.35,
        differential=False))


def ofdm(samples):
    # 52 of 64 carriers in a quarter of the sampling rate
    return collect(samples, random_bytes(),
                   blocks.stream_to_tagged_stream(1, 1, 96, "packet_len"),
                   digital.ofdm_tx(packet_length_tag_key="packet_len"),
                   to_samp_rate(500e3))


def sweep(samples):
    # A saw tooth into the VCO of GNU Radio: 300 kHz up, four times a second
    saw_tooth = analog.sig_source_f(SAMP_RATE, analog.GR_SAW_WAVE, 4, 2.0, -1.0)
    return collect(samples, saw_tooth,
                   analog.frequency_modulator_fc(2 * np.pi * 150e3 / SAMP_RATE))


SIGNALS = [
    Signal("carrier", 0.0, 0.0, 0.0, 4.0, -50, carrier),
    Signal("AM, 5 kHz tone", -900e3, 10e3, 0.5, 3.0, -30, amplitude_modulation),
    Signal("NBFM, 1 kHz tone", -800e3, 12e3, 0.25, 1.5, -30, narrow_fm),
    Signal("WBFM, 10 kHz tone", -600e3, 170e3, 0.5, 2.5, -20, wide_fm),
    Signal("GMSK, 100 kBd", -300e3, 130e3, 1.0, 0.5, -20, gmsk),
    Signal("GMSK, 100 kBd", -300e3, 130e3, 2.0, 0.5, -20, gmsk),
    Signal("QPSK, 100 kBd", -130e3, 135e3, 1.5, 2.0, -20, qpsk),
    Signal("16-QAM, 200 kBd", 200e3, 270e3, 0.5, 1.0, -20, qam),
    Signal("sweep of 300 kHz", 250e3, 300e3, 2.0, 1.5, -25, sweep),
    Signal("OFDM, 52 carriers", 700e3, 415e3, 1.0, 2.0, -20, ofdm),
]


def render(signals=SIGNALS):
    """The recording: complex64, full scale 1.0."""
    rng = np.random.default_rng(SEED)
    count = int(DURATION_S * SAMP_RATE)
    mix = rng.standard_normal(2 * count, dtype=np.float32).view(np.complex64)
    mix *= 10 ** (NOISE_DBFS / 20) / np.sqrt(2)
    for signal in signals:
        first = int(signal.start_s * SAMP_RATE)
        part = signal.make(int(signal.duration_s * SAMP_RATE))
        power = np.mean(np.abs(part) ** 2)
        part *= np.exp(2j * np.pi * signal.offset_hz / SAMP_RATE
                       * np.arange(len(part))).astype(np.complex64)
        mix[first:first + len(part)] += part * (10 ** (signal.level_dbfs / 20)
                                                / np.sqrt(power))
    return mix


def metadata(signals=SIGNALS):
    """What SigMF says of it: every signal is an annotation."""
    return {
        "global": {
            "core:datatype": "ci16_le",
            "core:sample_rate": SAMP_RATE,
            "core:version": "1.0.0",
            "core:description": "Signals of known frequency, bandwidth and start",
            "core:generator": "gr-gpufft demo_recording",
        },
        "captures": [{"core:sample_start": 0, "core:frequency": CENTRE_HZ}],
        "annotations": [
            {
                "core:sample_start": int(signal.start_s * SAMP_RATE),
                "core:sample_count": int(signal.duration_s * SAMP_RATE),
                "core:freq_lower_edge": CENTRE_HZ + signal.offset_hz
                                        - signal.bandwidth_hz / 2,
                "core:freq_upper_edge": CENTRE_HZ + signal.offset_hz
                                        + signal.bandwidth_hz / 2,
                "core:label": signal.label,
            }
            for signal in sorted(signals, key=lambda signal: signal.start_s)
        ],
    }


def write_recording(base):
    """Writes both files; the metadata last, so that it never describes half a file."""
    numbers = np.clip(np.round(render().view(np.float32) * 32768), -32768, 32767)
    write_file(base + ".sigmf-data", numbers.astype("<i2").tobytes())
    write_file(base + ".sigmf-meta", (json.dumps(metadata(), indent=4) + "\n").encode())


def main(argv=None):
    argv = sys.argv[1:] if argv is None else argv
    if len(argv) != 1 or argv[0].startswith("-"):
        print("usage: python3 -m gnuradio.gpufft.demo_recording OUT_BASE",
              file=sys.stderr)
        return 0 if argv in (["-h"], ["--help"]) else 1
    base = argv[0].removesuffix(".sigmf-meta").removesuffix(".sigmf-data")
    try:
        write_recording(base)
    except OSError as error:
        print(f"demo_recording: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    print(base + ".sigmf-meta")
    return 0


if __name__ == "__main__":
    sys.exit(main())
