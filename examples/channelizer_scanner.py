#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of 1024 channels are in use, when and how strongly: a table and a picture.

channelizer_scanner.py                               scans a simulated band, 10.24 MHz wide
channelizer_scanner.py CAPTURE.ci16 RATE CENTRE_HZ   scans a recording of 16-bit samples

The picture, channels.png, is written to the folder it is run in.
"""
import sys

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from gnuradio import blocks, filter, gpufft, gr
from gnuradio.fft import window

CHANNELS = 1024
TAPS_PER_BRANCH = 12
ROW_SECONDS = 0.01  # powers are averaged over as long, at least
THRESHOLD_DB = 10  # above the noise
LEAST_ROWS = 3  # a carrier that is switched on or off reaches its neighbours for a row

# What the simulation sends: channel, seconds on and off, dB below full scale.
RATE, CENTRE_HZ, SECONDS = 10.24e6, 446e6, 0.5
TRANSMITTERS = [(17, 0, 0.5, 40), (200, 0.1, 0.2, 50), (511, 0.3, 0.45, 45),
                (700, 0.05, 0.5, 60), (1010, 0.2, 0.3, 55)]


def simulated_band():
    random = np.random.default_rng(1)
    count = int(RATE * SECONDS)
    samples = random.standard_normal(2 * count, np.float32).view(np.complex64)
    samples *= 10 ** (-75 / 20)
    t = np.arange(count) / RATE
    for channel, on, off, below in TRANSMITTERS:
        is_on = slice(int(on * RATE), int(off * RATE))
        hz = (channel - CHANNELS // 2) * RATE / CHANNELS
        samples[is_on] += 10 ** (-below / 20) * np.exp(2j * np.pi * hz * t[is_on])
    return blocks.vector_source_c(samples.tolist())


def source_of(arguments, graph):
    """\\return the block to connect, the rate, and the frequency in its middle"""
    if not arguments:
        return simulated_band(), RATE, CENTRE_HZ
    path, rate, centre = arguments
    to_complex = blocks.interleaved_short_to_complex(False, False, 32768)
    graph.connect(blocks.file_source(gr.sizeof_short, path), to_complex)
    return to_complex, float(rate), float(centre)


def scan(arguments):
    """\\return power[row, channel], lowest frequency first, seconds of a row, rate, centre"""
    graph = gr.top_block()
    source, rate, centre = source_of(arguments, graph)
    # Flat over a channel, and 70 dB down in the middle of the one beside it.
    taps = filter.firdes.low_pass_2(1, CHANNELS, 0.5, 0.3, 70, window.WIN_BLACKMAN_hARRIS)
    taps = taps[: CHANNELS * TAPS_PER_BRANCH]
    # Negative frequencies are the channels of the upper half.
    order = [(c + CHANNELS // 2) % CHANNELS for c in range(CHANNELS)]
    channelizer = gpufft.pfb_channelizer_vccf(CHANNELS, taps, 1, order)
    print(f"{CHANNELS} channels on {channelizer.device_name()}")
    frames = max(1, round(ROW_SECONDS * rate / CHANNELS))
    power = blocks.complex_to_mag_squared(CHANNELS)
    mean = blocks.integrate_ff(frames, CHANNELS)
    sink = blocks.vector_sink_f(CHANNELS)
    graph.connect(source, channelizer, power, mean, sink)
    graph.run()
    rows = np.array(sink.data()).reshape(-1, CHANNELS) / frames
    return rows, frames * CHANNELS / rate, rate, centre


def main():
    if len(sys.argv) not in (1, 4):
        sys.exit(__doc__)
    rows, row_seconds, rate, centre = scan(sys.argv[1:])
    if not len(rows):
        sys.exit(f"{sys.argv[1]} is shorter than {ROW_SECONDS} s: no row of powers fits")
    levels = 10 * np.log10(np.maximum(rows, 1e-20))
    noise = np.median(levels)
    is_on = levels > noise + THRESHOLD_DB
    is_on[:, is_on.sum(axis=0) < LEAST_ROWS] = False
    hz = centre + (np.arange(CHANNELS) - CHANNELS // 2) * rate / CHANNELS
    active = np.flatnonzero(is_on.any(axis=0))

    print(f"noise {noise:.1f} dBFS a channel\n\nchannel       MHz   dBFS  first s  last s  share")
    for channel in active:
        when = np.flatnonzero(is_on[:, channel])
        loudest = levels[when, channel].max()
        print(f"{channel:7} {hz[channel] / 1e6:9.3f} {loudest:6.1f} "
              f"{when[0] * row_seconds:8.2f} {(when[-1] + 1) * row_seconds:7.2f} "
              f"{100 * len(when) / len(rows):5.0f}%")

    figure, axes = plt.subplots(figsize=(10, 5), layout="constrained")
    image = axes.imshow(levels, aspect="auto", origin="lower", vmin=noise - 5,
                        extent=(hz[0] / 1e6, hz[-1] / 1e6, 0, len(rows) * row_seconds))
    axes.set(xlabel="frequency, MHz", ylabel="time, s",
             title=f"{len(active)} of {CHANNELS} channels are in use")
    figure.colorbar(image, label="dBFS")
    figure.savefig("channels.png", dpi=100)
    print(f"\n{len(active)} of {CHANNELS} channels are in use: {active.tolist()}; channels.png")


if __name__ == "__main__":
    main()
